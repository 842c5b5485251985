import { z } from 'zod';
import { defineBlock } from './block';

export const source = defineBlock({
  type: 'source',
  title: { en: 'Source tokens', zh: '源词元' },
  group: 'input',
  icon: 'file-input',
  docs: {
    summary: {
      en: 'The token ids of the sequence to translate: what an encoder reads.',
      zh: '待翻译序列的词元编号，供编码器读入。',
    },
    equation: String.raw`\mathit{ids} \in \{0, \dots, n_{vocab} - 1\}^{B \times S}`,
    source: 'Vaswani et al. 2017, Attention Is All You Need, §3.1',
  },
  params: z.object({}),
  card: [],
  inputs: {},
  inferShape: () => ['B', 'S'],
  weights: () => ({}),
  forward({ feeds: { source: ids } }) {
    if (ids === undefined) throw new Error('no source tokens were fed');
    return ids; // (B, S) int32
  },
  toPyTorch: () => 'nn.Identity()',
});
