import { fail } from '../contract/problem';
import type { Compiled, Step } from '../graph/compiled';
import { leaks } from '../graph/demandSentences';
import { forward } from '../graph/model';
import { wireId } from '../graph/names';
import type { Tensor } from '../tensor/ops';
import type { DrawnModel } from './drawnModel';

type Feeds = Readonly<Record<string, Int32Array>>;

/** What a change of the last token did to the positions before it. */
export interface MaskTest {
  /** The token that was changed, counted from 1. */
  readonly changed: number;
  /** The largest change of a logit before it: 0 where nothing leaks. */
  readonly moved: number;
}

/** Rounding, beside the largest number there is. */
const TOLERANCE = 1e-5;

/**
 * Changes the last token of a feed and looks whether an earlier position notices, which would have seen its answer.
 * null when there is nothing earlier.
 *
 * @throws Problem at the first block in which a later token reaches an earlier position.
 */
export function testMask(model: DrawnModel, feeds: Feeds, feed: string): MaskTest | null {
  const ids = feeds[feed];
  if (ids === undefined || ids.length < 2) return null;
  const last = ids.length - 1;
  const changed = Int32Array.from(ids);
  changed[last] = ((ids[last] ?? 0) + 1) % model.compiled.sizes.n_vocab;
  const other = { ...feeds, [feed]: changed };
  const [a, b] = [valuesOf(model, feeds), valuesOf(model, other)];
  const { output } = model.compiled;
  const end = output === null ? undefined : model.compiled.steps[output];
  const { moved } = earlierMove(a.get(end?.name ?? ''), b.get(end?.name ?? ''), last);
  const leak = firstLeak(model.compiled, (name) => earlierMove(a.get(name), b.get(name), last));
  if (leak !== null) {
    const { where, what, fix } = leaks(leak.step.where, last + 1, leak.position + 1);
    fail(where, what, fix, { node: leak.step.node, ...wireOf(model.compiled, leak.step) });
  }
  return { changed: last + 1, moved };
}

/** What a step gave: (1, T, …), row by row. */
interface Rows {
  readonly length: number;
  readonly values: Float32Array;
}

/** The output of every step that has a row for each position, by name. */
function valuesOf({ compiled, ops, weights }: DrawnModel, feeds: Feeds): Map<string, Rows> {
  const found = new Map<string, Rows>();
  const sized = new Set(compiled.steps.filter(({ shape }) => shape[1] === 'T').map(outputName));
  ops.tf.tidy(() => {
    const tensors = Object.fromEntries(
      Object.entries(feeds).map(([name, ids]) => [
        name,
        ops.tf.tensor2d(ids, [1, ids.length], 'int32'), // (1, length)
      ]),
    );
    const tap = (name: string, value: () => Tensor) => {
      if (!sized.has(name)) return;
      const output = value(); // (1, T, …)
      const values = Float32Array.from(output.dataSync());
      found.set(name.slice(0, -'.output'.length), { length: output.shape[1] ?? 0, values });
    };
    forward({ compiled, ops, weights, feeds: tensors, training: null, tap });
  });
  return found;
}

const outputName = ({ name }: Step) => `${name}.output`;

interface Move {
  readonly moved: number;
  /** The first position that moved, counted from 0; −1 when none did. */
  readonly position: number;
}

const still: Move = { moved: 0, position: -1 };

/** How far the rows before `last` are apart. */
function earlierMove(a: Rows | undefined, b: Rows | undefined, last: number): Move {
  if (a === undefined || b === undefined || a.length === 0) return still;
  const width = a.values.length / a.length;
  const largest = a.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let { moved, position } = still;
  for (let i = 0; i < last * width; i++) {
    const move = Math.abs((a.values[i] ?? 0) - (b.values[i] ?? 0));
    if (move > TOLERANCE * largest && position < 0) position = Math.floor(i / width);
    moved = Math.max(moved, move);
  }
  return { moved: position < 0 ? 0 : moved, position };
}

/** The first step whose output moved: none that it is computed from did. */
function firstLeak({ steps }: Compiled, moveOf: (name: string) => Move) {
  for (const step of steps) {
    const { position } = moveOf(step.name);
    if (position >= 0) return { step, position };
  }
  return null;
}

/**
 * The wire that brings what leaks: that of a memory, else the first. It is drawn once for all layers, as the first layer
 * has it: what a later layer gets from the one before comes in by the wire from outside.
 */
function wireOf({ steps }: Compiled, { block, node }: Step) {
  const ports = Object.keys(block.inputs);
  const port = ports.find((name) => block.inputs[name]?.constant === true) ?? ports[0];
  const drawn = steps.find((step) => step.node === node);
  const from = steps[drawn?.inputs[port ?? ''] ?? -1];
  if (port === undefined || from === undefined) return {};
  return { wire: wireId({ from: from.node, to: node, port }) };
}
