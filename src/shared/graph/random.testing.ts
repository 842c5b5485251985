import fc from 'fast-check';
import { blocks } from '../blocks/registry';
import type { Drawing, DrawingNode, ParamValue, Wire } from '../contract/project';
import { addNode, emptyDrawing } from './document';
import { connect } from './wires';

export const sizes = { n_vocab: 7, n_ctx: 6 };

interface Output {
  readonly id: string;
  readonly width: number;
}

export interface Move {
  readonly type: string;
  /** Chooses among params and earlier outputs. */
  readonly choice: number;
}

const chainTypes = [
  'selfAttention',
  'crossAttention',
  'feedForward',
  'layerNorm',
  'rmsNorm',
  'linear',
  'dropout',
  'scale',
  'residualAdd',
  'sinusoidalPosition',
  'learnedPosition',
];

export const move: fc.Arbitrary<Move> = fc.record({
  type: fc.constantFrom(...chainTypes),
  choice: fc.nat(1000),
});

/** Draws a chain of blocks with side wires, as a person would: block by block, wire by wire. */
export class RandomSketch {
  drawing: Drawing = emptyDrawing;
  outputs: Output[] = [];
  group: string | null = null;
  /** What cross-attentions look at; null = some earlier output. */
  memory: string | null = null;

  add(
    type: string,
    width: number,
    params: Record<string, ParamValue>,
    from: Record<string, string>,
  ) {
    const position = { x: 0, y: 0 };
    const { drawing, ids } = addNode(this.drawing, { type, position, group: this.group, params });
    const [id = ''] = ids;
    this.drawing = Object.entries(from).reduce(
      (d, [port, source]) => connect(d, { from: source, to: id, port }),
      drawing,
    );
    this.outputs.push({ id, width });
  }

  get last(): Output {
    return this.outputs.at(-1) ?? { id: '', width: 0 };
  }

  extend({ type, choice }: Move): void {
    const { id, width } = this.last;
    const likeThis = this.outputs.filter((output) => output.width === width);
    const other = likeThis[choice % likeThis.length]?.id ?? id;
    if (type === 'residualAdd') this.add(type, width, {}, { x: other, branch: id });
    else if (type === 'crossAttention')
      this.add(type, width, heads(width, choice), { x: id, memory: this.memory ?? other });
    else if (type === 'linear') this.linear([4, 8, 12][choice % 3] ?? 4);
    else this.add(type, width, paramsOf(type, width, choice), { x: id });
  }

  linear(d_out: number): void {
    this.add('linear', d_out, { d_out }, { x: this.last.id });
  }

  /** Moves into a repeat group, with only what enters at hand; then out of it, with only what leaves. */
  repeat(layers: { id: string; count: number; shared: boolean }, moves: readonly Move[]): void {
    const outside = this.outputs;
    const entry = this.last;
    this.group = layers.id;
    const group = { ...layers, label: null };
    this.drawing = { ...this.drawing, groups: [...this.drawing.groups, group] };
    this.outputs = [entry];
    this.extend({ type: 'layerNorm', choice: 0 });
    for (const each of moves) this.extend(each);
    if (this.last.width !== entry.width) this.linear(entry.width);
    this.group = null;
    this.outputs = [...outside, this.last];
  }
}

/** Heads that fit: of the usual size or of another, keys and values shared or not. */
function heads(width: number, choice: number): Record<string, ParamValue> {
  const divisors = [1, 2, 4].filter((n) => width % n === 0);
  const n_heads = divisors[choice % divisors.length] ?? 1;
  return {
    n_heads,
    n_kv_heads: choice % 4 === 0 ? 1 : null,
    d_k: choice % 7 < 2 ? 6 : null,
    d_v: choice % 11 < 3 ? 3 : null,
    qkNorm: choice % 9 === 0,
  };
}

function paramsOf(type: string, width: number, choice: number): Record<string, ParamValue> {
  if (type === 'feedForward') return { activation: choice % 2 === 0 ? 'relu' : 'swiglu', d_ff: 6 };
  if (type !== 'selfAttention') return {};
  const size = heads(width, choice);
  const d_k = size.d_k ?? width / Number(size.n_heads);
  const turns = Number(d_k) % 2 === 0 ? 'rope' : 'none';
  const position = ['none', 'alibi', turns][choice % 3] ?? 'none';
  const window = choice % 5 === 0 ? 2 : null;
  return { ...size, position, window, bias: choice % 2 === 0 };
}

/** Sound drawings, causal unless they have cross-attention. */
export const legalDrawing: fc.Arbitrary<Drawing> = fc
  .record({
    d_model: fc.constantFrom(4, 8, 12),
    before: fc.array(move, { maxLength: 4 }),
    inside: fc.array(move, { maxLength: 5 }),
    after: fc.array(move, { maxLength: 4 }),
    count: fc.integer({ min: 1, max: 3 }),
    shared: fc.boolean(),
  })
  .map(({ d_model, before, inside, after, count, shared }) => {
    const sketch = new RandomSketch();
    sketch.add('tokens', 0, {}, {});
    sketch.add('tokenEmbedding', d_model, { d_model }, { ids: 'tokens' });
    sketch.outputs = sketch.outputs.slice(1);
    for (const each of before) sketch.extend(each);
    sketch.repeat({ id: 'decoder', count, shared }, inside);
    for (const each of after) sketch.extend(each);
    const tied = sketch.last.width === d_model;
    sketch.add('unembedding', sizes.n_vocab, { tied }, { x: sketch.last.id });
    return sketch.drawing;
  });

const ids = ['tokens', 'attention', 'attention-2', 'norm', 'linear', 'residual', 'end', 'ghost'];
const someId = fc.constantFrom(...ids);
const someGroup = fc.constantFrom(null, null, 'decoder', 'encoder', 'ghost');
const someValue: fc.Arbitrary<ParamValue> = fc.oneof(
  fc.constantFrom<ParamValue>(0, 1, 4, 8, 5, -1, 1.5, 1e9, null, true, false, '', 'gelu', 'none'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
);
const paramNames = [
  'n_heads',
  'd_model',
  'd_ff',
  'd_out',
  'd_k',
  'tied',
  'rate',
  'eps',
  'position',
  'n_kv_heads',
  'd_v',
  'window',
  'n_ctx',
  'n',
  'nope',
];
const somePort = fc.constantFrom('x', 'x', 'branch', 'ids', 'memory', 'nope');
const someWire: fc.Arbitrary<Wire> = fc.record({ from: someId, to: someId, port: somePort });

const someNode: fc.Arbitrary<DrawingNode> = fc.record({
  id: someId,
  type: fc.constantFrom(...blocks.map(({ type }) => type), 'hyper', ''),
  params: fc.dictionary(fc.constantFrom(...paramNames), someValue, { maxKeys: 2 }),
  position: fc.record({
    x: fc.double({ noNaN: true, min: -1e7, max: 1e7 }),
    y: fc.double({ noNaN: true, min: -1e7, max: 1e7 }),
  }),
  group: someGroup,
  label: fc.option(fc.string({ maxLength: 5 })),
});

/** Anything that a file could hold. */
export const anyDrawing: fc.Arbitrary<Drawing> = fc.record({
  nodes: fc.array(someNode, { maxLength: 8 }),
  wires: fc.array(someWire, { maxLength: 14 }),
  groups: fc.array(
    fc.record({
      id: fc.constantFrom('decoder', 'encoder', 'tokens'),
      count: fc.integer({ min: 1, max: 3 }),
      label: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
});

type Damage = (drawing: Drawing) => Drawing;

const editSome =
  (place: number, edit: (node: DrawingNode) => DrawingNode): Damage =>
  (drawing) => ({
    ...drawing,
    nodes: drawing.nodes.map((node, i) => (i === place % drawing.nodes.length ? edit(node) : node)),
  });

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat(), someValue).map(([place, which, value]) =>
    editSome(place, (node) => {
      const names = Object.keys(node.params);
      const name = names[which % (names.length + 1)] ?? 'nope';
      return { ...node, params: { ...node.params, [name]: value } };
    }),
  ),
  fc
    .tuple(fc.nat(), fc.constantFrom(...paramNames), someValue)
    .map(([place, name, value]) =>
      editSome(place, (node) => ({ ...node, params: { ...node.params, [name]: value } })),
    ),
  fc
    .tuple(fc.nat(), someGroup)
    .map(([place, group]) => editSome(place, (node) => ({ ...node, group }))),
  fc
    .tuple(fc.nat(), fc.constantFrom(...chainTypes))
    .map(([place, type]) => editSome(place, (node) => ({ ...node, type, params: {} }))),
  fc.nat().map(
    (place): Damage =>
      (drawing) => ({
        ...drawing,
        wires: drawing.wires.filter((_, i) => i !== place % drawing.wires.length),
      }),
  ),
  fc.tuple(fc.nat(), fc.nat(), somePort).map(
    ([a, b, port]): Damage =>
      (drawing) => {
        const at = (place: number) => drawing.nodes[place % drawing.nodes.length]?.id ?? '';
        return { ...drawing, wires: [...drawing.wires, { from: at(a), to: at(b), port }] };
      },
  ),
);

/** The same drawings with a few things wrong. */
export function damaged(drawings: fc.Arbitrary<Drawing>): fc.Arbitrary<Drawing> {
  return fc
    .tuple(drawings, fc.array(damage, { minLength: 1, maxLength: 3 }))
    .map(([drawing, damages]) => damages.reduce((d, hurt) => hurt(d), drawing));
}

export const damagedDrawing = damaged(legalDrawing);
