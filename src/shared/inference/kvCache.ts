import type { StepValue } from '../graph/model';
import type { Ops, Tensor } from '../tensor/ops';

type Known = ReadonlyMap<number, StepValue>;

/** Keys and values of the positions computed so far, one pair of tensors for each attention of the model. */
export interface KvCache {
  /** Positions held. */
  readonly length: number;
  /** What depends on no position: the steps of an encoder. */
  readonly known: Known;
  /** What is held under this name, followed by `value`: (B, length, d) and (B, T, d) → (B, length + T, d). */
  extend(name: string, value: Tensor): Tensor;
  /** What is held under this name whatever the position; computed when it is not. */
  once(name: string, value: () => Tensor): Tensor;
  /** Counts T more positions as held, after a forward pass extended every name by T. */
  advance(T: number): void;
  /** Another cache that holds the same: what one is given from now on, the other does not see. */
  fork(): KvCache;
  /** Lets the positions go, not what depends on none. */
  clear(): void;
  dispose(): void;
}

/** An empty cache. It owns its tensors, those of `known` included: they outlive tidy until `dispose`. */
export function createKvCache({ tf }: Ops, known: Known = new Map()): KvCache {
  return cacheOf({ tf }, { known, held: new Map(), constant: new Map(), length: 0 });
}

interface Content {
  readonly known: Known;
  readonly held: Map<string, Tensor>;
  readonly constant: Map<string, Tensor>;
  readonly length: number;
}

function cacheOf({ tf }: Pick<Ops, 'tf'>, content: Content): KvCache {
  const { known, held, constant } = content;
  let { length } = content;
  const release = (tensors: Map<string, Tensor>) => {
    for (const tensor of tensors.values()) tensor.dispose();
    tensors.clear();
  };
  const clear = () => {
    release(held);
    length = 0;
  };
  const copy = (tensor: Tensor) => tf.keep(tf.clone(tensor));
  const copies = (tensors: ReadonlyMap<string, Tensor>) =>
    new Map([...tensors].map(([name, tensor]) => [name, copy(tensor)]));
  return {
    get length() {
      return length;
    },
    known,
    extend(name, value) {
      const before = held.get(name);
      const all = tf.keep(before === undefined ? tf.clone(value) : tf.concat([before, value], 1));
      before?.dispose();
      held.set(name, all);
      return all;
    },
    once(name, value) {
      const kept = constant.get(name) ?? copy(value());
      constant.set(name, kept);
      return kept;
    },
    advance(T) {
      length += T;
    },
    fork: () =>
      cacheOf(
        { tf },
        { known: copyKnown(known, copy), held: copies(held), constant: copies(constant), length },
      ),
    clear,
    dispose() {
      clear();
      release(constant);
      for (const { output, mask } of known.values()) {
        output.dispose();
        mask?.dispose();
      }
    },
  };
}

function copyKnown(known: Known, copy: (tensor: Tensor) => Tensor): Known {
  return new Map(
    [...known].map(([place, { output, mask }]) => [
      place,
      { output: copy(output), mask: mask && copy(mask) },
    ]),
  );
}
