import { z } from 'zod';
import type { Problem } from './problem';

/** The file `manifest.json` of a checkpoint folder, beside weights.safetensors and optimizer.safetensors. */
export const checkpointManifestSchema = z.object({
  version: z.literal(1),
  step: z.int().min(0),
  train_loss: z.number().nullable(),
  val_loss: z.number().nullable(),
  /** Elements of all weights, each tied weight once: equals the parameter count on the canvas. */
  n_params: z.int(),
  /** What it was trained on; missing in checkpoints of the first version. */
  tokenizerHash: z.string().max(80).optional(),
  dataHash: z.string().max(80).optional(),
});
export type CheckpointManifest = z.infer<typeof checkpointManifestSchema>;

/** A named array of numbers as it stands in a checkpoint. */
export interface NamedArray {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** All state that the next step depends on. Batches and random bits follow from (seed, step). */
export interface Checkpoint {
  readonly manifest: CheckpointManifest;
  /** By weight name, such as `decoder.0.attention.W_Q`. */
  readonly weights: ReadonlyMap<string, NamedArray>;
  /** By weight name and slot, such as `decoder.0.attention.W_Q:m`. */
  readonly optimizer: ReadonlyMap<string, NamedArray>;
}

/** The checkpoint that a run goes on from. */
export interface LastCheckpoint extends Checkpoint {
  /** Why it is not the newest there is. */
  readonly warning?: Problem;
}
