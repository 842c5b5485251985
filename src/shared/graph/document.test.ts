import { describe, expect, it } from 'vitest';
import {
  addNode,
  emptyDrawing,
  moveNodes,
  removeNodes,
  rename,
  replaceBlock,
  setParam,
} from './document';
import { tinyGpt } from './templates';
import { connect, disconnect } from './wires';

const gpt = tinyGpt();
const position = { x: 0, y: 0 };
const node = (drawing: typeof gpt, id: string) => drawing.nodes.find((each) => each.id === id);

describe('addNode', () => {
  it('gives short ids, numbered from the second on', () => {
    const types = ['selfAttention', 'selfAttention', 'layerNorm', 'dropout', 'selfAttention'];
    const drawing = types.reduce((d, type) => addNode(d, { type, position }).drawing, emptyDrawing);
    expect(drawing.nodes.map(({ id }) => id)).toEqual([
      'attention',
      'attention-2',
      'norm',
      'dropout',
      'attention-3',
    ]);
  });

  it('uses the id of a removed node again, never one that is taken', () => {
    expect(addNode(removeNodes(gpt, ['norm']), { type: 'layerNorm', position }).ids).toEqual([
      'norm',
    ]);
    expect(addNode(gpt, { type: 'layerNorm', position }).ids).toEqual(['norm-3']);
  });

  it('writes every default out, and what differs', () => {
    const { drawing } = addNode(emptyDrawing, {
      type: 'dropout',
      position: { x: 3, y: 4 },
      group: 'decoder',
      params: { rate: 0.5 },
    });
    expect(drawing.nodes).toEqual([
      {
        id: 'dropout',
        type: 'dropout',
        params: { rate: 0.5 },
        position: { x: 3, y: 4 },
        group: 'decoder',
        label: null,
      },
    ]);
    expect(addNode(emptyDrawing, { type: 'dropout', position }).drawing.nodes[0]?.params).toEqual({
      rate: 0.1,
    });
  });

  it('places a block that this version does not know', () => {
    expect(addNode(emptyDrawing, { type: 'Hyper block!', position }).ids).toEqual(['node']);
  });
});

describe('removeNodes', () => {
  it('takes their wires along', () => {
    const left = removeNodes(gpt, ['attention']);
    expect(left.nodes).toHaveLength(gpt.nodes.length - 1);
    expect(left.wires.filter(({ from, to }) => [from, to].includes('attention'))).toEqual([]);
    expect(left.wires).toHaveLength(gpt.wires.length - 2);
  });

  it('takes a group along that is left empty', () => {
    const inside = gpt.nodes.filter(({ group }) => group === 'decoder').map(({ id }) => id);
    expect(removeNodes(gpt, inside.slice(1)).groups).toHaveLength(1);
    expect(removeNodes(gpt, inside).groups).toEqual([]);
  });
});

describe('connect', () => {
  it('takes the place of the wire at that port', () => {
    const drawing = connect(gpt, { from: 'residual', to: 'feedForward', port: 'x' });
    expect(drawing.wires.filter(({ to }) => to === 'feedForward')).toEqual([
      { from: 'residual', to: 'feedForward', port: 'x' },
    ]);
    expect(drawing.wires).toHaveLength(gpt.wires.length);
  });

  it('may reverse a wire that it takes the place of', () => {
    const drawing = connect(gpt, { from: 'tokenEmbedding', to: 'norm', port: 'x' });
    expect(connect(drawing, { from: 'position', to: 'norm', port: 'x' }).wires).toHaveLength(
      gpt.wires.length,
    );
  });

  it('refuses ends that are not there', () => {
    expect(() => connect(gpt, { from: 'ghost', to: 'norm', port: 'x' })).toThrow(
      'Drawing: a wire joins it with "ghost", which is not in the drawing. Remove the wire.',
    );
  });

  it('is undone by disconnect', () => {
    const open = disconnect(gpt, { to: 'unembedding', port: 'x' });
    expect(connect(open, { from: 'finalNorm', to: 'unembedding', port: 'x' })).toEqual(gpt);
  });
});

describe('an edit', () => {
  it('sets a param', () => {
    expect(node(setParam(gpt, 'attention', 'n_heads', 8), 'attention')?.params.n_heads).toBe(8);
    expect(node(gpt, 'attention')?.params.n_heads).toBe(4);
  });

  it('renames, and a blank name is none', () => {
    expect(node(rename(gpt, 'norm', '  Pre-norm '), 'norm')?.label).toBe('Pre-norm');
    expect(node(rename(gpt, 'norm', '  '), 'norm')?.label).toBeNull();
    expect(node(rename(gpt, 'norm', 'x'.repeat(100)), 'norm')?.label).toHaveLength(80);
  });

  it('moves only what it names', () => {
    const moved = moveNodes(gpt, { norm: { x: 1, y: 2 }, ghost: { x: 0, y: 0 } });
    expect(node(moved, 'norm')?.position).toEqual({ x: 1, y: 2 });
    expect(moved.nodes.filter((each, i) => each !== gpt.nodes[i])).toHaveLength(1);
  });

  it('puts another block in a place, keeping what both have', () => {
    const tuned = setParam(gpt, 'norm', 'eps', 0.5);
    const rms = node(replaceBlock(tuned, 'norm', 'rmsNorm'), 'norm');
    expect(rms?.type).toBe('rmsNorm');
    expect(rms?.params).toEqual({ gain: true, eps: 0.5 });
    expect(replaceBlock(gpt, 'residual', 'layerNorm').wires).toHaveLength(gpt.wires.length - 1);
  });
});
