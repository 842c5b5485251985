import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { folderOf } from '../src/main/trainer/backend/kernels';
import { type Config, configs } from './configs';

/**
 * The same GPT and AdamW as somebody would write them with TensorFlow.js's own operations. The embedding is a product with one-hot
 * rows, because the gradient of gather does not exist on the wasm backend.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a whole model and its loss, read from top to bottom
function build({ batch_size: B, n_ctx: T, n_vocab, d_model: d, n_heads, n_layers }: Config) {
  const normal = (...shape: number[]) => tf.variable(tf.randomNormal(shape, 0, 0.02));
  const zeros = (...shape: number[]) => tf.variable(tf.zeros(shape));
  const ones = (...shape: number[]) => tf.variable(tf.ones(shape));
  const top = {
    tokens: normal(n_vocab, d),
    positions: normal(T, d),
    gain: ones(d),
    bias: zeros(d),
  };
  const layers = Array.from({ length: n_layers }, () => ({
    gain1: ones(d),
    bias1: zeros(d),
    qkv: normal(d, 3 * d),
    qkvBias: zeros(3 * d),
    out: normal(d, d),
    outBias: zeros(d),
    gain2: ones(d),
    bias2: zeros(d),
    up: normal(d, 4 * d),
    upBias: zeros(4 * d),
    down: normal(4 * d, d),
    downBias: zeros(d),
  }));
  const weights = [...Object.values(top), ...layers.flatMap((layer) => Object.values(layer))];
  const ids = () =>
    tf.tensor1d(
      Int32Array.from({ length: B * T }, () => Math.random() * n_vocab),
      'int32',
    );
  const oneHot = () => tf.cast(tf.oneHot(ids(), n_vocab), 'float32') as tf.Tensor2D;
  const [tokens, targets] = [oneHot(), oneHot()];
  const mask = tf.mul(tf.sub(1, tf.linalg.bandPart(tf.ones([T, T]), -1, 0)), -1e9);

  const norm = (x: tf.Tensor, gain: tf.Tensor, bias: tf.Tensor) => {
    const centred = x.sub(x.mean(-1, true));
    const variance = centred.square().mean(-1, true);
    return centred.mul(variance.add(1e-5).rsqrt()).mul(gain).add(bias) as tf.Tensor2D;
  };
  const gelu = (x: tf.Tensor) =>
    x
      .mul(0.5)
      .mul(x.add(x.square().mul(x).mul(0.044715)).mul(0.7978845608).tanh().add(1)) as tf.Tensor2D;
  const attend = (qkv: tf.Tensor) => {
    const [q, k, v] = tf
      .split(qkv.reshape([B, T, 3 * d]), 3, 2)
      .map((t) => t.reshape([B, T, n_heads, d / n_heads]).transpose([0, 2, 1, 3]));
    if (!q || !k || !v) throw new Error('three parts');
    const scores = tf
      .matMul(q, k, false, true)
      .mul(1 / Math.sqrt(d / n_heads))
      .add(mask);
    return tf
      .softmax(scores, -1)
      .matMul(v)
      .transpose([0, 2, 1, 3])
      .reshape([B * T, d]) as tf.Tensor2D;
  };
  const loss = () => {
    const embedded = tf
      .matMul(tokens, top.tokens as tf.Tensor2D)
      .reshape([B, T, d])
      .add(top.positions);
    let h = embedded.reshape([B * T, d]) as tf.Tensor2D;
    for (const w of layers) {
      const mixed = attend(
        norm(h, w.gain1, w.bias1)
          .matMul(w.qkv as tf.Tensor2D)
          .add(w.qkvBias),
      );
      h = h.add(mixed.matMul(w.out as tf.Tensor2D).add(w.outBias));
      const hidden = gelu(
        norm(h, w.gain2, w.bias2)
          .matMul(w.up as tf.Tensor2D)
          .add(w.upBias),
      );
      h = h.add(hidden.matMul(w.down as tf.Tensor2D).add(w.downBias));
    }
    const logits = norm(h, top.gain, top.bias).matMul(top.tokens as tf.Tensor2D, false, true);
    return tf.neg(tf.sum(tf.mul(targets, tf.logSoftmax(logits)))).div(B * T) as tf.Scalar;
  };
  const means = weights.map((w) => tf.variable(tf.zerosLike(w), false));
  const squares = weights.map((w) => tf.variable(tf.zerosLike(w), false));
  let step = 0;
  return () =>
    tf.tidy(() => {
      step++;
      const { value, grads } = tf.variableGrads(loss, weights as tf.Variable[]);
      const [unbias1, unbias2] = [1 - 0.9 ** step, 1 - 0.99 ** step];
      weights.forEach((weight, i) => {
        const [g, m, v] = [grads[weight.name], means[i], squares[i]];
        if (!g || !m || !v) throw new Error('a gradient of every weight');
        m.assign(m.mul(0.9).add(g.mul(0.1)));
        v.assign(v.mul(0.99).add(g.square().mul(0.01)));
        const move = m.mul(1e-3 / unbias1).div(v.div(unbias2).sqrt().add(1e-8));
        weight.assign(weight.mul(1 - 1e-4).sub(move) as never);
      });
      return value.dataSync()[0];
    });
}

async function main() {
  const { config, seconds, least = 2 } = JSON.parse(process.argv[2] ?? '{}');
  const size = configs[config];
  if (size === undefined) throw new Error(`no configuration ${config}`);
  setWasmPaths(`${folderOf('tfjs-backend-wasm-simd.wasm')}/`);
  await tf.setBackend('wasm');
  const step = build(size);
  for (let i = 0; i < least; i++) step();
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const end = performance.now() + 1000 * seconds;
  while (times.length < least || performance.now() < end) {
    const start = performance.now();
    step();
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000 / times.length;
  process.stdout.write(`${JSON.stringify({ ms: Math.min(...times), cpuMs })}\n`);
  process.exit();
}

void main();
