import type { Wire } from '../contract/project';
import type { Step } from './compiled';
import type { Inferred } from './infer';
import { flows, type Layers } from './layers';
import { type NamedWeights, stepName } from './weights';
import { entry, groupOf, nameIn, type Wiring } from './wiring';

interface Graph {
  readonly wiring: Wiring;
  readonly order: readonly string[];
  readonly inferred: Inferred;
  readonly layers: ReadonlyMap<string, Layers>;
  readonly named: NamedWeights;
}

/** Node → the place of its step in each layer. */
type Places = Map<string, number[]>;

/** Writes the layers of a drawing without faults out, one step after the other. */
export function expand(graph: Graph, output: string): { steps: Step[]; output: number } {
  const steps: Step[] = [];
  const places: Places = new Map();
  for (const { id, layer } of calls(graph)) {
    const inputs: Record<string, number> = {};
    for (const [port, wire] of graph.wiring.into.get(id) ?? []) {
      inputs[port] = arrivesFrom(graph, places, { wire, layer });
    }
    const place = steps.push(stepOf(graph, { id, layer, inputs })) - 1;
    entry(places, id, (): number[] => []).push(place);
  }
  return { steps, output: present(places.get(output)?.at(-1)) };
}

function calls(graph: Graph): { id: string; layer: number }[] {
  return parts(graph).flatMap(({ count, ids }) =>
    Array.from({ length: count }, (_, layer) => ids.map((id) => ({ id, layer }))).flat(),
  );
}

/** Runs of nodes that are repeated together. */
function parts({ wiring, order, layers }: Graph): { count: number; ids: string[] }[] {
  const found: { group: string | null; count: number; ids: string[] }[] = [];
  for (const id of order) {
    const group = groupOf(wiring, id);
    const last = found.at(-1);
    if (last !== undefined && group !== null && last.group === group) last.ids.push(id);
    else found.push({ group, count: layers.get(group ?? '')?.count ?? 1, ids: [id] });
  }
  return found;
}

function arrivesFrom(
  { wiring, layers }: Graph,
  places: ReadonlyMap<string, readonly number[]>,
  { wire, layer }: { wire: Wire; layer: number },
): number {
  const group = groupOf(wiring, wire.to);
  if (group !== null && groupOf(wiring, wire.from) === group) {
    return present(places.get(wire.from)?.[layer]);
  }
  const exit = layers.get(group ?? '')?.exit;
  if (exit != null && layer > 0 && flows(wiring, wire)) {
    return present(places.get(exit)?.[layer - 1]);
  }
  return present(places.get(wire.from)?.at(-1));
}

function stepOf(
  { wiring, inferred, named }: Graph,
  { id, layer, inputs }: { id: string; layer: number; inputs: Record<string, number> },
): Step {
  const { block, params, shape } = present(inferred.sound.get(id));
  return {
    name: stepName(wiring, id, layer),
    node: id,
    group: groupOf(wiring, id),
    layer,
    where: nameIn(wiring, id),
    block,
    params,
    // In the block's own order of ports: padding follows the first.
    inputs: Object.fromEntries(
      Object.keys(block.inputs).map((port) => [port, present(inputs[port])]),
    ),
    weights: present(named.names.get(id)?.[layer]),
    shape,
  };
}

function present<A>(value: A | undefined): A {
  if (value === undefined) throw new Error('a drawing with faults was expanded');
  return value;
}
