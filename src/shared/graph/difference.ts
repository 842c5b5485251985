import { blockByType } from '../blocks/registry';
import { sameText, type Text } from '../contract/problem';
import type { Drawing, DrawingNode } from '../contract/project';
import { blockTitle, groupName, nodeNames, wireId } from './names';

/**
 * What was changed on the way from one drawing to another, in words: `n_heads 1 → 8`,
 * `sinusoidal position → learned position`. Nodes are the same when their ids are; places and labels do not count.
 */
export function difference(before: Drawing, after: Drawing): Text[] {
  const pairs = pairNodes(before, after);
  const words = [
    ...pairs.same.flatMap((pair) => paramWords(pair, after)),
    ...pairs.swapped.map(([old, now]) => swapWords(old, now)),
    ...groupWords(before, after),
    ...listWords('−', pairs.removed),
    ...listWords('+', pairs.added),
  ];
  const distinct = [...new Map(words.map((word) => [word.en, word])).values()];
  if (distinct.length === 0 && wiringOf(before, pairs.same) !== wiringOf(after, [])) {
    return [{ en: 'wiring', zh: '连线' }];
  }
  return distinct;
}

/** All changes as one line; empty when there are none. */
export function showDifference(before: Drawing, after: Drawing): Text {
  const words = difference(before, after);
  return {
    en: words.map(({ en }) => en).join(', '),
    zh: words.map(({ zh }) => zh).join('，'),
  };
}

type Pair = readonly [DrawingNode, DrawingNode];

/** Nodes kept, put in another's place, gone and new. A new block of the kind of one that is gone replaced it. */
function pairNodes(before: Drawing, after: Drawing) {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const kept = after.nodes.flatMap((node): Pair[] => {
    const was = old.get(node.id);
    return was === undefined ? [] : [[was, node]];
  });
  const same = kept.filter(([was, node]) => was.type === node.type);
  const swapped = kept.filter(([was, node]) => was.type !== node.type);
  const keptIds = new Set(kept.map(([{ id }]) => id));
  const removed = before.nodes.filter(({ id }) => !keptIds.has(id));
  const added: DrawingNode[] = [];
  for (const node of after.nodes) {
    if (keptIds.has(node.id)) continue;
    const place = removed.findIndex((was) => kindOf(was) === kindOf(node));
    const [was] = place < 0 ? [] : removed.splice(place, 1);
    if (was === undefined) added.push(node);
    else if (was.type === node.type) same.push([was, node]);
    else swapped.push([was, node]);
  }
  return { same, swapped, removed, added };
}

const kindOf = ({ type, group }: DrawingNode) =>
  `${blockByType.get(type)?.group ?? type} in ${group ?? ''}`;

/** A param's change; with the node's name where others have the param too and kept it. */
function paramWords([was, node]: Pair, after: Drawing): Text[] {
  const names = [...new Set([...Object.keys(was.params), ...Object.keys(node.params)])];
  return names
    .filter((name) => paramOf(was, name) !== paramOf(node, name))
    .map((name) => {
      const change = `${name} ${show(paramOf(was, name))} → ${show(paramOf(node, name))}`;
      const alone = after.nodes.every(
        (other) => other.type !== node.type || paramOf(other, name) === paramOf(node, name),
      );
      if (alone) return sameText(change);
      const where = nodeNames(after).get(node.id) ?? sameText(node.id);
      return { en: `${lower(where.en)} ${change}`, zh: `${where.zh} ${change}` };
    });
}

/** The value that counts: the default where none is written. */
function paramOf(node: DrawingNode, name: string): unknown {
  const written = node.params[name];
  if (written !== undefined) return written;
  const field = blockByType.get(node.type)?.params.safeParse({});
  return field?.success ? field.data[name] : undefined;
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return String(value);
}

function swapWords(old: DrawingNode, now: DrawingNode): Text {
  const [from, to] = [blockTitle(old.type), blockTitle(now.type)];
  return { en: `${lower(from.en)} → ${lower(to.en)}`, zh: `${from.zh} → ${to.zh}` };
}

/** Changes of groups that both have: how many layers, and whether they share their weights. */
function groupWords(before: Drawing, after: Drawing): Text[] {
  const old = new Map(before.groups.map((group) => [group.id, group]));
  return after.groups.flatMap(({ id, count, shared = false }) => {
    const was = old.get(id);
    if (was === undefined) return [];
    const changes = [
      ...(was.count === count ? [] : [`n_layers ${was.count} → ${count}`]),
      ...((was.shared ?? false) === shared ? [] : [`shared ${!shared} → ${shared}`]),
    ];
    if (after.groups.length === 1) return changes.map(sameText);
    const name = groupName(after, id);
    return changes.map((change) => ({
      en: `${lower(name.en)} ${change}`,
      zh: `${name.zh} ${change}`,
    }));
  });
}

/** `+ dropout`, `− 2 layer norm`. */
function listWords(sign: string, nodes: readonly DrawingNode[]): Text[] {
  const count = new Map<string, number>();
  for (const { type } of nodes) count.set(type, (count.get(type) ?? 0) + 1);
  return [...count].map(([type, number]) => {
    const title = blockTitle(type);
    const times = number === 1 ? '' : `${number} `;
    return { en: `${sign} ${times}${lower(title.en)}`, zh: `${sign} ${times}${title.zh}` };
  });
}

/** Wires and membership of groups, with the ids that the nodes got later. */
function wiringOf({ wires, nodes }: Drawing, renamed: readonly Pair[]): string {
  const ids = new Map(renamed.map(([was, node]) => [was.id, node.id]));
  const name = (id: string) => ids.get(id) ?? id;
  const ends = wires.map(({ from, to, port }) => wireId({ from: name(from), to: name(to), port }));
  const members = nodes.map(({ id, group }) => `${name(id)} in ${group}`);
  return [...ends, ...members].sort().join('\n');
}

/** A title within a line: `learned position`, but `RMS norm`. */
function lower(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
