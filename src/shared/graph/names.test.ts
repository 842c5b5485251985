import { describe, expect, it } from 'vitest';
import { addNode, emptyDrawing, removeNodes, rename } from './document';
import { groupName, nodeName, wireId } from './names';
import { tinyGpt } from './templates';

const gpt = tinyGpt();
const place = (type: string) => ({ type, position: { x: 0, y: 0 } });

describe('a name', () => {
  it('has a number when there are several of a kind', () => {
    const two = addNode(gpt, place('selfAttention')).drawing;
    expect(nodeName(two, 'attention-2')).toEqual({ en: 'Self-attention 2', zh: '自注意力 2' });
    expect(nodeName(two, 'attention')).toEqual({ en: 'Self-attention 1', zh: '自注意力 1' });
    expect(nodeName(removeNodes(two, ['attention']), 'attention-2').en).toBe('Self-attention');
  });

  it('is the label where there is one', () => {
    expect(nodeName(rename(gpt, 'norm', '归一'), 'norm')).toEqual({ en: '归一', zh: '归一' });
    expect(nodeName(rename(gpt, 'norm', '归一'), 'norm-2').en).toBe('Layer norm 2');
  });

  it('is the type or id of what is not known', () => {
    expect(nodeName(addNode(emptyDrawing, place('hyper')).drawing, 'hyper').en).toBe('hyper');
    expect(nodeName(gpt, 'ghost').zh).toBe('ghost');
  });

  it('of a group says what it stacks', () => {
    const group = (id: string, label: string | null = null) => ({ id, count: 1, label });
    const drawing = {
      ...emptyDrawing,
      groups: [group('encoder'), group('decoder-2'), group('layer'), group('x', 'Mine')],
    };
    expect(drawing.groups.map(({ id }) => groupName(drawing, id).en)).toEqual([
      'Encoder',
      'Decoder 2',
      'Repeat group 3',
      'Mine',
    ]);
    expect(groupName(drawing, 'layer').zh).toBe('重复组 3');
    expect(groupName({ ...drawing, groups: [group('layer')] }, 'layer').en).toBe('Repeat group');
  });

  it('of a wire tells its ends', () => {
    expect(wireId({ from: 'norm', to: 'attention', port: 'x' })).toBe('norm>attention.x');
  });
});
