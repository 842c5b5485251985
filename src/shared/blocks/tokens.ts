import { z } from 'zod';
import { defineBlock } from './block';

export const tokens = defineBlock({
  type: 'tokens',
  title: { en: 'Tokens', zh: '词元' },
  group: 'input',
  icon: 'type',
  docs: {
    summary: {
      en: 'The text as token ids: what the model reads.',
      zh: '文本的词元编号，也就是模型读入的内容。',
    },
    equation: String.raw`\mathit{ids} \in \{0, \dots, n_{vocab} - 1\}^{B \times T}`,
    source: 'Vaswani et al. 2017, Attention Is All You Need, §3.4',
  },
  params: z.object({}),
  card: [],
  inputs: {},
  inferShape: () => ['B', 'T'],
  weights: () => ({}),
  forward({ feeds: { tokens: ids } }) {
    if (ids === undefined) throw new Error('no tokens were fed');
    return ids; // (B, T) int32
  },
  toPyTorch: () => 'nn.Identity()',
});
