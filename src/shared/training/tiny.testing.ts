import * as tf from '@tensorflow/tfjs';
import type { Checkpoint } from '../contract/checkpoint';
import { type Settings, settingsSchema } from '../contract/project';
import { fitText, tokenizeText } from '../datasets/textFile';
import { tinyGpt } from '../graph/templates';
import type { Backend } from '../tensor/ops';
import { stockOps, stockOptimizerOps } from '../tensor/stockOps';
import type { TrainerHost } from './host';

/** A text with something to learn in it. */
export const tinyText = Array.from(
  { length: 60 },
  (_, i) => `${i % 7} cats sat on ${i % 5} mats.\n`,
).join('');

export async function cpuBackend(): Promise<Backend> {
  await tf.setBackend('cpu');
  tf.enableProdMode();
  return { name: 'test', note: null, ops: stockOps(tf), optimizerOps: stockOptimizerOps(tf) };
}

export interface TinyOptions extends Partial<Settings> {
  readonly dropout?: number;
}

/** A host for a very small GPT on `tinyText`, which keeps checkpoints in a list. */
export function tinyHost({ dropout = 0, ...settings }: TinyOptions = {}) {
  const saved: Checkpoint[] = [];
  const { tokenizer } = fitText('character', tinyText);
  const host: TrainerHost & { saved: Checkpoint[] } = {
    saved,
    run: {
      name: 'tiny',
      drawing: tinyGpt({ n_layers: 1, n_heads: 2, d_model: 16, dropout }),
      settings: settingsSchema.parse({
        n_ctx: 8,
        batch_size: 4,
        max_steps: 20,
        warmup_steps: 2,
        lr: 1e-2,
        eval_batches: 2,
        ...settings,
      }),
      tokenizer: tokenizer.save(),
      data: {
        name: 'cats.txt',
        file: 'data/cats.txt',
        sha256: '',
        sizeBytes: tinyText.length,
        encoding: 'utf-8',
        tokenizer: 'character',
      },
    },
    backend: cpuBackend,
    openTokens: async (tokenizer) => tokenizeText(tinyText, tokenizer),
    lastCheckpoint: () => Promise.resolve(saved.at(-1) ?? null),
    saveCheckpoint: async (checkpoint) => {
      saved.push(checkpoint);
    },
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    now: () => performance.now(),
  };
  return host;
}
