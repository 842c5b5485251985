import { encoderDecoder, oneStack, vocabulary } from './drawings';
import { type Setup, start, taskData } from './experiment';
import { type Asked, measure } from './measure';

/** (e) A small English into Chinese word order; held out: pairs of verb and object never seen together. */
export async function translation(asked: Asked): Promise<void> {
  const common = { d_model: 64, n_heads: 4, position: 'sinusoidal' } as const;
  const arms: { name: string; setup: Setup; references: Readonly<Record<string, string>> }[] = [
    {
      name: 'encoder-decoder, 1 + 1 layers',
      setup: {
        drawing: encoderDecoder({ ...common, n_layers: 1, d_ff: 128 }),
        task: 'translation',
        objective: 'seq2seq',
        settings: {},
      },
      references: {
        'held out, step 100': '.949 ± .067',
        'seen, step 100': '.964',
        'held out, step 200': '1.000',
        'seen, step 200': '1.000',
        'held out, step 600': '1.000',
        'seen, step 600': '1.000',
      },
    },
    {
      name: 'decoder only, 2 layers',
      setup: {
        drawing: oneStack({ ...common, n_layers: 2, d_ff: 172, causal: true }, vocabulary),
        task: 'translation',
        objective: 'nextToken',
        settings: {},
      },
      references: {
        'held out, step 100': '.824 ± .020',
        'seen, step 100': '.953',
        'held out, step 200': '.987 ± .023',
        'seen, step 200': '1.000',
        'held out, step 600': '.996 ± .008',
        'seen, step 600': '1.000',
      },
    },
  ];
  const settings = { n_ctx: 32, batch_size: 32, lr: 2e-3, warmup_steps: 40, max_steps: 600 };
  for (const { name, setup, references } of arms) {
    await measure(asked, name, references, (seed) =>
      translate(asked, { ...setup, params: { n_train: 2000 }, settings }, seed),
    );
  }
}

/** Sentences right to the last word and the end mark, after 100, 200 and 600 steps. */
async function translate({ backend }: Asked, setup: Setup, seed: number) {
  const arm = start(backend, setup, seed);
  const fresh = taskData('translation', { n_train: 0 }, setup.objective);
  const seen = { ...fresh, n_val_examples: 320, val: (i: number) => fresh.train(12_345, i) };
  const found: Record<string, number> = {};
  let done = 0;
  for (const mark of [100, 200, 600]) {
    await arm.train(mark - done);
    done = mark;
    found[`held out, step ${mark}`] = (await arm.judge({ n_examples: 320 })).exact;
    found[`seen, step ${mark}`] = (await arm.judge({ dataset: seen, n_examples: 320 })).exact;
  }
  arm.close();
  return found;
}
