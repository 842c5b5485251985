import { z } from 'zod';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { sequenceWidth } from './shapes';

const params = z.object({
  kind: param(z.enum(['mean', 'cls']).default('mean'), {
    en: 'mean: the average of all real tokens; cls: the first token, <cls> where the rows of a table are labelled.',
    zh: 'mean：所有真实词元的平均；cls：第一个词元，给表格各行分类时就是 <cls>。',
  }),
});

export const pooling = defineBlock({
  type: 'pooling',
  title: { en: 'Pooling', zh: '池化' },
  group: 'head',
  icon: 'shrink',
  docs: {
    summary: {
      en: 'Makes one vector of a whole sequence. Padding does not count.',
      zh: '把整个序列变成一个向量，填充不计入。',
    },
    equation: String.raw`y = \frac{\sum_t m_t x_t}{\sum_t m_t}\ (\text{mean}),\quad y = x_0\ (\text{cls})`,
    source: 'Devlin et al. 2019, BERT, §3; Reimers and Gurevych 2019, Sentence-BERT, §3',
  },
  params,
  card: ['kind'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape: (_params, { x }, context) => ['B', sequenceWidth(x, context)],
  weights: () => ({}),
  forward({ ops: { tf }, params: { kind }, inputs: { x }, padding }) {
    const [B = 0, T = 0, d = 0] = x.shape;
    if (kind === 'cls') return tf.reshape(tf.slice(x, [0, 0, 0], [B, 1, d]), [B, d]);
    if (padding.x === null) return tf.mean(x, 1); // (B, d)
    const m = tf.reshape(padding.x, [B, T, 1]);
    return tf.div(tf.sum(tf.mul(x, m), 1), tf.maximum(tf.sum(m, 1), 1)); // (B, d)
  },
  toPyTorch: (values) => pythonCall('Pooling', [], params, values),
});
