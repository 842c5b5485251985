import { z } from 'zod';
import { defineBlock, param } from './block';
import { ones } from './init';
import { pythonCall } from './python';
import { lastWidth } from './shapes';

const params = z.object({
  gain: param(z.boolean().default(true), {
    en: 'Multiplies every coordinate by a learned number.',
    zh: '每个分量乘以一个学到的数。',
  }),
  eps: param(z.number().min(1e-12).max(1).default(1e-6), {
    en: 'Added to the mean square, so that nothing is divided by zero.',
    zh: '加在均方上，避免除以零。',
  }),
});

export const rmsNorm = defineBlock({
  type: 'rmsNorm',
  title: { en: 'RMS norm', zh: '均方根归一化' },
  group: 'norm',
  icon: 'align-vertical-distribute-center',
  docs: {
    summary: {
      en: 'Scales every vector to a mean square of 1, without shifting it.',
      zh: '把每个向量缩放到均方为 1，但不平移。',
    },
    equation: String.raw`y = \frac{x}{\sqrt{\mathrm{mean}(x^2) + \mathit{eps}}} \odot \mathit{gain}`,
    source: 'Zhang and Sennrich 2019, Root Mean Square Layer Normalization, §3, eq. 4',
  },
  params,
  card: [],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    lastWidth(x, context);
    return x;
  },
  weights: ({ gain }, { x }, context) => ({ ...(gain && { gain: ones(lastWidth(x, context)) }) }),
  forward: ({ ops, params: { eps }, weights: { gain = null }, inputs: { x } }) =>
    ops.rmsNorm(x, gain, eps),
  toPyTorch: (values) => pythonCall('RmsNorm', ['d_model'], params, values),
});
