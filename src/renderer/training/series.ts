/**
 * Values by step, in step order, in typed arrays that grow in place: 100,000 points take 0.8 MB and make no garbage.
 */
export class Series {
  #steps = new Int32Array(256);
  #values = new Float32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The steps held, ascending. Valid until the next push. */
  get steps(): Int32Array {
    return this.#steps.subarray(0, this.#length);
  }

  /** The value at each of `steps`. Valid until the next push. */
  get values(): Float32Array {
    return this.#values.subarray(0, this.#length);
  }

  /** Adds a point. A step that was seen before starts over from there: a run went on from its last checkpoint. */
  push(step: number, value: number): void {
    if (this.#length > 0 && step <= (this.#steps[this.#length - 1] ?? 0)) {
      this.#length = firstAtLeast(this.steps, step);
    }
    if (this.#length === this.#steps.length) this.#grow();
    this.#steps[this.#length] = step;
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  last(): { step: number; value: number } | null {
    const step = this.#steps[this.#length - 1];
    const value = this.#values[this.#length - 1];
    return this.#length === 0 || step === undefined || value === undefined ? null : { step, value };
  }

  /** The point nearest to `step`, at most `reach` steps away. */
  near(step: number, reach: number): { step: number; value: number } | null {
    const steps = this.steps;
    const after = firstAtLeast(steps, step);
    const at = nearer(steps, after - 1, after, step);
    const found = steps[at];
    const value = this.values[at];
    if (found === undefined || value === undefined) return null;
    return Math.abs(found - step) <= reach ? { step: found, value } : null;
  }

  #grow(): void {
    const steps = new Int32Array(this.#steps.length * 2);
    const values = new Float32Array(this.#values.length * 2);
    steps.set(this.#steps);
    values.set(this.#values);
    this.#steps = steps;
    this.#values = values;
  }
}

/** Index of the first step that is not below `step`; the length when there is none. */
export function firstAtLeast(steps: Int32Array, step: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearer(steps: Int32Array, a: number, b: number, step: number): number {
  const before = steps[a];
  const after = steps[b];
  if (before === undefined) return b;
  if (after === undefined) return a;
  return step - before <= after - step ? a : b;
}
