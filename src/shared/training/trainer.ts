import type { Checkpoint } from '../contract/checkpoint';
import type { Text } from '../contract/problem';
import type { Settings } from '../contract/project';
import { learningRate } from '../contract/schedule';
import { countTokens } from '../tensor/batch';
import { type BatchSource, N_SHARDS, type Shard, shardBatch, trainBatch } from './batches';
import { failDiverged } from './divergence';
import {
  addGradients,
  type GradientTeam,
  type StepGradients,
  type TrainedModel,
} from './gradients';
import type { Optimizer } from './optimizers/optimizer';
import { optimizerByType } from './optimizers/registry';
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
  /** Tokens read, padding left out. */
  readonly n_tokens: number;
}

/** Changes a model's weights step by step. What a step does follows from (seed, step) and the state before it. */
export class Trainer {
  /** Steps done. */
  step = 0;
  private readonly options: TrainerOptions;
  private readonly optimizer: Optimizer;
  private readonly slotNames: readonly string[];
  private readonly slots: Slots;
  private ahead: { readonly step: number; readonly shards: Shard[] } | null = null;

  constructor(options: TrainerOptions) {
    this.options = options;
    this.optimizer = optimizerByType[options.settings.optimizer];
    this.slotNames = this.optimizer.slots(options.settings);
    this.slots = createSlots(options.model, this.slotNames);
  }

  /** @throws Problem when loss or gradients are no longer finite; the weights are then as before the step. */
  async trainStep(): Promise<StepResult> {
    const { settings } = this.options;
    const step = this.step + 1;
    const lr = learningRate(settings, step);
    const shards = this.shards(step);
    const result = await this.gradients(step, shards);
    const grad_norm = this.norm(step, lr, shards, result);
    const clip = settings.grad_clip;
    const gradientScale = clip > 0 && grad_norm > clip ? clip / grad_norm : 1;
    this.update(step, lr, gradientScale, result);
    this.step = step;
    const n_tokens = shards.reduce((sum, { batch }) => sum + countTokens(batch), 0);
    return { step, train_loss: result.loss, lr, grad_norm, n_tokens };
  }

  /** What follows from (seed, step) alone may be made while others still compute the step before. */
  private shards(step: number): Shard[] {
    const { source, settings } = this.options;
    if (this.ahead?.step === step) return this.ahead.shards;
    return shardBatch(trainBatch(source, step), settings.accumulation_steps);
  }

  private readonly lookAhead = (): void => {
    const step = this.step + 2;
    if (this.ahead?.step !== step) this.ahead = { step, shards: this.shards(step) };
  };

  /** Of all shards together, so many at a time as there are in a batch. */
  private async gradients(step: number, shards: readonly Shard[]): Promise<StepGradients> {
    const { model, team } = this.options;
    let sum = await team.compute(step, shards.slice(0, N_SHARDS), this.lookAhead);
    for (let from = N_SHARDS; from < shards.length; from += N_SHARDS) {
      const more = await team.compute(step, shards.slice(from, from + N_SHARDS));
      sum = addGradients(model.backend, sum, more);
    }
    return sum;
  }

  private norm(step: number, lr: number, shards: Shard[], result: StepGradients): number {
    const { model, where } = this.options;
    const { weights } = model.compiled;
    const trained = result.gradients.filter((_, i) => weights[i]?.trainable);
    const norm = model.backend.optimizerOps.globalNorm(trained);
    if (Number.isFinite(norm) && Number.isFinite(result.loss)) return norm;
    return failDiverged({ model, where, step, lr, shards, result });
  }

  private update(step: number, lr: number, gradientScale: number, result: StepGradients): void {
    const { model, settings } = this.options;
    model.compiled.weights.forEach(({ name, decay, trainable }, i) => {
      const weight = model.weights.get(name);
      const gradient = result.gradients[i];
      if (weight === undefined || gradient === undefined) throw new Error(`no gradient of ${name}`);
      if (trainable) {
        this.optimizer.update(model.backend.optimizerOps, settings, {
          weight,
          gradient,
          slots: this.slots.get(name) ?? [],
          step,
          lr,
          weightDecay: decay ? settings.weight_decay : 0,
          gradientScale,
        });
      }
      gradient.dispose();
    });
  }

  /** A copy of all that the next step depends on. */
  checkpoint(losses: Pick<Checkpoint['manifest'], 'train_loss' | 'val_loss'>): Checkpoint {
    const { model } = this.options;
    const n_params = model.compiled.n_params;
    const manifest = { version: 1 as const, step: this.step, ...losses, n_params };
    return { manifest, ...readState(model, this.slotNames, this.slots) };
  }

  /** Goes on as if never stopped. @throws Problem when the checkpoint is of another drawing or optimizer. */
  restore(checkpoint: Checkpoint): void {
    const { model, where } = this.options;
    writeState(where, model, this.slotNames, this.slots, checkpoint);
    this.step = checkpoint.manifest.step;
  }
}
