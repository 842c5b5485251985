import { blockByType } from '../blocks/registry';
import { sameText, type Text } from '../contract/problem';
import type { Wire } from '../contract/project';
import type { Sizes } from './compiled';
import { looksAhead, memoryLeaks, unfed, unread } from './demandSentences';
import { type Fault, faultAt } from './faults';
import type { Inferred } from './infer';
import { flows, type Layers } from './layers';
import { drawingName, wireId } from './names';
import { blockOf, groupOf, nameIn, type Wiring } from './wiring';

interface Reading {
  readonly wiring: Wiring;
  readonly order: readonly string[];
  readonly inferred: Inferred;
  readonly layers: ReadonlyMap<string, Layers>;
  readonly sizes: Sizes;
}

/** Whether a drawing reads what the objective feeds, all of it and nothing else. */
export function feedFaults({ wiring, order, sizes }: Omit<Reading, 'layers' | 'inferred'>) {
  const { feeds, objective = sameText('?') } = sizes;
  const inputs = order.filter((id) => blockOf(wiring, id)?.group === 'input');
  if (feeds === undefined || inputs.length === 0) return [];
  const read = inputs.map((id) => blockOf(wiring, id)?.type ?? '');
  const missing = feeds
    .filter((feed) => !read.includes(feed))
    .map((feed) => faultAt('feeds', unread(drawingName, titleOf(feed), objective)));
  const idle = inputs
    .filter((id) => !feeds.includes(blockOf(wiring, id)?.type ?? ''))
    .map((id) => faultAt('feeds', unfed(nameIn(wiring, id), objective), { node: id }));
  return [...missing, ...idle];
}

const titleOf = (feed: string): Text => blockByType.get(feed)?.title ?? sameText(feed);

/** Attentions by which a position sees later ones of a feed that must be read from the left. */
export function leakFaults(reading: Reading): Fault[] {
  const { wiring, order, inferred, sizes } = reading;
  const { causal = [], objective = sameText('?') } = sizes;
  if (causal.length === 0) return [];
  const brings = bringing(reading, new Set(causal));
  return order.flatMap((id): Fault[] => {
    const sound = inferred.sound.get(id);
    if (sound?.block.group !== 'attention') return [];
    const wires = [...(wiring.into.get(id)?.values() ?? [])].filter(brings);
    const where = nameIn(wiring, id);
    return wires.flatMap((wire): Fault[] => {
      if (!flows(wiring, wire)) {
        const sentence = memoryLeaks(where, nameIn(wiring, wire.from), objective);
        return [faultAt('leak', sentence, { node: id, wire: wireId(wire) })];
      }
      if (sound.params.causal !== false) return [];
      const repair = { param: 'causal', value: true };
      return [
        faultAt('leak', looksAhead(where, objective), { node: id, wire: wireId(wire), repair }),
      ];
    });
  });
}

/** Tells wires that bring something of these feeds, what flows from layer to layer included. */
function bringing({ wiring, order, layers }: Reading, feeds: ReadonlySet<string>) {
  const found = new Set(
    order.filter((id) => {
      const block = blockOf(wiring, id);
      return block?.group === 'input' && feeds.has(block.type);
    }),
  );
  const carried = (wire: Wire) => {
    const group = groupOf(wiring, wire.to);
    const exit = layers.get(group ?? '')?.exit;
    const enters = group !== null && groupOf(wiring, wire.from) !== group;
    return enters && flows(wiring, wire) && exit != null && found.has(exit);
  };
  const brings = (wire: Wire) => found.has(wire.from) || carried(wire);
  // What leaves the first layer may be what enters the second: a second look sees it.
  for (let look = 0; look < 2; look++) {
    for (const id of order) {
      if ([...(wiring.into.get(id)?.values() ?? [])].some(brings)) found.add(id);
    }
  }
  return brings;
}
