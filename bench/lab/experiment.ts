import { sameText } from '@shared/contract/problem';
import { type Drawing, type Settings, settingsSchema } from '@shared/contract/project';
import type { Dataset } from '@shared/datasets/dataset';
import { findTask } from '@shared/datasets/registry';
import { openTask } from '@shared/datasets/task';
import type { Objective } from '@shared/objectives/objective';
import { findObjective } from '@shared/objectives/registry';
import type { Backend } from '@shared/tensor/ops';
import { validate } from '@shared/training/evaluation';
import { localTeam } from '@shared/training/gradients';
import { openModel } from '@shared/training/session';
import { Trainer } from '@shared/training/trainer';

/** One arm of an experiment: a drawing, what it learns, and how. */
export interface Setup {
  readonly drawing: Drawing;
  readonly task: string;
  readonly params?: Readonly<Record<string, number>>;
  readonly objective: Objective | string;
  readonly settings: Partial<Settings>;
}

/** What all arms have in common unless they say otherwise. */
const COMMON = {
  beta1: 0.9,
  beta2: 0.98,
  eps: 1e-9,
  weight_decay: 0,
  grad_clip: 1,
  schedule: 'cosine',
} as const;

/** An arm under way. */
export interface Arm {
  readonly n_params: number;
  readonly dataset: Dataset;
  /** → the losses of these steps, nats per target. */
  train(steps: number): Promise<number[]>;
  /** How it does on `n_examples` of a data set's validation part: its own and as it was asked, if nothing else is given. */
  judge(options?: JudgeOptions): ReturnType<typeof validate>;
  close(): void;
}

export interface JudgeOptions {
  readonly dataset?: Dataset;
  readonly objective?: Objective;
  readonly n_examples?: number;
}

/** A task as a data set. */
export function taskData(
  task: string,
  params: Readonly<Record<string, number>>,
  objective: Objective | string,
): Dataset {
  const { specials } = typeof objective === 'string' ? findObjective(objective) : objective;
  return openTask(findTask(task), params, specials);
}

const rest = () => Promise.resolve();

/** Makes an arm ready: weights and examples follow from the seed. */
export function start(backend: Backend, setup: Setup, seed: number): Arm {
  const objective =
    typeof setup.objective === 'string' ? findObjective(setup.objective) : setup.objective;
  const dataset = taskData(setup.task, setup.params ?? {}, objective);
  const lr = setup.settings.lr ?? 1e-3;
  const settings = settingsSchema.parse({ ...COMMON, min_lr: lr / 20, ...setup.settings, seed });
  const source = { dataset, objective, settings };
  const model = openModel(setup.drawing, source, backend);
  const team = localTeam(model, rest);
  const trainer = new Trainer({ where: sameText(setup.task), model, source, settings, team });
  return {
    n_params: model.compiled.n_params,
    dataset,
    async train(steps) {
      const losses: number[] = [];
      for (let i = 0; i < steps; i++) losses.push((await trainer.trainStep()).train_loss);
      return losses;
    },
    judge({ n_examples = 1000, ...other } = {}) {
      const batches = Math.ceil(n_examples / settings.batch_size);
      return validate(model, { ...source, ...other }, batches, rest);
    },
    close: () => {
      for (const tensor of model.weights.values()) tensor.dispose();
    },
  };
}

/** The objective, with only those targets kept that `keep` wants; t: place in the row. */
export function onlyTargets(
  objective: Objective,
  keep: (target: number, t: number) => boolean,
): Objective {
  return {
    ...objective,
    batch(examples, context) {
      const batch = objective.batch(examples, context);
      const { length, values } = batch.targets;
      const kept = values.map((target, i) => (keep(target, i % length) ? target : -1));
      return { ...batch, targets: { ...batch.targets, values: kept } };
    },
  };
}
