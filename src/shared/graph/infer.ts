import type { AnyBlock, WeightSpecs } from '../blocks/block';
import { ProblemError, sameText, type Text } from '../contract/problem';
import type { Shape } from '../tensor/shape';
import type { Params, Sizes } from './compiled';
import type { ExecutionOrder } from './executionOrder';
import { type Fault, faultAt } from './faults';
import { readParams } from './params';
import { unwired } from './sentences';
import { blockOf, nameIn, type Wiring } from './wiring';

/** A node that has all it needs. */
export interface SoundNode {
  readonly block: AnyBlock;
  readonly params: Params;
  readonly shape: Shape;
  /** Of its first layer. */
  readonly weights: WeightSpecs;
}

export interface Inferred {
  readonly sound: ReadonlyMap<string, SoundNode>;
  /** Node → the faulty node that it waits for. */
  readonly waiting: ReadonlyMap<string, Text>;
}

interface Reading {
  readonly wiring: Wiring;
  readonly order: ExecutionOrder;
  readonly sizes: Sizes;
  readonly faults: Fault[];
  readonly sound: Map<string, SoundNode>;
  /** Node that is not sound → the node at fault: itself, or one before it. */
  readonly blamed: Map<string, string>;
}

/** Shapes and weights of every node that is sound; a fault is found where it begins and nowhere after. */
export function inferShapes(
  wiring: Wiring,
  order: ExecutionOrder,
  sizes: Sizes,
  faults: Fault[],
): Inferred {
  const reading: Reading = { wiring, order, sizes, faults, sound: new Map(), blamed: new Map() };
  for (const id of order.ids) readNode(reading, id);
  const waiting = new Map(
    [...reading.blamed]
      .filter(([id, origin]) => id !== origin)
      .map(([id, origin]) => [id, nameIn(wiring, origin)]),
  );
  return { sound: reading.sound, waiting };
}

function readNode(reading: Reading, id: string): void {
  const { wiring, faults, blamed } = reading;
  const block = blockOf(wiring, id);
  const node = wiring.nodes.get(id);
  const where = nameIn(wiring, id);
  if (block === undefined || node === undefined) {
    blamed.set(id, id);
    return;
  }
  const read = readParams(block, node, where);
  if ('fault' in read) faults.push(read.fault);
  const inputs = readInputs(reading, id, block);
  if ('fault' in read || inputs.faulty) {
    blamed.set(id, id);
  } else if (inputs.origin !== null) {
    blamed.set(id, inputs.origin);
  } else {
    judge(reading, id, { block, params: read.params, inputs: inputs.shapes });
  }
}

function readInputs(reading: Reading, id: string, block: AnyBlock) {
  const shapes: Record<string, Shape> = {};
  let faulty = false;
  let origin: string | null = null;
  for (const port of Object.keys(block.inputs)) {
    const arrived = arriving(reading, id, { block, port });
    if (arrived === null) faulty = true;
    else if (typeof arrived === 'string') origin ??= arrived;
    else shapes[port] = arrived;
  }
  return { shapes, faulty, origin };
}

/** The shape that arrives at a port; or the node at fault before it; or null when the fault is here. */
function arriving(
  { wiring, order, faults, sound, blamed }: Reading,
  id: string,
  { block, port }: { block: AnyBlock; port: string },
): Shape | string | null {
  const wire = wiring.into.get(id)?.get(port);
  if (wire === undefined) {
    const several = Object.keys(block.inputs).length > 1;
    const title = several ? (block.inputs[port]?.title ?? null) : null;
    faults.push(faultAt('unwired', unwired(nameIn(wiring, id), title), { node: id }));
    return null;
  }
  if (order.broken.has(wire)) return null;
  return sound.get(wire.from)?.shape ?? blamed.get(wire.from) ?? wire.from;
}

function judge(
  { wiring, sizes, faults, sound, blamed }: Reading,
  id: string,
  { block, params, inputs }: { block: AnyBlock; params: Params; inputs: Record<string, Shape> },
): void {
  const context = {
    where: wiring.names.get(id) ?? sameText(id),
    n_vocab: sizes.n_vocab,
    n_ctx: sizes.n_ctx,
  };
  try {
    const shape = block.inferShape(params, inputs, context);
    const weights = block.weights(params, inputs, context);
    sound.set(id, { block, params, shape, weights });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { target, ...sentence } = error.problem;
    faults.push(faultAt('shape', sentence, { node: id, ...target }));
    blamed.set(id, id);
  }
}
