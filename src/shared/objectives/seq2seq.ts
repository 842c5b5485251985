import { defineObjective } from './objective';
import { feedBatch, field, specialId, targetLoss } from './targets';

/** An encoder reads the source; a decoder that is told the answer so far says its next token, up to the end mark. */
export const seq2seq = defineObjective({
  type: 'seq2seq',
  title: { en: 'Sequence to sequence', zh: '序列到序列' },
  docs: {
    summary: {
      en: 'The source goes in as a whole; the target is predicted token by token, from <bos> to <eos>.',
      zh: '源序列整体输入；目标从 <bos> 到 <eos> 逐个词元地预测。',
    },
    equation: String.raw`-\frac{1}{T+1}\sum_{t=0}^{T}\ln p(y_{t+1} \mid y_{\le t}, x)`,
    source: 'Sutskever et al. 2014, Sequence to Sequence Learning, §2; Vaswani et al. 2017, §3.1',
  },
  needs: ['source', 'tokens'],
  specials: ['<bos>', '<eos>'],
  feeds: () => ['source', 'tokens'],
  causal: ['tokens'],
  output: ({ n_vocab }) => ['B', 'T', n_vocab],
  batch(examples, context) {
    const [bos, eos] = [specialId(context, '<bos>'), specialId(context, '<eos>')];
    const answers = examples.map((example) => Array.from(field(example, 'tokens')));
    const source = examples.map((example) => field(example, 'source')); // (B, S)
    const tokens = answers.map((answer) => Int32Array.from([bos, ...answer])); // (B, T)
    const targets = answers.map((answer) => Int32Array.from([...answer, eos])); // (B, T)
    return feedBatch({ source, tokens }, targets);
  },
  loss: targetLoss,
});
