import { blockByType } from '../blocks/registry';
import { sameText, type Text } from '../contract/problem';
import type { Reach, Sizes } from './compiled';
import { looksAhead, memoryLeaks, unfed, unread } from './demandSentences';
import { type Fault, faultAt } from './faults';
import { drawingName, wireId } from './names';
import { blockOf, nameIn, type Wiring } from './wiring';

interface Reading {
  readonly wiring: Wiring;
  readonly sizes: Sizes;
}

/** Whether a drawing reads what the objective feeds, all of it and nothing else. */
export function feedFaults({ wiring, sizes }: Reading, order: readonly string[]): Fault[] {
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
export function leakFaults({ wiring, sizes }: Reading, { ahead }: Reach): Fault[] {
  const { objective = sameText('?') } = sizes;
  return ahead.map(({ node, wire, memory }) => {
    const where = nameIn(wiring, node);
    const target = { node, wire: wireId(wire) };
    if (memory) {
      return faultAt('leak', memoryLeaks(where, nameIn(wiring, wire.from), objective), target);
    }
    const repair = { param: 'causal', value: true };
    return faultAt('leak', looksAhead(where, objective), { ...target, repair });
  });
}
