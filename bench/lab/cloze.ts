import { maskedToken } from '@shared/objectives/maskedToken';
import { nextToken } from '@shared/objectives/nextToken';
import type { Objective } from '@shared/objectives/objective';
import { feedBatch, field, specialId } from '@shared/objectives/targets';
import { oneStack, vocabulary } from './drawings';
import { onlyTargets, type Setup, start } from './experiment';
import { type Asked, measure } from './measure';

/** Hides one place of every row and asks for it. */
function hiding(place: number): Objective {
  return {
    ...maskedToken,
    batch(examples, context) {
      const rows = examples.map((example) => {
        const tokens = field(example, 'tokens');
        const hidden = (_: number, i: number) => i === place;
        const ids = tokens.map((id, i) => (hidden(id, i) ? specialId(context, '<mask>') : id));
        return { ids, targets: tokens.map((id, i) => (hidden(id, i) ? id : -1)) };
      });
      const tokens = rows.map(({ ids }) => ids); // (B, T)
      return feedBatch(
        { tokens },
        rows.map(({ targets }) => targets),
      );
    },
  };
}

/** (h) The fifth of eight symbols equals the last: only who sees the right side knows it. */
export async function cloze(asked: Asked): Promise<void> {
  const base = { d_model: 32, n_heads: 4, n_layers: 2, d_ff: 128, n_positions: 16 } as const;
  const arms = [
    {
      name: 'next token, causal',
      causal: true,
      objective: nextToken,
      asking: (place: number) => onlyTargets(nextToken, (_, t) => t === place - 1),
      references: { 'fifth symbol': '.109 ± .006', 'last symbol': '1.000' },
    },
    {
      name: 'masked token, both sides',
      causal: false,
      objective: maskedToken,
      asking: hiding,
      references: { 'fifth symbol': '1.000', 'last symbol': '1.000' },
    },
  ];
  for (const { name, causal, objective, asking, references } of arms) {
    const setup: Setup = {
      drawing: oneStack({ ...base, position: 'learned', causal }, vocabulary),
      task: 'cloze',
      objective,
      settings: { n_ctx: 8, batch_size: 64, lr: 3e-3, warmup_steps: 30, max_steps: 400 },
    };
    await measure(asked, name, references, async (seed) => {
      const arm = start(asked.backend, setup, seed);
      await arm.train(400);
      const [fifth, last] = [
        await arm.judge({ objective: asking(4) }),
        await arm.judge({ objective: asking(7) }),
      ];
      arm.close();
      return { 'fifth symbol': fifth.accuracy, 'last symbol': last.accuracy };
    });
  }
}
