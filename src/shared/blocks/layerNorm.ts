import { z } from 'zod';
import { defineBlock, param } from './block';
import { ones, zeros } from './init';
import { pythonCall } from './python';
import { lastWidth } from './shapes';

const params = z.object({
  gain: param(z.boolean().default(true), {
    en: 'Multiplies every coordinate by a learned number.',
    zh: '每个分量乘以一个学到的数。',
  }),
  bias: param(z.boolean().default(true), {
    en: 'Adds a learned number to every coordinate.',
    zh: '每个分量加上一个学到的数。',
  }),
  eps: param(z.number().min(1e-12).max(1).default(1e-5), {
    en: 'Added to the variance, so that nothing is divided by zero.',
    zh: '加在方差上，避免除以零。',
  }),
});

export const layerNorm = defineBlock({
  type: 'layerNorm',
  title: { en: 'Layer norm', zh: '层归一化' },
  group: 'norm',
  icon: 'align-center-vertical',
  docs: {
    summary: {
      en: 'Shifts and scales every vector to mean 0 and variance 1, then lets it learn its own gain and bias.',
      zh: '把每个向量调整到均值 0、方差 1，再乘以学到的增益并加上偏置。',
    },
    equation: String.raw`y = \frac{x - \mathrm{mean}(x)}{\sqrt{\mathrm{var}(x) + \mathit{eps}}} \odot \mathit{gain} + \mathit{bias}`,
    source: 'Ba et al. 2016, Layer Normalization, §3',
  },
  params,
  card: [],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    lastWidth(x, context);
    return x;
  },
  weights({ gain, bias }, { x }, context) {
    const d = lastWidth(x, context);
    return { ...(gain && { gain: ones(d) }), ...(bias && { bias: zeros(d) }) };
  },
  forward: ({ ops, params: { eps }, weights: { gain = null, bias = null }, inputs: { x } }) =>
    ops.layerNorm(x, gain, bias, eps),
  toPyTorch: (values) => pythonCall('LayerNorm', ['d_model'], params, values),
});
