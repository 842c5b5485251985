import type { Ops, Tensor } from '../tensor/ops';

/** Keys and values of the positions computed so far, one pair of tensors for each attention of the model. */
export interface KvCache {
  /** Positions held. */
  readonly length: number;
  /** What is held under this name, followed by `value`: (B, length, d) and (B, T, d) → (B, length + T, d). */
  extend(name: string, value: Tensor): Tensor;
  /** Counts T more positions as held, after a forward pass extended every name by T. */
  advance(T: number): void;
  dispose(): void;
}

/** An empty cache. It owns its tensors: they outlive tidy until `dispose`. */
export function createKvCache({ tf }: Ops): KvCache {
  const held = new Map<string, Tensor>();
  let length = 0;
  return {
    get length() {
      return length;
    },
    extend(name, value) {
      const before = held.get(name);
      const all = tf.keep(before === undefined ? tf.clone(value) : tf.concat([before, value], 1));
      before?.dispose();
      held.set(name, all);
      return all;
    },
    advance(T) {
      length += T;
    },
    dispose() {
      for (const tensor of held.values()) tensor.dispose();
      held.clear();
      length = 0;
    },
  };
}
