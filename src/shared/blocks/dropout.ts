import { z } from 'zod';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { lastWidth } from './shapes';

const params = z.object({
  rate: param(z.number().min(0).max(0.95).default(0.1), {
    en: 'Share of the numbers set to 0 in training.',
    zh: '训练时被置零的比例。',
  }),
});

export const dropout = defineBlock({
  type: 'dropout',
  title: { en: 'Dropout', zh: '随机失活' },
  group: 'residual',
  icon: 'grid-2x2-x',
  docs: {
    summary: {
      en: 'In training sets some numbers to 0 at random and enlarges the others, so that no number is relied on alone.',
      zh: '训练时随机把一部分数置零并放大其余的数，使模型不依赖单个数值。',
    },
    equation: String.raw`y = \frac{x \odot m}{1 - \mathit{rate}},\quad m \sim \mathrm{Bernoulli}(1 - \mathit{rate})`,
    source: 'Srivastava et al. 2014, Dropout, §4',
  },
  params,
  card: ['rate'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    lastWidth(x, context);
    return x;
  },
  weights: () => ({}),
  forward: ({ ops, params: { rate }, inputs: { x }, training, dropout: bits }) =>
    training ? ops.dropout(x, bits('x', rate)) : x,
  toPyTorch: (values) => pythonCall('Dropout', [], params, values),
});
