import type { Drawing } from '../contract/project';
import type { Compiled, Sizes } from './compiled';
import { feedFaults, leakFaults } from './demands';
import { findOutput } from './ends';
import { executionOrder } from './executionOrder';
import { expand } from './expand';
import { type Fault, faultAt } from './faults';
import { inferShapes } from './infer';
import { readLayers } from './layers';
import { drawingName } from './names';
import { reachOf } from './reach';
import { tooLarge } from './sentences';
import { countParams, nameWeights } from './weights';
import { readWiring } from './wiring';

/** WebAssembly has 4 GiB: 16 bytes for each parameter with its gradient and the optimizer's two numbers. */
const MAX_PARAMS = 2 ** 28;

/**
 * Understands a drawing: order, the shape on every wire, weights, and what is wrong with it. Pure, without tensors;
 * never throws on a drawing that passes `drawingSchema`.
 */
export function compile(drawing: Drawing, sizes: Sizes): Compiled {
  const faults: Fault[] = [];
  const wiring = readWiring(drawing, faults);
  const order = executionOrder(wiring, faults);
  const inferred = inferShapes(wiring, order, sizes, faults);
  const output = findOutput(wiring, { order: order.ids, inferred, sizes }, faults);
  const layers = readLayers(wiring, { inferred, output }, faults);
  const reading = { wiring, order: order.ids, inferred, layers };
  faults.push(...feedFaults({ wiring, sizes }, order.ids));
  faults.push(...leakFaults({ wiring, sizes }, reachOf(reading, sizes.causal ?? [])));
  const named = nameWeights({ wiring, inferred, layers }, order.ids, faults);
  const n_params = countParams(named.weights);
  if (n_params > MAX_PARAMS) {
    faults.push(faultAt('size', tooLarge(drawingName, n_params, MAX_PARAMS)));
  }
  const graph = { ...reading, named };
  const expanded =
    faults.length === 0 && output !== null ? expand(graph, output) : { steps: [], output: null };
  const { weights, nodeParams, nodeTrainable, nodeWeights } = named;
  const feeds = feedsOf(inferred);
  return {
    sizes,
    steps: expanded.steps,
    output: expanded.output,
    weights,
    shapes: new Map([...inferred.sound].map(([id, { shape }]) => [id, shape])),
    problems: faults.map(({ problem }) => problem),
    waiting: inferred.waiting,
    n_params,
    n_trainable: countParams(weights.filter(({ trainable }) => trainable)),
    nodeParams,
    nodeTrainable,
    nodeWeights,
    feeds,
    reach: new Map(feeds.map((feed) => [feed, reachOf(reading, [feed])])),
  };
}

function feedsOf({
  sound,
}: {
  sound: ReadonlyMap<string, { block: { type: string; group: string } }>;
}) {
  const inputs = [...sound.values()].filter(({ block }) => block.group === 'input');
  return [...new Set(inputs.map(({ block }) => block.type))];
}
