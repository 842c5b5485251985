import { z } from 'zod';
import { defineBlock, param } from './block';
import { initParam, matrix, zeros } from './init';
import { pythonCall } from './python';
import { sequenceWidth } from './shapes';

const params = z.object({
  tied: param(z.boolean().default(true), {
    en: 'Uses the table W_E of the token embedding instead of a matrix of its own.',
    zh: '与词元嵌入共用同一张表 W_E，而不另设矩阵。',
  }),
  bias: param(z.boolean().default(false), {
    en: 'Adds a learned number to the score of every token.',
    zh: '给每个词元的得分加上一个学到的数。',
  }),
  init: initParam,
});

export const unembedding = defineBlock({
  type: 'unembedding',
  title: { en: 'Unembedding', zh: '反嵌入' },
  group: 'head',
  icon: 'log-out',
  docs: {
    summary: {
      en: 'Scores every token of the vocabulary: the logits that the next token is chosen by.',
      zh: '给词表中每个词元打分，也就是预测下一个词元所用的 logits。',
    },
    equation: String.raw`\mathit{logits} = x W_U + b,\quad W_U = W_E^\top\ \text{when tied}`,
    source: 'Press and Wolf 2017, Using the Output Embedding to Improve Language Models, §1',
  },
  params,
  card: ['tied'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    sequenceWidth(x, context);
    return [...x.slice(0, -1), context.n_vocab];
  },
  weights({ tied, bias, init }, { x }, context) {
    const d_model = sequenceWidth(x, context);
    const { n_vocab } = context;
    const b = bias && { b: zeros(n_vocab) };
    if (!tied) return { W_U: matrix(d_model, n_vocab, init), ...b };
    const tiedTo = { type: 'tokenEmbedding', weight: 'W_E' };
    return { W_E: { ...matrix(n_vocab, d_model, 'normal'), tiedTo }, ...b };
  },
  forward({ ops, weights, inputs: { x } }) {
    const logits =
      'W_E' in weights
        ? ops.linearTransposed(x, weights.W_E) // (B, T, n_vocab)
        : ops.linear(x, weights.W_U, null); // (B, T, n_vocab)
    return weights.b ? ops.add(logits, weights.b) : logits;
  },
  toPyTorch: (values) => pythonCall('Unembedding', ['d_model', 'n_vocab'], params, values),
});
