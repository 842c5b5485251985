import { sameText } from '../contract/problem';
import { type Drawing, type Settings, settingsSchema } from '../contract/project';
import type { Dataset } from '../datasets/dataset';
import { compile } from '../graph/compile';
import type { Objective } from '../objectives/objective';
import type { Backend } from '../tensor/ops';
import { randomStream } from '../tensor/random';
import { symbolTokenizer } from '../tokenizers/symbols';
import { localTeam, type TrainedModel } from './gradients';
import { createWeights } from './state';
import { Trainer } from './trainer';

export interface ArmOptions {
  readonly drawing: Drawing;
  readonly dataset: Dataset;
  readonly objective: Objective;
  readonly settings?: Partial<Settings>;
}

/** A drawing with its trainer, on examples of a test's own. */
export function openArm(
  backend: Backend,
  { drawing, dataset, objective, settings: given }: ArmOptions,
) {
  const defaults = { n_ctx: 8, batch_size: 4, lr: 1e-2, warmup_steps: 0 };
  const settings = settingsSchema.parse({ ...defaults, ...given });
  const { n_vocab } = dataset.tokenizer;
  const output = objective.output({ n_vocab, n_labels: dataset.n_labels });
  const compiled = compile(drawing, { n_vocab, n_ctx: settings.n_ctx, output });
  const weights = createWeights(backend, compiled, settings.seed);
  const model: TrainedModel = { compiled, backend, weights, objective, settings };
  const source = { dataset, objective, settings };
  const team = localTeam(model, () => Promise.resolve());
  const trainer = new Trainer({ where: sameText('test'), model, source, settings, team });
  return { model, source, trainer };
}

/** Tokens, and a source beside them, that follow from nothing: each drawn anew. */
export function noise(n_symbols: number, length: number, specials: readonly string[]): Dataset {
  const symbols = Array.from({ length: n_symbols }, (_, i) => String.fromCharCode(0x61 + i));
  const row = (name: string) => {
    const random = randomStream(1, name);
    return Int32Array.from({ length }, () => specials.length + random.int(n_symbols));
  };
  const example = (name: string) => ({
    tokens: row(`${name} tokens`),
    ...(specials.includes('<bos>') && { source: row(`${name} source`) }),
  });
  return {
    tokenizer: symbolTokenizer(specials, symbols),
    n_labels: 0,
    train: (seed, i) => example(`${seed} ${i}`),
    n_val_examples: 50,
    val: (i) => example(`val ${i}`),
  };
}
