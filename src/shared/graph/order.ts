import type { Wire } from '../contract/project';

type Targets = Map<string, string[]>;

/** The nodes of a path along the wires, both ends included; null when there is none. */
export function pathBetween(
  wires: readonly Wire[],
  start: string,
  end: string,
): readonly string[] | null {
  return pathAlong(targetsOf(wires), start, end);
}

function pathAlong(next: Targets, start: string, end: string): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  const queue = [start];
  for (const at of queue) {
    if (at === end) return walkBack(cameFrom, end);
    for (const to of next.get(at) ?? []) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, at);
      queue.push(to);
    }
  }
  return null;
}

function walkBack(cameFrom: ReadonlyMap<string, string | null>, end: string): string[] {
  const path: string[] = [];
  for (let at: string | null | undefined = end; at != null; at = cameFrom.get(at)) path.push(at);
  return path.reverse();
}

function targetsOf(wires: readonly Wire[]): Targets {
  const targets: Targets = new Map();
  for (const wire of wires) addWire(targets, wire);
  return targets;
}

function addWire(targets: Targets, { from, to }: Wire): void {
  const list = targets.get(from);
  if (list === undefined) targets.set(from, [to]);
  else list.push(to);
}

/** A loop, and its wire that was drawn last: the one to blame. */
export interface Loop {
  readonly wire: Wire;
  /** From the wire's end to its start. */
  readonly path: readonly string[];
}

export interface Order {
  /** Sources first; among equals, as given. */
  readonly ids: readonly string[];
  /** One loop for each wire that had to be left out. */
  readonly loops: readonly Loop[];
}

/** Sorts ids so that each wire goes forward, leaving out the wires that close a loop. */
export function sortByWires(ids: readonly string[], wires: readonly Wire[]): Order {
  const sorted = kahn(ids, wires);
  if (sorted.length === ids.length) return { ids: sorted, loops: [] };
  // Rare: draw the wires one by one, as a person would, and refuse those that close a loop.
  const kept: Wire[] = [];
  const next: Targets = new Map();
  const loops: Loop[] = [];
  for (const wire of wires) {
    const path = pathAlong(next, wire.to, wire.from);
    if (path === null) {
      kept.push(wire);
      addWire(next, wire);
    } else loops.push({ wire, path });
  }
  return { ids: kahn(ids, kept), loops };
}

function kahn(ids: readonly string[], wires: readonly Wire[]): string[] {
  const place = new Map(ids.map((id, i): [string, number] => [id, i]));
  const inner = wires.filter(({ from, to }) => place.has(from) && place.has(to));
  const next = targetsOf(inner);
  const waitsFor = new Map<string, number>();
  for (const { to } of inner) waitsFor.set(to, (waitsFor.get(to) ?? 0) + 1);
  const ready = ids.filter((id) => !waitsFor.has(id)).reverse();
  const sorted: string[] = [];
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    sorted.push(id);
    const freed: string[] = [];
    for (const to of next.get(id) ?? []) {
      const left = (waitsFor.get(to) ?? 0) - 1;
      waitsFor.set(to, left);
      if (left === 0) freed.push(to);
    }
    // Depth first, so that a branch stays together; earlier drawn nodes on top of the stack.
    freed.sort((a, b) => (place.get(b) ?? 0) - (place.get(a) ?? 0));
    ready.push(...freed);
  }
  return sorted;
}
