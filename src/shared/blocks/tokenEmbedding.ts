import { z } from 'zod';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { requireIds } from './shapes';

const params = z.object({
  d_model: param(z.int().min(1).max(8192).default(64), {
    en: 'Length of the vector that stands for each token.',
    zh: '代表每个词元的向量的长度。',
  }),
  std: param(z.number().min(0).max(10).default(0.02), {
    en: 'Spread of the random numbers that the table starts with.',
    zh: '嵌入表随机初始值的标准差。',
  }),
  tied: param(z.boolean().default(false), {
    en: 'Uses the table of the other token embedding of the drawing: one table for source and target.',
    zh: '与图中另一个词元嵌入共用一张表：源与目标用同一张表。',
  }),
});

export const tokenEmbedding = defineBlock({
  type: 'tokenEmbedding',
  title: { en: 'Token embedding', zh: '词元嵌入' },
  group: 'embedding',
  icon: 'table-2',
  docs: {
    summary: {
      en: 'Looks up a learned vector for every token.',
      zh: '为每个词元查出一个学到的向量。',
    },
    equation: String.raw`y_t = W_E[\mathit{ids}_t]`,
    source: 'Vaswani et al. 2017, Attention Is All You Need, §3.4',
  },
  params,
  card: ['d_model'],
  inputs: { ids: { title: { en: 'token ids', zh: '词元编号' } } },
  inferShape({ d_model }, { ids }, context) {
    requireIds(ids, context);
    return [...ids, d_model];
  },
  weights: ({ d_model, std, tied }, _inputs, { n_vocab }) => ({
    W_E: {
      shape: [n_vocab, d_model],
      init: { kind: 'normal', std },
      decay: true,
      ...(tied && { tiedTo: { type: 'tokenEmbedding', weight: 'W_E', anywhere: true } }),
    },
  }),
  forward: ({ ops, weights: { W_E }, inputs: { ids } }) => ops.embedding(ids, W_E), // (B, T, d_model)
  toPyTorch: (values) => pythonCall('TokenEmbedding', ['n_vocab'], params, values),
});
