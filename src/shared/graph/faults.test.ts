import { describe, expect, it } from 'vitest';
import { showProblem } from '../contract/problem';
import type { Drawing, Wire } from '../contract/project';
import { compile } from './compile';
import { addNode, emptyDrawing, setParam } from './document';
import { tinyGpt } from './templates';
import { connect, disconnect } from './wires';

const sizes = { n_vocab: 65, n_ctx: 64 };
const gpt = tinyGpt();

const said = (drawing: Drawing, language: 'en' | 'zh' = 'en') =>
  compile(drawing, sizes).problems.map((problem) => showProblem(problem, language));
const targets = (drawing: Drawing) => compile(drawing, sizes).problems.map(({ target }) => target);
const withWires = (drawing: Drawing, ...wires: Wire[]): Drawing => ({
  ...drawing,
  wires: [...drawing.wires, ...wires],
});
const place = (drawing: Drawing, type: string, group: string | null = null) =>
  addNode(drawing, { type, position: { x: 0, y: 0 }, group }).drawing;

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
      '应为数字，却是 "four"。例如可用 4。',
    ],
    [
      1.5,
      'expected a whole number, got 1.5. For example, use 4.',
      '应为整数，却是 1.5。例如可用 4。',
    ],
    [
      0,
      'expected at least 1, got 0. For example, use 1.',
      '应为不小于 1 的数，却是 0。例如可用 1。',
    ],
    [
      2000,
      'expected at most 1024, got 2000. For example, use 1024.',
      '应为不大于 1024 的数，却是 2000。例如可用 1024。',
    ],
    [true, 'expected a number, got true. For example, use 4.', '应为数字，却是 true。例如可用 4。'],
  ])('says what n_heads %j should be', (value, en, zh) => {
    const drawing = setParam(gpt, 'attention', 'n_heads', value);
    expect(said(drawing)).toEqual([`Self-attention: n_heads: ${en}`]);
    expect(said(drawing, 'zh')).toEqual([`自注意力：n_heads：${zh}`]);
  });

  it('says which words a param knows', () => {
    expect(said(setParam(gpt, 'attention', 'position', 'rotary'))).toEqual([
      'Self-attention: position: expected "none" or "rope" or "alibi", got "rotary". For example, use "none".',
    ]);
    expect(said(setParam(gpt, 'attention', 'causal', 1))).toEqual([
      'Self-attention: causal: expected true or false, got 1. For example, use true.',
    ]);
  });

  it('names a param that the block does not have', () => {
    const drawing = setParam(gpt, 'tokenEmbedding', 'd_modle', 64);
    expect(said(drawing)).toEqual([
      'Token embedding: it has no param "d_modle". Its params are d_model, std.',
    ]);
    expect(said(drawing, 'zh')).toEqual([
      '词元嵌入：它没有参数“d_modle”。它的参数有 d_model、std。',
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

describe('a fault of a repeat group', () => {
  it('is a second value that enters', () => {
    const drawing = connect(gpt, { from: 'tokenEmbedding', to: 'norm', port: 'x' });
    expect(said(drawing)).toEqual([
      'Decoder: wires from 2 outputs enter it (Learned position, Token embedding), but only one value flows from layer to layer. Let all wires into the group come from one output, or move the other node into the group.',
    ]);
    expect(said(drawing, 'zh')).toEqual([
      '解码器：有 2 个输出连进来（可学习位置编码、词元嵌入），但层与层之间只传递一个值。请让进入组的连线都来自同一个输出，或把另一个节点移进组里。',
    ]);
    expect(targets(drawing)).toEqual([{ group: 'decoder', wire: 'tokenEmbedding>norm.x' }]);
  });

  it('is a second block that leaves', () => {
    const added = place(gpt, 'residualAdd');
    const drawing = connect(
      connect(connect(added, { from: 'residual-2', to: 'residual-3', port: 'x' }), {
        from: 'attention',
        to: 'residual-3',
        port: 'branch',
      }),
      { from: 'residual-3', to: 'finalNorm', port: 'x' },
    );
    expect(said(drawing)).toEqual([
      'Decoder: the outputs of 2 blocks leave it (Residual add 2, Self-attention), but a layer has one output. Let only the last block of the layer be wired to the outside.',
    ]);
    expect(said(drawing, 'zh')).toEqual([
      '解码器：有 2 个模块的输出离开它（残差相加 2、自注意力），但一层只有一个输出。请只让这一层的最后一个模块连到组外。',
    ]);
  });

  it('is a layer that ends with another size than it starts with', () => {
    const drawing = connect(
      connect(setParam(place(gpt, 'linear', 'decoder'), 'linear', 'd_out', 32), {
        from: 'residual-2',
        to: 'linear',
        port: 'x',
      }),
      { from: 'linear', to: 'finalNorm', port: 'x' },
    );
    const untied = setParam(drawing, 'unembedding', 'tied', false);
    expect(said(untied)).toEqual([
      'Decoder: layer 1 gives (B, T, 32), but layer 2 takes (B, T, 64), and it repeats 2 times. Make the layer end with the size it starts with, or set it to 1 layer.',
    ]);
    const once = { ...untied, groups: untied.groups.map((group) => ({ ...group, count: 1 })) };
    expect(said(once)).toEqual([]);
  });

  it('is a value that leaves and comes back', () => {
    const outside = {
      ...gpt,
      nodes: gpt.nodes.map((node) => (node.id === 'attention' ? { ...node, group: null } : node)),
    };
    const [first] = said(outside);
    expect(first).toBe(
      'Decoder: what leaves the group comes back into it through Self-attention. All layers run before what follows: put Self-attention into the group, or remove the wire back.',
    );
  });

  it('is nothing that enters, when there are several layers', () => {
    const inside = {
      ...gpt,
      nodes: gpt.nodes.map((node) => ({ ...node, group: 'decoder' })),
    };
    expect(said(inside)).toEqual([
      'Decoder: it repeats 2 times, but no wire enters it, so layer 2 has nothing to take from layer 1. Wire an output from outside into the group, or set it to 1 layer.',
    ]);
  });

  it('is a node that belongs to a group that is not there', () => {
    expect(said({ ...gpt, groups: [] })[0]).toBe(
      'Layer norm 1: it belongs to the repeat group "decoder", which is not in the drawing. Delete it and place it again.',
    );
  });
});

describe('a fault of the whole', () => {
  it('is that there is nothing yet', () => {
    expect(said(emptyDrawing)).toEqual([
      'Drawing: it is empty. Place Tokens and wire blocks to it, or start from a template.',
    ]);
    expect(said(emptyDrawing, 'zh')).toEqual([
      '图：还是空的。请放一个词元输入并往后连接模块，或从模板开始。',
    ]);
  });

  it('is that no tokens come in', () => {
    expect(said(place(emptyDrawing, 'tokenEmbedding'))).toEqual([
      'Token embedding: nothing is wired to its input. Wire an output to it.',
      'Drawing: no tokens come in. Place the block Tokens and wire it to an embedding.',
    ]);
  });

  it('is an end that the loss cannot use', () => {
    const drawing = { ...gpt, nodes: gpt.nodes.slice(0, -1), wires: gpt.wires.slice(0, -1) };
    expect(said(drawing)).toEqual([
      'Layer norm 3: the drawing ends here with (B, T, 64), but the loss needs (B, T, 65). End it with an unembedding.',
    ]);
  });

  it('is an output that goes nowhere beside the one that counts', () => {
    expect(said(place(gpt, 'tokens'))).toEqual([
      'Tokens 2: its output goes nowhere. Wire it on, or delete it.',
    ]);
  });

  it('is a weight to share that is not there', () => {
    const drawing = setParam(gpt, 'tokenEmbedding', 'd_model', 32);
    expect(said(drawing)).toEqual([]);
    const widened = connect(
      connect(place(gpt, 'linear'), { from: 'finalNorm', to: 'linear', port: 'x' }),
      { from: 'linear', to: 'unembedding', port: 'x' },
    );
    expect(said(setParam(widened, 'linear', 'd_out', 32))).toEqual([
      'Unembedding: it shares W_E of Token embedding, which is (65, 64), but needs (65, 32). Make both the same size, or let it have a weight of its own.',
    ]);
    expect(targets(setParam(widened, 'linear', 'd_out', 32))).toEqual([
      { node: 'unembedding', repair: { param: 'tied', value: false } },
    ]);
  });
});
