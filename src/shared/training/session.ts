import { fail, type Problem, type Text } from '../contract/problem';
import type { Drawing } from '../contract/project';
import { type Dataset, fieldsOf } from '../datasets/dataset';
import { compile } from '../graph/compile';
import { demandsOf } from '../objectives/demands';
import { findObjective } from '../objectives/registry';
import type { Backend } from '../tensor/ops';
import type { BatchSource } from './batches';
import { type GradientTeam, localTeam, type TrainedModel } from './gradients';
import type { TrainerHost } from './host';
import { type OpenedData, openData } from './openData';
import { checkOrigin, type Origin, originOf } from './origin';
import { checkMask } from './startCheck';
import { createWeights } from './state';
import { Trainer } from './trainer';

/** A run made ready: its data as tokens, its model, its trainer at the last checkpoint. */
export interface Session {
  readonly where: Text;
  readonly backend: Backend;
  readonly dataset: Dataset;
  readonly sizes: OpenedData['sizes'];
  readonly hasAnswers: boolean;
  readonly source: BatchSource;
  readonly model: TrainedModel;
  /** The token whose change no earlier position noticed; null where all may be seen. */
  readonly masked: number | null;
  readonly team: GradientTeam;
  readonly trainer: Trainer;
  /** What to know that does not stop training. */
  readonly warnings: readonly Problem[];
  /** Goes into every checkpoint. */
  readonly origin: Origin;
  /** Losses at the last checkpoint. */
  readonly losses: { train_loss: number | null; val_loss: number | null };
}

/** @throws Problem when data, drawing, objective, tokenizer or checkpoint do not fit together. */
export async function openSession(host: TrainerHost): Promise<Session> {
  const { name, drawing, settings } = host.run;
  const where = { en: `Run "${name}"`, zh: `训练“${name}”` };
  const objective = findObjective(settings.objective);
  const { dataset, sizes, hasAnswers } = await openData(host, objective);
  const source = { dataset, objective, settings };
  const backend = await host.backend();
  const model = openModel(drawing, source, backend);
  const masked = checkMask(model, source);
  const team = (await host.gradientTeam?.(model)) ?? localTeam(model, host.breathe);
  const trainer = new Trainer({ where, model, source, settings, team });
  const checkpoint = await host.lastCheckpoint();
  const origin = originOf(host.run, dataset.tokenizer);
  if (checkpoint !== null) {
    checkOrigin(where, checkpoint, origin);
    trainer.restore(checkpoint);
  }
  const { train_loss = null, val_loss = null } = checkpoint?.manifest ?? {};
  const losses = { train_loss, val_loss };
  const warnings = [checkpoint?.warning, dataset.tokenizer.warning].filter(
    (warning) => warning !== undefined,
  );
  const learned = { dataset, sizes, hasAnswers, source };
  return { where, backend, ...learned, model, masked, team, trainer, origin, losses, warnings };
}

/** A drawing with its first weights. @throws Problem when it does not fit what is asked and of what. */
export function openModel(
  drawing: Drawing,
  source: BatchSource & Pick<TrainedModel, 'settings'>,
  backend: Backend,
): TrainedModel {
  const { dataset, objective, settings } = source;
  const { n_labels, tokenizer } = dataset;
  const { n_vocab } = tokenizer;
  const demands = demandsOf(objective, { n_vocab, n_labels, fields: fieldsOf(dataset) });
  const compiled = compile(drawing, { n_vocab, n_ctx: settings.n_ctx, ...demands });
  const [problem] = compiled.problems;
  if (problem) fail(problem.where, problem.what, problem.fix, problem.target);
  const weights = createWeights(backend, compiled, settings.seed);
  return { compiled, backend, weights, objective, settings };
}
