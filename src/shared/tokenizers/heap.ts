/** A heap of numbers: the one that is before all others comes out first. */
export class Heap {
  private readonly items: number[] = [];
  private readonly before: (a: number, b: number) => boolean;

  constructor(before: (a: number, b: number) => boolean) {
    this.before = before;
  }

  get size(): number {
    return this.items.length;
  }

  push(item: number): void {
    const { items, before } = this;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] ?? 0;
      if (!before(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  /** Takes the first item out; undefined when there is none. */
  pop(): number | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.sink(last);
    return first;
  }

  clear(): void {
    this.items.length = 0;
  }

  private sink(item: number): void {
    const { items, before } = this;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const right = child + 1;
      if (right < items.length && before(items[right] ?? 0, items[child] ?? 0)) child = right;
      const below = items[child] ?? 0;
      if (!before(below, item)) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }
}
