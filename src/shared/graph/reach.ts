import type { Wire } from '../contract/project';
import type { LookAhead, Reach } from './compiled';
import type { Inferred } from './infer';
import { flows, type Layers } from './layers';
import { blockOf, groupOf, type Wiring } from './wiring';

interface Reading {
  readonly wiring: Wiring;
  readonly order: readonly string[];
  readonly inferred: Inferred;
  readonly layers: ReadonlyMap<string, Layers>;
}

/** Follows feeds through a drawing, from layer to layer too. No other block than an attention mixes positions. */
export function reachOf(reading: Reading, feeds: readonly string[]): Reach {
  const { wiring, order, inferred } = reading;
  const { nodes, brings } = spread(reading, feeds);
  const ahead = order.flatMap((node): LookAhead[] => {
    const sound = inferred.sound.get(node);
    if (sound?.block.group !== 'attention') return [];
    return wiresInto(wiring, node)
      .filter(brings)
      .map((wire) => ({ node, wire, memory: !flows(wiring, wire) }))
      .filter(({ memory }) => memory || sound.params.causal === false);
  });
  return { nodes, ahead };
}

const wiresInto = (wiring: Wiring, id: string) => [...(wiring.into.get(id)?.values() ?? [])];

/** The nodes that are reached, and whether a wire brings something of these feeds. */
function spread({ wiring, order, layers }: Reading, feeds: readonly string[]) {
  const nodes = new Set(
    order.filter((id) => {
      const block = blockOf(wiring, id);
      return block?.group === 'input' && feeds.includes(block.type);
    }),
  );
  const carried = (wire: Wire) => {
    const group = groupOf(wiring, wire.to);
    const exit = layers.get(group ?? '')?.exit;
    const enters = group !== null && groupOf(wiring, wire.from) !== group;
    return enters && flows(wiring, wire) && exit != null && nodes.has(exit);
  };
  const brings = (wire: Wire) => nodes.has(wire.from) || carried(wire);
  // What leaves the first layer may be what enters the second: a second look sees it.
  for (let look = 0; look < 2; look++) {
    for (const id of order) if (wiresInto(wiring, id).some(brings)) nodes.add(id);
  }
  return { nodes, brings };
}
