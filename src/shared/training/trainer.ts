import type { Checkpoint } from '../contract/checkpoint';
import type { Text } from '../contract/problem';
import type { Settings } from '../contract/project';
import { learningRate } from '../contract/schedule';
import { type BatchSource, type Shard, shardBatch, trainBatch } from './batches';
import { failDiverged } from './divergence';
import type { GradientTeam, StepGradients, TrainedModel } from './gradients';
import { createOptimizer, type Optimizer } from './optimizers';
import { createSlots, readState, type Slots, writeState } from './state';

export interface TrainerOptions {
  /** Such as `Run "tiny-gpt"`, for problems. */
  readonly where: Text;
  readonly model: TrainedModel;
  readonly source: BatchSource;
  readonly settings: Settings;
  readonly team: GradientTeam;
}

/** What a step did. Loss is nats per token. */
export interface StepResult {
  readonly step: number;
  readonly train_loss: number;
  readonly lr: number;
  /** Before clipping. */
  readonly grad_norm: number;
}

/** Changes a model's weights step by step. What a step does follows from (seed, step) and the state before it. */
export class Trainer {
  /** Steps done. */
  step = 0;
  private readonly options: TrainerOptions;
  private readonly optimizer: Optimizer;
  private readonly slots: Slots;

  constructor(options: TrainerOptions) {
    this.options = options;
    this.optimizer = createOptimizer(options.settings);
    this.slots = createSlots(options.model, this.optimizer.slots);
  }

  /** @throws Problem when loss or gradients are no longer finite; the weights are then as before the step. */
  async trainStep(): Promise<StepResult> {
    const { source, settings, team } = this.options;
    const step = this.step + 1;
    const lr = learningRate(settings, step);
    const shards = shardBatch(trainBatch(source, step));
    const result = await team.compute(step, shards);
    const grad_norm = this.norm(step, lr, shards, result);
    const clip = settings.grad_clip;
    const gradientScale = clip > 0 && grad_norm > clip ? clip / grad_norm : 1;
    this.update(step, lr, gradientScale, result);
    this.step = step;
    return { step, train_loss: result.loss, lr, grad_norm };
  }

  private norm(step: number, lr: number, shards: Shard[], result: StepGradients): number {
    const { model, where } = this.options;
    const norm = model.backend.optimizerOps.globalNorm(result.gradients);
    if (Number.isFinite(norm) && Number.isFinite(result.loss)) return norm;
    return failDiverged({ model, where, step, lr, shards, result });
  }

  private update(step: number, lr: number, gradientScale: number, result: StepGradients): void {
    const { model, settings } = this.options;
    model.compiled.weights.forEach(({ name, decay }, i) => {
      const weight = model.weights.get(name);
      const gradient = result.gradients[i];
      if (weight === undefined || gradient === undefined) throw new Error(`no gradient of ${name}`);
      this.optimizer.update(model.backend.optimizerOps, {
        weight,
        gradient,
        slots: this.slots.get(name) ?? [],
        step,
        lr,
        weightDecay: decay ? settings.weight_decay : 0,
        gradientScale,
      });
      gradient.dispose();
    });
  }

  /** A copy of all that the next step depends on. */
  checkpoint(losses: Pick<Checkpoint['manifest'], 'train_loss' | 'val_loss'>): Checkpoint {
    const { model } = this.options;
    const n_params = model.compiled.n_params;
    const manifest = { version: 1 as const, step: this.step, ...losses, n_params };
    return { manifest, ...readState(model, this.optimizer.slots, this.slots) };
  }

  /** Goes on as if never stopped. @throws Problem when the checkpoint is of another drawing or optimizer. */
  restore(checkpoint: Checkpoint): void {
    const { model, where } = this.options;
    writeState(where, model, this.optimizer.slots, this.slots, checkpoint);
    this.step = checkpoint.manifest.step;
  }
}
