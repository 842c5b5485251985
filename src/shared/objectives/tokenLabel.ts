import { defineObjective } from './objective';
import { inputNames, inputsOf } from './sequenceLabel';
import { feedBatch, field, targetLoss } from './targets';

/** Every token gets its own answer, or a few. */
export const tokenLabel = defineObjective({
  type: 'tokenLabel',
  title: { en: 'Label every token', zh: '词元分类' },
  docs: {
    summary: {
      en: 'Every token gets its label; when it has several, each has scores of its own.',
      zh: '给每个词元打标签；有多个标签时，各有各的得分。',
    },
    equation: String.raw`-\frac{1}{T}\sum_{t=1}^{T}\ln p(c_t \mid x)`,
    source: 'Devlin et al. 2019, BERT, §5.3',
  },
  needs: ['tokens', 'labels'],
  specials: [],
  feeds: inputNames,
  causal: [],
  output: ({ n_labels }) => ['B', 'T', n_labels],
  batch(examples) {
    const targets = examples.map((example) => field(example, 'labels')); // (B, T · labels of a token)
    return feedBatch(inputsOf(examples), targets);
  },
  loss: targetLoss,
});
