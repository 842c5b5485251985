import { z } from 'zod';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { lastWidth } from './shapes';

const params = z.object({
  factor: param(z.number().min(-1e6).max(1e6).nullable().default(null), {
    en: 'The number to multiply by; empty = √d_model.',
    zh: '要乘的数；留空表示 √d_model。',
  }),
});

export const scale = defineBlock({
  type: 'scale',
  title: { en: 'Scale', zh: '缩放' },
  group: 'embedding',
  icon: 'scaling',
  docs: {
    summary: {
      en: 'Multiplies by a fixed number, such as √d_model after the embeddings of 2017.',
      zh: '乘以一个固定的数，例如 2017 年原始模型嵌入之后的 √d_model。',
    },
    equation: String.raw`y = x \cdot \mathit{factor},\quad \mathit{factor} = \sqrt{d_{model}}\ \text{when empty}`,
    source: 'Vaswani et al. 2017, Attention Is All You Need, §3.4',
  },
  params,
  card: ['factor'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    lastWidth(x, context);
    return x;
  },
  weights: () => ({}),
  forward: ({ ops, params: { factor }, inputs: { x } }) =>
    ops.tf.mul(x, factor ?? Math.sqrt(x.shape[x.rank - 1] ?? 1)),
  toPyTorch: (values) => pythonCall('Scale', ['d_model'], params, values),
});
