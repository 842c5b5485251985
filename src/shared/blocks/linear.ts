import { z } from 'zod';
import { defineBlock, param } from './block';
import { initParam, matrix, zeros } from './init';
import { pythonCall } from './python';
import { lastWidth } from './shapes';

const params = z.object({
  d_out: param(z.int().min(1).max(65_536).default(64), {
    en: 'Length of the vectors that come out.',
    zh: '输出向量的长度。',
  }),
  bias: param(z.boolean().default(true), {
    en: 'Adds a learned vector.',
    zh: '加上一个学到的向量。',
  }),
  init: initParam,
});

export const linear = defineBlock({
  type: 'linear',
  title: { en: 'Linear', zh: '线性层' },
  group: 'feedForward',
  icon: 'move-up-right',
  docs: {
    summary: {
      en: 'Every vector times one learned matrix.',
      zh: '每个向量乘以同一个学到的矩阵。',
    },
    equation: 'y = x W + b',
    source: 'Goodfellow et al. 2016, Deep Learning, §6.1',
  },
  params,
  card: ['d_out'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape({ d_out }, { x }, context) {
    lastWidth(x, context);
    return [...x.slice(0, -1), d_out];
  },
  weights: ({ d_out, bias, init }, { x }, context) => ({
    W: matrix(lastWidth(x, context), d_out, init),
    ...(bias && { b: zeros(d_out) }),
  }),
  forward: ({ ops, weights: { W, b = null }, inputs: { x } }) => ops.linear(x, W, b), // (…, d_out)
  toPyTorch: (values) => pythonCall('Linear', ['d_model'], params, values),
});
