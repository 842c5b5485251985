import type { AttentionOptions, Ops, Tensor } from '@shared/tensor/ops';

const ATTENTION: AttentionOptions = {
  n_heads: 2,
  n_kv_heads: 1,
  causal: true,
  window: null,
  scale: 0.5,
  alibi: false,
  keyPadding: null,
  dropout: null,
};

/** Numbers between −1 and 1 without a pattern that an error could hide in. */
function numbers(ops: Ops, shape: readonly number[], start: number): Tensor {
  const size = shape.reduce((product, n) => product * n, 1);
  return ops.tf.tensor(
    Float32Array.from({ length: size }, (_, i) => Math.sin((i + start) * 12.9898)),
    [...shape],
  );
}

/** A few operations of every kind, in sizes that leave remainders everywhere. */
function sample(ops: Ops): Tensor[] {
  const x = numbers(ops, [2, 5, 13], 1);
  const W = numbers(ops, [13, 14], 2);
  const hidden = ops.linear(x, W, numbers(ops, [14], 3)); // (2, 5, 14)
  const kv = ops.linear(x, numbers(ops, [13, 7], 4), null); // (2, 5, 7)
  const mixed = ops.attention(hidden, kv, kv, ATTENTION); // (2, 5, 14)
  const normed = ops.layerNorm(ops.add(hidden, mixed), numbers(ops, [14], 5), null, 1e-5);
  const bent = ops.activation(normed, 'gelu_tanh');
  const targets = ops.tf.tensor([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [2, 5], 'int32');
  return [mixed, bent, ops.crossEntropy(bent, targets, { labelSmoothing: 0.1, count: null })];
}

/** Whether fused operations give what the stock ones give, to float32's accuracy. */
export function agrees(fused: Ops, stock: Ops): boolean {
  return fused.tf.tidy(() => {
    const expected = sample(stock).map((x) => x.dataSync());
    return sample(fused).every((x, i) =>
      x.dataSync().every((value, j) => Math.abs(value - (expected[i]?.[j] ?? Number.NaN)) < 1e-4),
    );
  });
}
