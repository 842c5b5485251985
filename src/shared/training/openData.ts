import type { Dataset } from '../datasets/dataset';
import { checkExamples, learnableOf } from '../datasets/learnable';
import { recordDataset } from '../datasets/records';
import { textDataset } from '../datasets/textFile';
import { checkLength } from '../datasets/textProblems';
import { poolsFirst } from '../graph/labelled';
import { checkObjective } from '../objectives/demands';
import type { Objective } from '../objectives/objective';
import { loadTokenizer } from '../tokenizers/registry';
import type { TrainerHost } from './host';

export interface OpenedData {
  readonly dataset: Dataset;
  /** Of a task, which never ends, 0. */
  readonly sizes: {
    readonly n_train_tokens: number;
    readonly n_val_tokens: number;
    /** Validation tokens never seen in training. */
    readonly n_unknown: number;
  };
  /** Its examples have answers that can be right as a whole. */
  readonly hasAnswers: boolean;
}

const endless = { n_train_tokens: 0, n_val_tokens: 0, n_unknown: 0 };

/** What a run learns from. @throws Problem when its objective cannot ask it, or nothing fits into n_ctx. */
export async function openData(
  { run, openTokens, platform }: Pick<TrainerHost, 'run' | 'openTokens' | 'platform'>,
  objective: Objective,
): Promise<OpenedData> {
  const { data, settings } = run;
  const learnable = learnableOf(run, objective.specials);
  checkObjective(learnable, objective.type);
  checkExamples(run, settings.n_ctx);
  if (learnable.dataset !== null) {
    return { dataset: learnable.dataset, sizes: endless, hasAnswers: true };
  }
  const tokens = await openTokens(loadTokenizer(run.tokenizer, platform));
  const { n_unknown } = tokens;
  if ('use' in tokens) {
    const { type } = objective;
    const byFirst = type === 'sequenceLabel' && poolsFirst(run.drawing);
    const dataset = recordDataset(data.name, tokens, { type, byFirst }, settings.n_ctx);
    const [n_train_tokens, n_val_tokens] = [tokens.train.n_tokens, tokens.val.n_tokens];
    const hasAnswers = tokens.use === 'pair' || objective.type === 'sequenceLabel';
    return { dataset, sizes: { n_train_tokens, n_val_tokens, n_unknown }, hasAnswers };
  }
  const [n_train_tokens, n_val_tokens] = [tokens.train.length, tokens.val.length];
  checkLength(data.name, { train: n_train_tokens, val: n_val_tokens }, settings.n_ctx);
  const dataset = textDataset(tokens, settings.n_ctx);
  return { dataset, sizes: { n_train_tokens, n_val_tokens, n_unknown }, hasAnswers: false };
}
