import { z } from 'zod';
import { defineBlock, param } from './block';
import { initParam, matrix, zeros } from './init';
import { pythonCall } from './python';
import { lastWidth } from './shapes';

const params = z.object({
  n_classes: param(z.int().min(2).max(65_536).default(2), {
    en: 'How many labels there are.',
    zh: '标签的个数。',
  }),
  init: initParam,
});

export const classifier = defineBlock({
  type: 'classifier',
  title: { en: 'Classifier', zh: '分类头' },
  group: 'head',
  icon: 'tags',
  docs: {
    summary: {
      en: 'Scores every label: for a whole sequence behind Pooling, else for every token.',
      zh: '给每个标签打分：接在池化之后对整个序列，否则对每个词元。',
    },
    equation: String.raw`\mathit{logits} = x W_C + b_C`,
    source: 'Devlin et al. 2019, BERT, §4.1',
  },
  params,
  card: ['n_classes'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape({ n_classes }, { x }, context) {
    lastWidth(x, context);
    return [...x.slice(0, -1), n_classes];
  },
  weights: ({ n_classes, init }, { x }, context) => ({
    W_C: matrix(lastWidth(x, context), n_classes, init),
    b_C: zeros(n_classes),
  }),
  forward: ({ ops, weights: { W_C, b_C }, inputs: { x } }) => ops.linear(x, W_C, b_C), // (…, n_classes)
  toPyTorch: (values) => pythonCall('Classifier', ['d_model'], params, values),
});
