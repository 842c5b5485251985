import { describe, expect, it } from 'vitest';
import { difference, showDifference } from './difference';
import { addNode, moveNodes, removeNodes, rename, replaceBlock, setParam } from './document';
import { tinyGpt } from './templates';
import { connect } from './wires';

const gpt = tinyGpt({ n_heads: 1, position: 'sinusoidal' });
const place = (type: string) => ({ type, position: { x: 0, y: 0 } });

describe('difference', () => {
  it('is a param, from what to what', () => {
    expect(difference(gpt, setParam(gpt, 'attention', 'n_heads', 8))).toEqual([
      { en: 'n_heads 1 → 8', zh: 'n_heads 1 → 8' },
    ]);
  });

  it('names the node when its like kept theirs', () => {
    expect(difference(gpt, setParam(gpt, 'norm-2', 'eps', 0.1))).toEqual([
      { en: 'layer norm 2 eps 0.00001 → 0.1', zh: '层归一化 2 eps 0.00001 → 0.1' },
    ]);
  });

  it('says a change of all alike once', () => {
    const all = ['norm', 'norm-2', 'finalNorm'].reduce((d, id) => setParam(d, id, 'eps', 0.1), gpt);
    expect(difference(gpt, all)).toEqual([{ en: 'eps 0.00001 → 0.1', zh: 'eps 0.00001 → 0.1' }]);
  });

  it('takes a param that is not written for its default', () => {
    const short = {
      ...gpt,
      nodes: gpt.nodes.map((node) => (node.id === 'norm' ? { ...node, params: {} } : node)),
    };
    expect(difference(gpt, short)).toEqual([]);
  });

  it('is a block in the place of another', () => {
    const words = [
      { en: 'sinusoidal position → learned position', zh: '正弦位置编码 → 可学习位置编码' },
    ];
    expect(difference(gpt, replaceBlock(gpt, 'position', 'learnedPosition'))).toEqual(words);
    expect(difference(gpt, tinyGpt({ n_heads: 1 }))).toEqual(words);
  });

  it('sees that a person took one out and put another in', () => {
    const { drawing, ids } = addNode(removeNodes(gpt, ['position']), place('learnedPosition'));
    const [id = ''] = ids;
    const wired = [
      { from: 'tokenEmbedding', to: id, port: 'x' },
      { from: id, to: 'norm', port: 'x' },
      { from: id, to: 'residual', port: 'x' },
    ].reduce(connect, drawing);
    expect(showDifference(gpt, wired).en).toBe('sinusoidal position → learned position');
  });

  it('is the number of layers', () => {
    expect(difference(gpt, tinyGpt({ n_heads: 1, position: 'sinusoidal', n_layers: 4 }))).toEqual([
      { en: 'n_layers 2 → 4', zh: 'n_layers 2 → 4' },
    ]);
  });

  it('is blocks gone and new', () => {
    const more = addNode(addNode(gpt, place('dropout')).drawing, place('dropout')).drawing;
    expect(showDifference(gpt, more)).toEqual({ en: '+ 2 dropout', zh: '+ 2 随机失活' });
    expect(showDifference(more, gpt)).toEqual({ en: '− 2 dropout', zh: '− 2 随机失活' });
    expect(showDifference(gpt, removeNodes(gpt, ['finalNorm'])).en).toBe('− layer norm');
  });

  it('is the wiring when only that changed', () => {
    const wired = connect(gpt, { from: 'norm', to: 'feedForward', port: 'x' });
    expect(showDifference(gpt, wired)).toEqual({ en: 'wiring', zh: '连线' });
  });

  it('does not count places and labels', () => {
    const moved = moveNodes(rename(gpt, 'norm', 'mine'), { norm: { x: 9, y: 9 } });
    expect(showDifference(gpt, moved)).toEqual({ en: '', zh: '' });
  });

  it('lists several changes', () => {
    const changed = replaceBlock(
      setParam(gpt, 'attention', 'n_heads', 8),
      'position',
      'learnedPosition',
    );
    expect(showDifference(gpt, changed)).toEqual({
      en: 'n_heads 1 → 8, sinusoidal position → learned position',
      zh: 'n_heads 1 → 8，正弦位置编码 → 可学习位置编码',
    });
  });
});
