import { z } from 'zod';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { sequenceWidth } from './shapes';

const params = z.object({
  base: param(z.number().min(1.01).max(1e9).default(10_000), {
    en: 'The slowest wave is about 2π·base positions long.',
    zh: '最慢的一条波长约为 2π·base 个位置。',
  }),
});

export const sinusoidalPosition = defineBlock({
  type: 'sinusoidalPosition',
  title: { en: 'Sinusoidal position', zh: '正弦位置编码' },
  group: 'position',
  icon: 'audio-waveform',
  docs: {
    summary: {
      en: 'Adds sines and cosines of the position, from fast to slow. Nothing is learned.',
      zh: '加上位置的正弦与余弦，频率由快到慢，没有需要学习的权重。',
    },
    equation: String.raw`y_t = x_t + P_t,\quad P_{t,2i} = \sin\frac{t}{\mathit{base}^{2i/d}},\quad P_{t,2i+1} = \cos\frac{t}{\mathit{base}^{2i/d}}`,
    source: 'Vaswani et al. 2017, Attention Is All You Need, §3.5',
  },
  params,
  card: [],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    sequenceWidth(x, context);
    return x;
  },
  weights: () => ({}),
  forward({ ops, params: { base }, inputs: { x }, offset }) {
    const [, T = 0, d = 0] = x.shape;
    const P = ops.tf.tensor(sinusoids(T, d, base, offset), [T, d]); // (T, d)
    return ops.add(x, P);
  },
  toPyTorch: (values) => pythonCall('SinusoidalPosition', [], params, values),
});

/** Rows offset … offset + T − 1 of the table P: (T, d), sines at even and cosines at odd places. */
export function sinusoids(T: number, d: number, base: number, offset: number): Float32Array {
  const wavelengths = Array.from({ length: d }, (_, j) => base ** ((j - (j % 2)) / d));
  return Float32Array.from({ length: T * d }, (_, at) => {
    const j = at % d;
    const angle = (offset + Math.floor(at / d)) / (wavelengths[j] ?? 1);
    return j % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
}
