import { describe, expect, it } from 'vitest';
import { showProblem } from '../contract/problem';
import { compile } from './compile';
import { emptyDrawing, setParam } from './document';
import { place, said, targets } from './faults.testing';
import { tinyGpt } from './templates';
import { connect } from './wires';

const gpt = tinyGpt();

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

  it('is more parameters than memory holds', () => {
    const sizes = { n_vocab: 300_000, n_ctx: 64 };
    const { problems, n_params } = compile(tinyGpt({ n_layers: 1, d_model: 1024 }), sizes);
    expect(n_params).toBe(319_863_808);
    expect(problems.map((problem) => showProblem(problem))).toEqual([
      'Drawing: it has 319,863,808 parameters, more than the 268,435,456 that fit in memory with their gradients. Use fewer layers, or a smaller d_model or d_ff.',
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
