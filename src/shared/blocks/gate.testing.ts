import { z } from 'zod';
import { defineBlock } from './block';
import { zeros } from './init';
import { lastWidth } from './shapes';

export const gate = defineBlock({
  type: 'gate',
  title: { en: 'Gate', zh: '门' },
  group: 'feedForward',
  icon: 'door-open', // of lucide.dev
  docs: {
    summary: {
      en: 'Lets each feature through by a learned share.',
      zh: '按学到的比例放行每个特征。',
    },
    equation: String.raw`y = x \cdot \sigma(g)`,
    source: 'Dauphin et al. 2017, Language Modeling with Gated Convolutional Networks, §2',
  },
  params: z.object({}),
  card: [],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    lastWidth(x, context);
    return x;
  },
  weights: (_params, { x }, context) => ({ g: zeros(lastWidth(x, context)) }),
  forward: ({ ops: { tf }, weights: { g }, inputs: { x } }) => tf.mul(x, tf.sigmoid(g)),
});
