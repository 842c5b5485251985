import type { Example } from '../tensor/batch';
import { defineObjective } from './objective';
import { feedBatch, field, targetLoss } from './targets';

/** One answer, or a few, for a whole sequence. */
export const sequenceLabel = defineObjective({
  type: 'sequenceLabel',
  title: { en: 'Label a sequence', zh: '序列分类' },
  docs: {
    summary: {
      en: 'The whole sequence gets its label; when it has several, each has scores of its own.',
      zh: '给整个序列打标签；有多个标签时，各有各的得分。',
    },
    equation: String.raw`-\ln p(c \mid x)`,
    source: 'Devlin et al. 2019, BERT, §4.1',
  },
  needs: ['tokens', 'labels'],
  specials: [],
  feeds: inputNames,
  causal: [],
  output: ({ n_labels }) => ['B', n_labels],
  batch(examples) {
    const targets = examples.map((example) => field(example, 'labels')); // (B, labels of an example)
    return feedBatch(inputsOf(examples), targets);
  },
  loss: targetLoss,
});

/** The feeds of `inputsOf`. */
export function inputNames(fields: readonly string[]): readonly string[] {
  return fields.includes('source') ? ['tokens', 'source'] : ['tokens'];
}

/** The tokens, and the source of those that have one. */
export function inputsOf(examples: readonly Example[]) {
  const rows = (name: string) => examples.map((example) => field(example, name)); // (B, length)
  const tokens = rows('tokens');
  return examples[0]?.source === undefined ? { tokens } : { tokens, source: rows('source') };
}
