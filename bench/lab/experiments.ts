import { maskedToken } from '@shared/objectives/maskedToken';
import { nextToken } from '@shared/objectives/nextToken';
import type { Objective } from '@shared/objectives/objective';
import { feedBatch, field, padRows, specialId } from '@shared/objectives/targets';
import type { Backend } from '@shared/tensor/ops';
import { classes, encoderDecoder, lookup, oneStack, type Position, vocabulary } from './drawings';
import { onlyTargets, type Setup, start, taskData } from './experiment';
import type { Figure } from './figures';

/** What is asked of an experiment: its seeds, and where a figure is told as soon as it is there. */
export interface Asked {
  readonly backend: Backend;
  readonly seeds: readonly number[];
  tell(figure: Figure): void;
}

/** The values of several figures for each seed, told under their names. */
async function measure(
  { seeds, tell }: Asked,
  arm: string,
  references: Readonly<Record<string, string>>,
  once: (seed: number) => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  const runs: Readonly<Record<string, number>>[] = [];
  for (const seed of seeds) runs.push(await once(seed));
  for (const [what, reference] of Object.entries(references)) {
    tell({ arm, what, values: runs.map((run) => run[what] ?? Number.NaN), reference });
  }
}

const accuracyOnly = (reference: string) => ({ accuracy: reference });

/** Trains an arm to its end → its accuracy on held-out examples. */
async function finalAccuracy({ backend }: Asked, setup: Setup, steps: number, seed: number) {
  const arm = start(backend, { ...setup, settings: { ...setup.settings, max_steps: steps } }, seed);
  await arm.train(steps);
  const { accuracy } = await arm.judge();
  arm.close();
  return { accuracy };
}

/** (a) One position asks for k values at once; each head can answer for one. */
export async function heads(asked: Asked): Promise<void> {
  const references: [k: number, n_heads: number, reference: string][] = [
    [4, 1, '.352 ± .008'],
    [4, 8, '.872 ± .116'],
    [4, 2, '.563 ± .013'],
    [4, 4, '.922 ± .076'],
    [4, 16, '.416 ± .009'],
    [4, 32, '.304 ± .003'],
    [4, 64, '.263 ± .002'],
    [1, 1, '1.000'],
    [1, 8, '1.000'],
  ];
  for (const [k, n_heads, reference] of references) {
    const setup: Setup = {
      drawing: lookup(k, n_heads, 12),
      task: 'multiQuery',
      params: { n_queries: k },
      objective: 'sequenceLabel',
      settings: { n_ctx: 24, batch_size: 64, lr: 3e-3, warmup_steps: 40 },
    };
    await measure(asked, `k = ${k}, n_heads = ${n_heads}`, accuracyOnly(reference), (seed) =>
      finalAccuracy(asked, setup, 800, seed),
    );
  }
}

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
        found[`T = ${length}`] = (await arm.judge({ dataset, n_examples: 128 })).accuracy;
      }
      arm.close();
      return found;
    });
  }
}

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

/** (g) Six layers at a high learning rate: norms before or after, with or without warm-up. */
export async function norms(asked: Asked): Promise<void> {
  const arms: [normFirst: boolean, warmup_steps: number, reference: string][] = [
    [true, 0, '.000'],
    [true, 100, '.003 ± .004'],
    [false, 0, '2.784 ± .002'],
    [false, 100, '.089 ± .037'],
  ];
  const base = { d_model: 32, n_heads: 4, n_layers: 6, d_ff: 64, causal: true } as const;
  // As in the reference, the end mark is not asked for.
  let end = -1;
  const objective = onlyTargets(
    nextToken,
    (target) => target !== end,
    (specials) => {
      end = specials.get('<eos>') ?? -1;
    },
  );
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
      const setup: Setup = { drawing, task: 'reverse', objective, settings };
      const arm = start(asked.backend, setup, seed);
      const losses = (await arm.train(300)).slice(-20);
      arm.close();
      return { 'final loss': losses.reduce((sum, loss) => sum + loss, 0) / losses.length };
    });
  }
}

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
      const tokens = padRows(
        rows.map(({ ids }) => ids),
        0,
      ); // (B, T)
      const targets = padRows(
        rows.map((row) => row.targets),
        -1,
      ); // (B, T)
      return feedBatch({ tokens }, targets.ids);
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
