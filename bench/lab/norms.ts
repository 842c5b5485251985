import { nextToken } from '@shared/objectives/nextToken';
import type { Objective } from '@shared/objectives/objective';
import { feedBatch, field, specialId } from '@shared/objectives/targets';
import { oneStack, vocabulary } from './drawings';
import { type Setup, start } from './experiment';
import { type Asked, measure } from './measure';

/** As in the reference: a mark first, the question, a mark, the answer; the end mark is not asked for. */
const asReference: Objective = {
  ...nextToken,
  batch(examples, context) {
    const [first, separator] = [specialId(context, '<bos>'), specialId(context, '<sep>')];
    const rows = examples.map((example) => {
      const question = [first, ...field(example, 'source'), separator];
      const answer = Array.from(field(example, 'tokens'));
      const silent = question.slice(1).map(() => -1);
      return {
        ids: Int32Array.from([...question, ...answer.slice(0, -1)]),
        targets: Int32Array.from([...silent, ...answer]),
      };
    });
    const tokens = rows.map(({ ids }) => ids); // (B, T)
    return feedBatch(
      { tokens },
      rows.map(({ targets }) => targets),
    );
  },
};

/** (g) Six layers at a high learning rate: norms before or after, with or without warm-up. */
export async function norms(asked: Asked): Promise<void> {
  const arms: [normFirst: boolean, warmup_steps: number, reference: string][] = [
    [true, 0, '.000'],
    [true, 100, '.003 ± .004'],
    [false, 0, '2.784 ± .002'],
    [false, 100, '.089 ± .037'],
  ];
  const base = { d_model: 32, n_heads: 4, n_layers: 6, d_ff: 64, causal: true } as const;
  for (const [normFirst, warmup_steps, reference] of arms) {
    const drawing = oneStack(
      { ...base, position: 'learned', n_positions: 32, normFirst },
      vocabulary,
    );
    const settings = {
      n_ctx: 20,
      batch_size: 32,
      lr: 1e-2,
      warmup_steps,
      max_steps: 300,
      schedule: 'constant',
      grad_clip: 0,
    } as const;
    const name = `${normFirst ? 'norm first' : 'norm last'}, warm-up ${warmup_steps}`;
    await measure(asked, name, { 'final loss': reference }, async (seed) => {
      const setup: Setup = { drawing, task: 'reverse', objective: asReference, settings };
      const arm = start(asked.backend, setup, seed);
      const losses = (await arm.train(300)).slice(-20);
      arm.close();
      return { 'final loss': losses.reduce((sum, loss) => sum + loss, 0) / losses.length };
    });
  }
}
