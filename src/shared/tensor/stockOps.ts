import type { Activation, Ops, OptimizerOps, Tensor, TfCore } from './ops';
import { dropoutMask, rope, stockAttention, stockAttentionPattern } from './stockAttention';

/**
 * The operations written with plain TensorFlow.js only: slow, and the truth that fused ones are tested
 * against. They work on every backend: gradients avoid what the wasm backend lacks (UnsortedSegmentSum).
 */
export function stockOps(tf: TfCore): Ops {
  const rows = (x: Tensor) => tf.reshape(x, [x.size / last(x), last(x)]); // (N, d)
  const oneHot = (ids: Tensor, n: number) => tf.cast(tf.oneHot(ids, n), 'float32');
  const scaled = (x: Tensor, gain: Tensor | null) => (gain === null ? x : tf.mul(x, gain));
  const shifted = (x: Tensor, bias: Tensor | null) => (bias === null ? x : tf.add(x, bias));
  const activation = (x: Tensor, kind: Activation) => activations[kind](tf, x);
  /** x / √(mean x² + eps) over the last axis. */
  const unit = (x: Tensor, eps: number) =>
    tf.mul(x, tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), eps)));
  return {
    tf,
    linear: (x, W, b) => shifted(tf.reshape(tf.matMul(rows(x), W), [...lead(x), last(W)]), b), // (…, d_out)
    linearTransposed: (x, W) =>
      tf.reshape(tf.matMul(rows(x), W, false, true), [...lead(x), first(W)]), // (…, n)
    add: (a, b) => tf.add(a, b),
    layerNorm: (x, gain, bias, eps) =>
      shifted(scaled(unit(tf.sub(x, tf.mean(x, -1, true)), eps), gain), bias),
    rmsNorm: (x, gain, eps) => scaled(unit(x, eps), gain),
    activation,
    gated: (gate, x, kind) => tf.mul(activation(gate, kind), x),
    embedding: (ids, W_E) =>
      tf.reshape(tf.matMul(oneHot(tf.reshape(ids, [-1]), first(W_E)), W_E), [
        ...ids.shape,
        last(W_E),
      ]), // (B, T, d)
    rope: (x, n_heads, base, offset) => rope(tf, x, n_heads, base, offset),
    attention: (q, k, v, options) => stockAttention(tf, q, k, v, options),
    attentionPattern: (q, k, options) => stockAttentionPattern(tf, q, k, options),
    dropout: (x, options) =>
      options.rate === 0 ? x : tf.mul(x, dropoutMask(tf, x.shape, options)),
    crossEntropy(logits, targets, { labelSmoothing, count }) {
      const n_vocab = last(logits);
      const ids = tf.reshape(targets, [-1]); // (N)
      const real = tf.cast(tf.greaterEqual(ids, 0), 'float32'); // (N)
      const target = oneHot(tf.maximum(ids, tf.zerosLike(ids)), n_vocab); // (N, n_vocab)
      const mixed = tf.add(tf.mul(target, 1 - labelSmoothing), labelSmoothing / n_vocab);
      const losses = tf.neg(tf.sum(tf.mul(mixed, tf.logSoftmax(rows(logits))), -1)); // (N)
      return tf.div(tf.sum(tf.mul(losses, real)), count ?? tf.maximum(tf.sum(real), 1));
    },
  };
}

const first = (x: Tensor): number => x.shape[0] ?? 1;
const last = (x: Tensor): number => x.shape[x.rank - 1] ?? 1;
const lead = (x: Tensor): number[] => x.shape.slice(0, -1);

const activations: Readonly<Record<Activation, (tf: TfCore, x: Tensor) => Tensor>> = {
  relu: (tf, x) => tf.relu(x),
  gelu: (tf, x) => tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1)),
  gelu_tanh: (tf, x) => {
    const cubic = tf.add(x, tf.mul(tf.mul(tf.square(x), x), 0.044715));
    return tf.mul(tf.mul(x, 0.5), tf.add(tf.tanh(tf.mul(cubic, Math.sqrt(2 / Math.PI))), 1));
  },
  silu: (tf, x) => tf.mul(x, tf.sigmoid(x)),
  relu2: (tf, x) => tf.square(tf.relu(x)),
};

/** The optimizer's arithmetic in plain JavaScript, for every backend. */
export function stockOptimizerOps(tf: TfCore): OptimizerOps {
  const read = (x: Tensor) => new Float32Array(x.dataSync());
  /** Every tensor that shares x's data sees the new numbers. */
  const write = (x: Tensor, values: Float32Array) => {
    const backend = tf.backend();
    const references = backend.refCount(x.dataId);
    backend.disposeData(x.dataId, true);
    backend.move(x.dataId, values.slice(), x.shape, x.dtype, references);
  };
  const addNumbers = (a: Tensor, numbers: Float32Array) => {
    const sum = read(a);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (numbers[i] ?? 0);
    write(a, sum);
  };
  return {
    read,
    write,
    addNumbers,
    copyTo: (x, place) => place.set(x.dataSync()),
    globalNorm(gradients) {
      let sum = 0;
      for (const gradient of gradients) for (const g of gradient.dataSync()) sum += g * g;
      return Math.sqrt(sum);
    },
    allFinite: (x) => x.dataSync().every(Number.isFinite),
    adamW(weight, m, v, gradient, options) {
      const { lr, beta1, beta2, eps, weightDecay, step, gradientScale } = options;
      const [w, m1, m2, g] = [read(weight), read(m), read(v), gradient.dataSync()];
      const correction1 = 1 - beta1 ** step;
      const correction2 = 1 - beta2 ** step;
      for (let i = 0; i < w.length; i++) {
        const gi = (g[i] ?? 0) * gradientScale;
        m1[i] = beta1 * (m1[i] ?? 0) + (1 - beta1) * gi;
        m2[i] = beta2 * (m2[i] ?? 0) + (1 - beta2) * gi * gi;
        const update = (m1[i] ?? 0) / correction1 / (Math.sqrt((m2[i] ?? 0) / correction2) + eps);
        w[i] = (w[i] ?? 0) * (1 - lr * weightDecay) - lr * update;
      }
      write(weight, w);
      write(m, m1);
      write(v, m2);
    },
    sgd(weight, velocity, gradient, { lr, momentum, weightDecay, gradientScale }) {
      const [w, u, g] = [read(weight), velocity && read(velocity), gradient.dataSync()];
      for (let i = 0; i < w.length; i++) {
        const step = momentum * (u?.[i] ?? 0) + (g[i] ?? 0) * gradientScale;
        if (u) u[i] = step;
        w[i] = (w[i] ?? 0) * (1 - lr * weightDecay) - lr * step;
      }
      write(weight, w);
      if (velocity && u) write(velocity, u);
    },
    addInPlace: (a, b) => addNumbers(a, b.dataSync<'float32'>()),
  };
}
