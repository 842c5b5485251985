/** Pairs of ids, numbered in the order in which they were first added. */
export class PairTable {
  readonly first: number[] = [];
  readonly second: number[] = [];
  private slots = new Int32Array(1 << 12).fill(-1);

  get size(): number {
    return this.first.length;
  }

  /** The number of a pair; -1 when it was never added. */
  find(a: number, b: number): number {
    return this.slots[this.slotOf(a, b)] ?? -1;
  }

  /** The number of a pair, which is added if it is new. */
  add(a: number, b: number): number {
    const slot = this.slotOf(a, b);
    const known = this.slots[slot] ?? -1;
    if (known >= 0) return known;
    const index = this.first.push(a) - 1;
    this.second.push(b);
    this.slots[slot] = index;
    if (2 * index > this.slots.length) this.grow();
    return index;
  }

  /** Where the pair stands, or would stand. */
  private slotOf(a: number, b: number): number {
    const { slots, first, second } = this;
    const mask = slots.length - 1;
    let slot = spread(a, b) & mask;
    for (let index = slots[slot] ?? -1; index >= 0; index = slots[slot] ?? -1) {
      if (first[index] === a && second[index] === b) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (let index = 0; index < this.size; index++) {
      this.slots[this.slotOf(this.first[index] ?? 0, this.second[index] ?? 0)] = index;
    }
  }
}

function spread(a: number, b: number): number {
  const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
