import { z } from 'zod';
import { divideDim } from '../tensor/shape';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { sequenceWidth } from './shapes';

const params = z.object({
  n: param(z.int().min(2).max(64).default(2), {
    en: 'How many neighbours become one vector.',
    zh: '几个相邻向量合成一个。',
  }),
});

export const sumNeighbours = defineBlock({
  type: 'sumNeighbours',
  title: { en: 'Sum of neighbours', zh: '邻位求和' },
  group: 'embedding',
  icon: 'merge',
  docs: {
    summary: {
      en: 'Adds every n neighbouring vectors up: the sequence gets n times shorter, such as keys and values made into items.',
      zh: '把每 n 个相邻向量相加，序列缩短为 1/n，例如把键和值合成条目。',
    },
    equation: String.raw`y_t = \sum_{j=0}^{n-1} x_{n t + j}`,
    source:
      'Sukhbaatar et al. 2015, End-To-End Memory Networks, §4.1: a sentence as the sum of its words',
  },
  params,
  card: ['n'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape({ n }, { x }, context) {
    const d = sequenceWidth(x, context);
    const [B = 'B', T = 'T'] = x;
    return [B, divideDim(T, n), d];
  },
  weights: () => ({}),
  forward({ ops: { tf }, params: { n }, inputs: { x }, padding }) {
    const [B = 0, T = 0, d = 0] = x.shape;
    const real = padding.x === null ? x : tf.mul(x, tf.expandDims(padding.x, -1));
    const rows = Math.ceil(T / n);
    const whole = tf.pad(real, [
      [0, 0],
      [0, rows * n - T],
      [0, 0],
    ]); // (B, rows·n, d)
    return tf.sum(tf.reshape(whole, [B, rows, n, d]), 2); // (B, rows, d)
  },
  outputPadding({ tf }, { n }, padding) {
    const [B = 0, T = 0] = padding.shape;
    const rows = Math.ceil(T / n);
    const whole = tf.pad(padding, [
      [0, 0],
      [0, rows * n - T],
    ]); // (B, rows·n)
    return tf.max(tf.reshape(whole, [B, rows, n]), 2); // (B, rows)
  },
  toPyTorch: (values) => pythonCall('SumNeighbours', [], params, values),
});
