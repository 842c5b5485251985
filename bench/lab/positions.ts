import { classes, oneStack, type Position } from './drawings';
import { type Setup, start, taskData } from './experiment';
import { type Asked, accuracyOnly, finalAccuracy, measure } from './measure';

/** (b) Does A come before B? Without positions and a causal mask nobody can tell. */
export async function whichFirst(asked: Asked): Promise<void> {
  const arms: [position: Position, causal: boolean, reference: string][] = [
    ['none', false, '.503 ± .018'],
    ['sinusoidal', false, '1.000 ± .000'],
    ['learned', false, '1.000 ± .000'],
    ['rope', false, '1.000 ± .000'],
    ['alibi', false, '–'],
    ['none', true, '1.000'],
  ];
  for (const [position, causal, reference] of arms) {
    const options = { d_model: 32, n_heads: 4, n_layers: 2, d_ff: 128, causal, position };
    const setup: Setup = {
      // The first position of a causal stack sees itself only.
      drawing: oneStack(options, classes(2, causal ? 'mean' : 'cls')),
      task: 'whichFirst',
      objective: 'sequenceLabel',
      settings: { n_ctx: 16, batch_size: 64, lr: 2e-3, warmup_steps: 30 },
    };
    await measure(
      asked,
      `${position}${causal ? ', causal' : ''}`,
      accuracyOnly(reference),
      (seed) => finalAccuracy(asked, setup, 400, seed),
    );
  }
}

const LENGTHS = [32, 64, 128, 256];

/** (b) x[t − 3] learned on 32 positions and asked for at the end of longer sequences. */
export async function recall(asked: Asked): Promise<void> {
  const arms: [position: Position, references: readonly string[]][] = [
    ['none', ['.253 ± .007', '.212 ± .011', '.128 ± .003', '.090 ± .010']],
    ['sinusoidal', ['1.000', '.087 ± .032', '.075 ± .014', '.074 ± .010']],
    ['learned', ['1.000', '.077 ± .006', '.071 ± .010', '.072 ± .014']],
    ['rope', ['1.000', '.967 ± .053', '.617 ± .261', '.193 ± .133']],
    ['alibi', ['–', '–', '–', '–']],
  ];
  for (const [position, references] of arms) {
    const options = { d_model: 64, n_heads: 4, n_layers: 2, d_ff: 128, causal: true, position };
    const setup: Setup = {
      drawing: oneStack(options, classes(16)),
      task: 'recall',
      objective: 'tokenLabel',
      settings: { n_ctx: 32, batch_size: 32, lr: 2e-3, warmup_steps: 30, max_steps: 500 },
    };
    const named = LENGTHS.map((T, i) => [`T = ${T}`, references[i] ?? '–']);
    await measure(asked, position, Object.fromEntries(named), async (seed) => {
      const arm = start(asked.backend, setup, seed);
      await arm.train(500);
      const found: Record<string, number> = {};
      for (const length of LENGTHS) {
        const dataset = taskData('recall', { length, n_scored: 8 }, 'tokenLabel');
        found[`T = ${length}`] = (await arm.judge({ dataset, n_examples: 512 })).accuracy;
      }
      arm.close();
      return found;
    });
  }
}
