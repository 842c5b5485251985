import type { RandomStream } from '../tensor/random';
import { type BatchContext, defineObjective } from './objective';
import { feedBatch, field, specialId, targetLoss } from './targets';

const MASKED = 0.15;

/** Some tokens are hidden; the model, which may look to both sides, says what they were. */
export const maskedToken = defineObjective({
  type: 'maskedToken',
  title: { en: 'Masked token', zh: '完形填空' },
  docs: {
    summary: {
      en: '15 % of the tokens are asked for: of these 80 % are hidden, 10 % replaced, 10 % left as they are.',
      zh: '抽取 15% 的词元来预测：其中 80% 被遮住，10% 被替换，10% 保持原样。',
    },
    equation: String.raw`-\frac{1}{|M|}\sum_{t \in M}\ln p(x_t \mid \tilde{x})`,
    source: 'Devlin et al. 2019, BERT, §3.1, Task #1',
  },
  needs: ['tokens'],
  specials: ['<mask>'],
  feeds: () => ['tokens'],
  causal: [],
  output: ({ n_vocab }) => ['B', 'T', n_vocab],
  batch(examples, context) {
    const rows = examples.map((example, row) => {
      const ids = field(example, 'tokens').subarray(0, context.n_ctx);
      return maskRow(ids, context, context.random(row));
    });
    const tokens = rows.map(({ ids }) => ids); // (B, T)
    return feedBatch(
      { tokens },
      rows.map(({ targets }) => targets),
    );
  },
  loss: targetLoss,
});

/** At least one token of every row is asked for. */
function maskRow(tokens: Int32Array, context: BatchContext, random: RandomStream) {
  const ids = Int32Array.from(tokens);
  const targets = new Int32Array(tokens.length).fill(-1);
  const chosen = Array.from(tokens, () => random.uniform() < MASKED);
  if (!chosen.includes(true)) chosen[random.int(Math.max(1, tokens.length))] = true;
  tokens.forEach((token, i) => {
    if (!chosen[i]) return;
    targets[i] = token;
    const fate = random.uniform();
    if (fate < 0.8) ids[i] = specialId(context, '<mask>');
    else if (fate < 0.9) ids[i] = ordinaryToken(context, random);
  });
  return { ids, targets };
}

function ordinaryToken({ n_vocab, specials }: BatchContext, random: RandomStream): number {
  const special = new Set(specials.values());
  for (;;) {
    const id = random.int(n_vocab);
    if (!special.has(id) || special.size >= n_vocab) return id;
  }
}
