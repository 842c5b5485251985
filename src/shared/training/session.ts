import { fail, type Text } from '../contract/problem';
import { type TokenizedText, textDataset, tokenizeText } from '../datasets/textFile';
import { checkLength, checkText } from '../datasets/textProblems';
import { compile } from '../graph/compile';
import type { Compiled } from '../graph/compiled';
import type { Objective } from '../objectives/objective';
import { findObjective } from '../objectives/registry';
import type { Backend } from '../tensor/ops';
import { loadTokenizer } from '../tokenizers/registry';
import type { BatchSource } from './batches';
import { type GradientTeam, localTeam, type TrainedModel } from './gradients';
import type { TrainerHost } from './host';
import { createWeights } from './state';
import { Trainer } from './trainer';

/** A run made ready: its text as tokens, its model, its trainer at the last checkpoint. */
export interface Session {
  readonly where: Text;
  readonly backend: Backend;
  readonly text: TokenizedText;
  readonly source: BatchSource;
  readonly model: TrainedModel;
  readonly team: GradientTeam;
  readonly trainer: Trainer;
  /** Losses at the last checkpoint. */
  readonly losses: { train_loss: number | null; val_loss: number | null };
}

/** @throws Problem when text, drawing, tokenizer or checkpoint do not fit together. */
export async function openSession(host: TrainerHost): Promise<Session> {
  const { name, drawing, settings, data } = host.run;
  const where = { en: `Run "${name}"`, zh: `训练“${name}”` };
  const text = await readTokens(host);
  const { n_ctx, seed, objective: objectiveType } = settings;
  const objective = findObjective(objectiveType);
  const compiled = compile(drawing, { n_vocab: text.tokenizer.n_vocab, n_ctx });
  checkDrawing(where, compiled, objective);
  checkLength(data.name, text, n_ctx);
  const backend = await host.backend();
  const weights = createWeights(backend, compiled, seed);
  const model = { compiled, backend, weights, objective, settings };
  const source = { dataset: textDataset(text, n_ctx), objective, settings };
  const team = (await host.gradientTeam?.(model)) ?? localTeam(model, host.breathe);
  const trainer = new Trainer({ where, model, source, settings, team });
  const checkpoint = await host.lastCheckpoint();
  if (checkpoint !== null) trainer.restore(checkpoint);
  const { train_loss = null, val_loss = null } = checkpoint?.manifest ?? {};
  return { where, backend, text, source, model, team, trainer, losses: { train_loss, val_loss } };
}

async function readTokens({ run, readText }: TrainerHost): Promise<TokenizedText> {
  const text = await readText();
  checkText(run.data.name, text);
  return tokenizeText(text, loadTokenizer(run.tokenizer));
}

function checkDrawing(where: Text, { problems, feeds }: Compiled, objective: Objective): void {
  const [problem] = problems;
  if (problem) fail(problem.where, problem.what, problem.fix, problem.target);
  const show = (names: readonly string[]) => [...names].sort().join(', ');
  if (show(feeds) === show(objective.feeds)) return;
  fail(
    where,
    {
      en: `${objective.title.en} feeds ${show(objective.feeds)}, but the drawing reads ${show(feeds)}.`,
      zh: `“${objective.title.zh}”提供 ${show(objective.feeds)}，而图读取 ${show(feeds)}。`,
    },
    {
      en: 'Change the inputs of the drawing, or choose another objective.',
      zh: '请修改图的输入，或换一个训练目标。',
    },
  );
}
