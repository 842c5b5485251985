import { idMatrix } from '../tensor/batch';
import { defineObjective } from './objective';

/** Every position predicts the token after it. */
export const nextToken = defineObjective({
  type: 'nextToken',
  title: { en: 'Next token', zh: '预测下一个词元' },
  docs: {
    summary: {
      en: 'Every position predicts the token that follows it.',
      zh: '每个位置都预测紧随其后的词元。',
    },
    equation: String.raw`-\frac{1}{T}\sum_{t=1}^{T}\ln p(x_{t+1} \mid x_{\le t})`,
    source: 'Radford et al. 2018, Improving Language Understanding, §3.1, eq. 1',
  },
  specials: [],
  feeds: ['tokens'],
  batch(examples, { n_ctx }) {
    const tokens = idMatrix(examples.length, n_ctx); // (B, T)
    const targets = idMatrix(examples.length, n_ctx, -1); // (B, T)
    examples.forEach(({ tokens: window = new Int32Array(0) }, row) => {
      tokens.values.set(window.subarray(0, n_ctx), row * n_ctx);
      targets.values.set(window.subarray(1, n_ctx + 1), row * n_ctx);
    });
    return { feeds: { tokens }, padding: {}, targets };
  },
  loss: ({ ops, logits, targets, labelSmoothing, count }) =>
    ops.crossEntropy(logits, targets, { labelSmoothing, count }),
});
