import { describe, expect, it } from 'vitest';
import { compile } from './compile';
import { setParam } from './document';
import { said, sizes, targets, withWires } from './faults.testing';
import { tinyGpt } from './templates';
import { connect, disconnect } from './wires';

const gpt = tinyGpt();

describe('a fault of a node', () => {
  it('is told by the block, with a repair', () => {
    const drawing = setParam(gpt, 'attention', 'n_heads', 5);
    expect(said(drawing)).toEqual([
      'Self-attention: d_model 64 is not divisible by n_heads 5. Use 1, 2, 4, 8, 16, 32 or 64.',
    ]);
    expect(said(drawing, 'zh')).toEqual([
      '自注意力：d_model 64 不能被 n_heads 5 整除。可用 1、2、4、8、16、32 或 64。',
    ]);
    expect(targets(drawing)).toEqual([
      { node: 'attention', repair: { param: 'n_heads', value: 4 } },
    ]);
  });

  it('makes the nodes behind it wait, and is not told again there', () => {
    const { waiting } = compile(setParam(gpt, 'attention', 'n_heads', 5), sizes);
    expect(Object.fromEntries(waiting)).toEqual(
      Object.fromEntries(
        ['residual', 'norm-2', 'feedForward', 'residual-2', 'finalNorm', 'unembedding'].map(
          (id) => [id, { en: 'Self-attention', zh: '自注意力' }],
        ),
      ),
    );
  });

  it.each([
    [
      'four',
      'expected a number, got "four". For example, use 4.',
      '应为数字，实际为 "four"。例如可用 4。',
    ],
    [
      1.5,
      'expected a whole number, got 1.5. For example, use 4.',
      '应为整数，实际为 1.5。例如可用 4。',
    ],
    [0, 'expected at least 1, got 0. For example, use 1.', '应为至少 1，实际为 0。例如可用 1。'],
    [
      2000,
      'expected at most 1024, got 2000. For example, use 1024.',
      '应为至多 1024，实际为 2000。例如可用 1024。',
    ],
    [
      true,
      'expected a number, got true. For example, use 4.',
      '应为数字，实际为 true。例如可用 4。',
    ],
  ])('says what n_heads %j should be', (value, en, zh) => {
    const drawing = setParam(gpt, 'attention', 'n_heads', value);
    expect(said(drawing)).toEqual([`Self-attention: n_heads: ${en}`]);
    expect(said(drawing, 'zh')).toEqual([`自注意力：n_heads：${zh}`]);
  });

  it('says which words a param knows', () => {
    expect(said(setParam(gpt, 'attention', 'position', 'rotary'))).toEqual([
      'Self-attention: position: expected "none", "rope" or "alibi", got "rotary". For example, use "none".',
    ]);
    expect(said(setParam(gpt, 'attention', 'causal', 1))).toEqual([
      'Self-attention: causal: expected true or false, got 1. For example, use true.',
    ]);
  });

  it('is a table of fewer positions than a sequence has', () => {
    const drawing = setParam(gpt, 'position', 'n_ctx', 32);
    expect(said(drawing)).toEqual([
      'Learned position: it knows 32 positions, but a sequence has up to 64 (n_ctx of the training settings). Set its n_ctx to at least 64, or leave it empty.',
    ]);
    expect(said(drawing, 'zh')).toEqual([
      '可学习位置编码：它只认识 32 个位置，而序列最长有 64 个（训练设置中的 n_ctx）。请把它的 n_ctx 设为至少 64，或留空。',
    ]);
    expect(targets(drawing)).toEqual([{ node: 'position', repair: { param: 'n_ctx', value: 64 } }]);
    expect(said(setParam(gpt, 'position', 'n_ctx', 100))).toEqual([]);
  });

  it('names a param that the block does not have', () => {
    const drawing = setParam(gpt, 'tokenEmbedding', 'd_modle', 64);
    expect(said(drawing)).toEqual([
      'Token embedding: it has no param "d_modle". Its params are d_model, std, tied.',
    ]);
    expect(said(drawing, 'zh')).toEqual([
      '词元嵌入：它没有参数“d_modle”。它的参数有 d_model、std、tied。',
    ]);
  });

  it('is an open input', () => {
    const one = disconnect(gpt, { to: 'attention', port: 'x' });
    expect(said(one)).toEqual([
      'Self-attention: nothing is wired to its input. Wire an output to it.',
      'Layer norm 1: its output goes nowhere. Wire it on, or delete it.',
    ]);
    expect(said(one, 'zh')).toEqual([
      '自注意力：输入没有连线。请把一个输出连到这里。',
      '层归一化 1：它的输出没有连到任何地方。请把它连下去，或删除它。',
    ]);
    const both = disconnect(gpt, { to: 'residual', port: 'branch' });
    expect(said(both)[0]).toBe(
      'Residual add 1: nothing is wired to its input branch. Wire an output to it.',
    );
    expect(said(both, 'zh')[0]).toBe('残差相加 1：输入“支路”没有连线。请把一个输出连到这里。');
  });

  it('is a block of a later version', () => {
    const drawing = {
      ...gpt,
      nodes: gpt.nodes.map((node) => (node.id === 'position' ? { ...node, type: 'hyper' } : node)),
    };
    expect(said(drawing)).toEqual([
      'hyper: this version has no block "hyper". Delete it, or put another block here.',
    ]);
    expect(compile(drawing, sizes).waiting.get('norm')).toEqual({ en: 'hyper', zh: 'hyper' });
  });
});

describe('a fault of a wire', () => {
  it('is a loop, at the wire drawn last', () => {
    const wire = { from: 'finalNorm', to: 'position', port: 'x' };
    const looped = withWires(disconnect(gpt, wire), wire);
    expect(said(looped)[0]).toBe(
      'Learned position: a wire into it closes a loop: Learned position → Residual add 1 → Residual add 2 → Layer norm 3 → Learned position. Values flow one way: remove one wire of the loop.',
    );
    expect(targets(looped)[0]).toEqual({ node: 'position', wire: 'finalNorm>position.x' });
    expect(compile(looped, sizes).waiting.get('unembedding')).toEqual({
      en: 'Learned position',
      zh: '可学习位置编码',
    });
  });

  it('is refused when it would close a loop', () => {
    expect(() => connect(gpt, { from: 'residual', to: 'norm', port: 'x' })).toThrow(
      'Layer norm 1: a wire into it closes a loop: Layer norm 1 → Self-attention → Residual add 1 → Layer norm 1. Values flow one way: remove one wire of the loop.',
    );
    expect(() => connect(gpt, { from: 'norm', to: 'norm', port: 'x' })).toThrow(
      'Layer norm 1: a wire into it closes a loop: Layer norm 1 → Layer norm 1. Values flow one way: remove one wire of the loop.',
    );
  });

  it('is a wrong shape', () => {
    expect(said(connect(gpt, { from: 'tokens', to: 'attention', port: 'x' }))).toEqual([
      'Self-attention: it needs an input of shape (B, T, d_model), got (B, T). Put an embedding before it.',
      'Layer norm 1: its output goes nowhere. Wire it on, or delete it.',
      'Decoder: wires from 2 outputs enter it (Learned position, Tokens), but only one value flows from layer to layer. Let all wires into the group come from one output, or move the other node into the group.',
    ]);
  });

  it('is a second one at the same port', () => {
    const second = { from: 'position', to: 'attention', port: 'x' };
    expect(said(withWires(gpt, second))).toEqual([
      'Self-attention: two wires end at its input vectors. Remove one of them.',
    ]);
  });

  it('is one to a port that is not there', () => {
    const wire = { from: 'norm', to: 'attention', port: 'memory' };
    expect(said(withWires(gpt, wire))).toEqual([
      'Self-attention: it has no input "memory". Wire to x.',
    ]);
    expect(() => connect(gpt, wire)).toThrow(
      'Self-attention: it has no input "memory". Wire to x.',
    );
    expect(() => connect(gpt, { from: 'norm', to: 'tokens', port: 'x' })).toThrow(
      'Tokens: it has no input "x". Remove the wire: it takes no input.',
    );
  });

  it('is one to or from nowhere', () => {
    const drawing = withWires(gpt, { from: 'ghost', to: 'norm', port: 'x' });
    expect(said(drawing)).toEqual([
      'Layer norm 1: a wire joins it with "ghost", which is not in the drawing. Remove the wire.',
    ]);
    expect(said(withWires(gpt, { from: 'norm', to: 'ghost', port: 'x' }))).toEqual([
      'Drawing: a wire joins it with "ghost", which is not in the drawing. Remove the wire.',
    ]);
  });
});
