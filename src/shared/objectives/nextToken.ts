import type { Example } from '../tensor/batch';
import { type BatchContext, defineObjective } from './objective';
import { feedBatch, field, specialId, targetLoss } from './targets';

/** Every position predicts the token after it. Of a pair, only the tokens of the answer count. */
export const nextToken = defineObjective({
  type: 'nextToken',
  title: { en: 'Next token', zh: '预测下一个词元' },
  docs: {
    summary: {
      en: 'Every position predicts the token that follows it. Of a question and its answer, only the answer counts.',
      zh: '每个位置都预测紧随其后的词元。对于问答，只有答案计入损失。',
    },
    equation: String.raw`-\frac{1}{T}\sum_{t=1}^{T}\ln p(x_{t+1} \mid x_{\le t})`,
    source: 'Radford et al. 2018, Improving Language Understanding, §3.1, eq. 1',
  },
  needs: ['tokens'],
  specials: [],
  feeds: () => ['tokens'],
  causal: ['tokens'],
  output: ({ n_vocab }) => ['B', 'T', n_vocab],
  batch(examples, context) {
    const sequences = examples.map((example) => sequenceOf(example, context));
    const tokens = sequences.map(({ ids }) => ids.subarray(0, -1)); // (B, T)
    const targets = sequences.map(({ ids, silent }) =>
      ids.map((id, i) => (i <= silent ? -1 : id)).subarray(1),
    ); // (B, T)
    return feedBatch({ tokens }, targets);
  },
  loss: targetLoss,
});

/** The whole sequence, and the place of the last token that nobody is asked to predict. */
function sequenceOf(example: Example, context: BatchContext) {
  const tokens = field(example, 'tokens');
  const { source } = example;
  if (source === undefined) return { ids: tokens.subarray(0, context.n_ctx + 1), silent: 0 };
  const question = [...source, specialId(context, '<sep>')];
  const ids = Int32Array.from([...question, ...tokens, specialId(context, '<eos>')]);
  return { ids, silent: question.length - 1 };
}
