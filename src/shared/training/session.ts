import { fail, type Text } from '../contract/problem';
import type { Dataset } from '../datasets/dataset';
import { findTask } from '../datasets/registry';
import { openTask } from '../datasets/task';
import { type TokenizedText, textDataset, tokenizeText } from '../datasets/textFile';
import { checkLength, checkText } from '../datasets/textProblems';
import { compile } from '../graph/compile';
import type { Compiled } from '../graph/compiled';
import type { Objective } from '../objectives/objective';
import { findObjective } from '../objectives/registry';
import type { Backend } from '../tensor/ops';
import { loadTokenizer } from '../tokenizers/registry';
import { type BatchSource, trainBatch } from './batches';
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
  const { n_labels, tokenizer } = dataset;
  const { n_vocab } = tokenizer;
  const output = objective.output({ n_vocab, n_labels });
  const compiled = compile(drawing, { n_vocab, n_ctx: settings.n_ctx, output });
  checkDrawing(where, compiled, source);
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
    if (!kind.objectives.includes(objective.type)) failObjective(kind.title, kind.objectives);
    return { dataset: openTask(kind, task.params, objective.specials), text: null };
  }
  if (objective.needs.some((name) => name !== 'tokens')) {
    failObjective({ en: data.name, zh: data.name }, ['nextToken', 'maskedToken']);
  }
  const whole = await readText();
  checkText(data.name, whole);
  const text = tokenizeText(whole, loadTokenizer(run.tokenizer));
  checkLength(data.name, text, settings.n_ctx);
  return { dataset: textDataset(text, settings.n_ctx), text };
}

function failObjective(where: Text, fitting: readonly string[]): never {
  const titles = fitting.map((type) => findObjective(type).title);
  const names = (language: 'en' | 'zh') => titles.map((title) => title[language]).join(', ');
  return fail(
    where,
    { en: 'this data cannot be asked that way.', zh: '这些数据不适合这个训练目标。' },
    { en: `Choose the objective ${names('en')}.`, zh: `请选择训练目标：${names('zh')}。` },
  );
}

function checkDrawing(where: Text, compiled: Compiled, source: BatchSource): void {
  const [problem] = compiled.problems;
  if (problem) fail(problem.where, problem.what, problem.fix, problem.target);
  const show = (names: readonly string[]) => [...names].sort().join(', ');
  const feeds = show(Object.keys(trainBatch(source, 1).feeds));
  const reads = show(compiled.feeds);
  if (feeds === reads) return;
  const { title } = source.objective;
  fail(
    where,
    {
      en: `${title.en} feeds ${feeds}, but the drawing reads ${reads}.`,
      zh: `“${title.zh}”提供 ${feeds}，而图读取 ${reads}。`,
    },
    {
      en: 'Change the inputs of the drawing, or choose another objective.',
      zh: '请修改图的输入，或换一个训练目标。',
    },
  );
}
