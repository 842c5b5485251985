import type { WeightSpec } from '../blocks/block';
import { sameShape } from '../tensor/shape';
import type { NodeWeight, Weight } from './compiled';
import { type Fault, faultAt } from './faults';
import type { Inferred } from './infer';
import type { Layers } from './layers';
import { blockTitle } from './names';
import { noOther, notTied, tiedMismatch } from './sentences';
import { groupOf, nameIn, type Wiring } from './wiring';

/** The block's own name of a weight → its name in the model. */
export type WeightNames = Readonly<Record<string, string>>;

export interface NamedWeights {
  readonly weights: readonly Weight[];
  /** Of each sound node, layer by layer. */
  readonly names: ReadonlyMap<string, readonly WeightNames[]>;
  readonly nodeParams: ReadonlyMap<string, number>;
  readonly nodeTrainable: ReadonlyMap<string, number>;
  readonly nodeWeights: ReadonlyMap<string, readonly NodeWeight[]>;
}

interface Graph {
  readonly wiring: Wiring;
  readonly inferred: Inferred;
  readonly layers: ReadonlyMap<string, Layers>;
}

/** `decoder.0.attention` in a group, `finalNorm` outside. */
export function stepName(wiring: Wiring, id: string, layer: number): string {
  const group = groupOf(wiring, id);
  return group === null ? id : `${group}.${layer}.${id}`;
}

/**
 * Names the weights of all sound nodes: each layer's own, or in a group that shares them those of its first layer; a
 * tied one takes its owner's name.
 */
export function nameWeights(graph: Graph, order: readonly string[], faults: Fault[]): NamedWeights {
  const weights: Weight[] = [];
  const names = new Map<string, WeightNames[]>();
  const nodeParams = new Map<string, number>();
  const nodeTrainable = new Map<string, number>();
  const nodeWeights = new Map<string, NodeWeight[]>();
  for (const id of ownersFirst(graph, order)) {
    const sound = graph.inferred.sound.get(id);
    if (sound === undefined) continue;
    const specs = Object.entries(sound.weights);
    const tied = new Map(specs.map(([name, spec]) => [name, tie(graph, { id, spec }, faults)]));
    const isShared = sharesWeights(graph, id);
    const perLayer = Array.from({ length: countOf(graph, id) }, (_, layer) => {
      const ownName = stepName(graph.wiring, id, isShared ? 0 : layer);
      const full = (name: string) => tied.get(name)?.(names, layer) ?? `${ownName}.${name}`;
      return Object.fromEntries(specs.map(([name]) => [name, full(name)]));
    });
    names.set(id, perLayer);
    const own = specs.filter(([name]) => !tied.get(name));
    const made = perLayer
      .slice(0, isShared ? 1 : perLayer.length)
      .flatMap((full) =>
        own.map(([name, spec]) => weightOf(graph, { id, spec, name: full[name] ?? name })),
      );
    weights.push(...made);
    nodeParams.set(id, countParams(made));
    nodeTrainable.set(id, countParams(made.filter(({ trainable }) => trainable)));
    nodeWeights.set(
      id,
      specs.map(([name, { shape }]) => ({
        name,
        fullName: perLayer[0]?.[name] ?? name,
        shape,
        tied: Boolean(tied.get(name)),
      })),
    );
  }
  return { weights, names, nodeParams, nodeTrainable, nodeWeights };
}

export function countParams(weights: readonly Weight[]): number {
  return weights.reduce((sum, { n_params }) => sum + n_params, 0);
}

function countOf({ wiring, layers }: Graph, id: string): number {
  return layers.get(groupOf(wiring, id) ?? '')?.count ?? 1;
}

/** Whether all layers of a node's group use one set of weights. */
function sharesWeights({ wiring }: Graph, id: string): boolean {
  return wiring.groups.get(groupOf(wiring, id) ?? '')?.shared === true;
}

function weightOf(
  graph: Graph,
  { id, spec, name }: { id: string; spec: WeightSpec; name: string },
): Weight {
  const { shape, init, decay, trainable = true } = spec;
  const all = [...graph.layers.values()].reduce((sum, { count }) => sum + count, 0);
  const grouped = groupOf(graph.wiring, id) !== null;
  return {
    name,
    shape,
    init,
    decay,
    trainable,
    node: id,
    n_layers: grouped ? countOf(graph, id) : Math.max(1, all),
    n_params: shape.reduce((product, size) => product * size, 1),
  };
}

type NameOfTied = (
  names: ReadonlyMap<string, readonly WeightNames[]>,
  layer: number,
) => string | undefined;

/** How to name a tied weight; null for one of the node's own, or when there is nothing to tie it to. */
function tie(
  graph: Graph,
  { id, spec }: { id: string; spec: WeightSpec },
  faults: Fault[],
): NameOfTied | null {
  if (spec.tiedTo === undefined) return null;
  const { type, weight, anywhere } = spec.tiedTo;
  const where = nameIn(graph.wiring, id);
  const repair = 'tied' in (graph.inferred.sound.get(id)?.params ?? {});
  const target = { node: id, ...(repair && { repair: { param: 'tied', value: false } }) };
  const owner = anywhere
    ? firstOther(graph, id, spec.tiedTo)
    : nearestBefore(graph.wiring, id, type);
  const own = graph.inferred.sound.get(owner ?? '')?.weights[weight]?.shape;
  if (owner === null || own === undefined) {
    const sentence = anywhere ? noOther(where, weight) : notTied(where, blockTitle(type), weight);
    faults.push(faultAt('tied', sentence, target));
    return null;
  }
  if (!sameShape(own, spec.shape)) {
    const sizes = { own, needed: spec.shape };
    faults.push(
      faultAt('tied', tiedMismatch(where, nameIn(graph.wiring, owner), weight, sizes), target),
    );
  }
  const inside = groupOf(graph.wiring, owner) === groupOf(graph.wiring, id);
  return (names, layer) => {
    const layers = names.get(owner);
    return (inside ? layers?.[layer] : layers?.at(-1))?.[weight];
  };
}

/** The nearest node of a type that a node's inputs come from, the earliest wired of equals; null when there is none. */
function nearestBefore(wiring: Wiring, id: string, type: string): string | null {
  const seen = new Set([id]);
  const queue = [id];
  for (const at of queue) {
    if (at !== id && wiring.nodes.get(at)?.type === type) return at;
    for (const { from } of wiring.into.get(at)?.values() ?? []) {
      if (seen.has(from)) continue;
      seen.add(from);
      queue.push(from);
    }
  }
  return null;
}

/** The first other node of a type that owns its weight; null when there is none. */
function firstOther(
  { inferred }: Graph,
  id: string,
  { type, weight }: { readonly type: string; readonly weight: string },
): string | null {
  for (const [other, { block, weights }] of inferred.sound) {
    const spec = weights[weight];
    if (other !== id && block.type === type && spec && spec.tiedTo === undefined) return other;
  }
  return null;
}

/** The order to name weights in: one that is shared across the drawing is named before those that share it. */
function ownersFirst(graph: Graph, order: readonly string[]): readonly string[] {
  const owners = new Set<string>();
  for (const [id, { weights }] of graph.inferred.sound) {
    for (const { tiedTo } of Object.values(weights)) {
      const owner = tiedTo?.anywhere ? firstOther(graph, id, tiedTo) : null;
      if (owner !== null) owners.add(owner);
    }
  }
  return owners.size === 0 ? order : [...owners, ...order.filter((id) => !owners.has(id))];
}
