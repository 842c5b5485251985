import { fail, sameText, type Text } from '../contract/problem';
import { type Dataset, fieldsOf } from '../datasets/dataset';
import { findTask } from '../datasets/registry';
import { checkLongest, openTask } from '../datasets/task';
import { type TokenizedText, textDataset, tokenizeText } from '../datasets/textFile';
import { checkLength, checkText } from '../datasets/textProblems';
import { compile } from '../graph/compile';
import type { Compiled } from '../graph/compiled';
import { checkObjective, demandsOf, objectivesFor } from '../objectives/demands';
import type { Objective } from '../objectives/objective';
import { findObjective } from '../objectives/registry';
import type { Backend } from '../tensor/ops';
import { loadTokenizer } from '../tokenizers/registry';
import type { BatchSource } from './batches';
import { type GradientTeam, localTeam, type TrainedModel } from './gradients';
import type { TrainerHost } from './host';
import { createWeights } from './state';
import { Trainer } from './trainer';

/** A run made ready: its data as tokens, its model, its trainer at the last checkpoint. */
export interface Session {
  readonly where: Text;
  readonly backend: Backend;
  readonly dataset: Dataset;
  /** null when the run learns a task. */
  readonly text: TokenizedText | null;
  readonly source: BatchSource;
  readonly model: TrainedModel;
  readonly team: GradientTeam;
  readonly trainer: Trainer;
  /** Losses at the last checkpoint. */
  readonly losses: { train_loss: number | null; val_loss: number | null };
}

/** @throws Problem when data, drawing, objective, tokenizer or checkpoint do not fit together. */
export async function openSession(host: TrainerHost): Promise<Session> {
  const { name, drawing, settings } = host.run;
  const where = { en: `Run "${name}"`, zh: `训练“${name}”` };
  const objective = findObjective(settings.objective);
  const { dataset, text } = await openData(host, objective);
  const source = { dataset, objective, settings };
  const { n_vocab } = dataset.tokenizer;
  const { n_labels } = dataset;
  const demands = demandsOf(objective, { n_vocab, n_labels, fields: fieldsOf(dataset) });
  const compiled = compile(drawing, { n_vocab, n_ctx: settings.n_ctx, ...demands });
  checkDrawing(compiled);
  const backend = await host.backend();
  const weights = createWeights(backend, compiled, settings.seed);
  const model = { compiled, backend, weights, objective, settings };
  const team = (await host.gradientTeam?.(model)) ?? localTeam(model, host.breathe);
  const trainer = new Trainer({ where, model, source, settings, team });
  const checkpoint = await host.lastCheckpoint();
  if (checkpoint !== null) trainer.restore(checkpoint);
  const { train_loss = null, val_loss = null } = checkpoint?.manifest ?? {};
  const losses = { train_loss, val_loss };
  return { where, backend, dataset, text, source, model, team, trainer, losses };
}

async function openData({ run, readText }: TrainerHost, objective: Objective) {
  const { task, data, settings } = run;
  if (task) {
    const kind = findTask(task.type);
    checkObjective(kind.title, objective.type, kind.objectives);
    checkLongest(kind, task.params, settings.n_ctx);
    return { dataset: openTask(kind, task.params, objective.specials), text: null };
  }
  checkObjective(sameText(data.name), objective.type, objectivesFor(['tokens']));
  const whole = await readText();
  checkText(data.name, whole);
  const text = tokenizeText(whole, loadTokenizer(run.tokenizer));
  checkLength(data.name, text, settings.n_ctx);
  return { dataset: textDataset(text, settings.n_ctx), text };
}

function checkDrawing({ problems }: Compiled): void {
  const [problem] = problems;
  if (problem) fail(problem.where, problem.what, problem.fix, problem.target);
}
