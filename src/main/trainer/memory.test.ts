import type { Drawing, Settings } from '@shared/contract/project';
import { tokenizeText } from '@shared/datasets/textFile';
import { templates, tinyGpt } from '@shared/graph/templates';
import { validate } from '@shared/training/evaluation';
import { trainingMemory } from '@shared/training/memory';
import { openSession } from '@shared/training/session';
import { type TinyOptions, tinyHost, tinyText } from '@shared/training/tiny.testing';
import * as tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import { createBackend } from './backend';
import type { WasmBackend } from './backend/device';

/** The most bytes that tensors took at once while `work` ran, those before it included when made by `work`. */
async function peakBytes(work: () => Promise<void>): Promise<number> {
  const { wasm } = tf.backend() as unknown as WasmBackend;
  const malloc = wasm._malloc;
  const free = wasm._free;
  const sizes = new Map<number, number>();
  let live = 0;
  let peak = 0;
  Reflect.set(wasm, '_malloc', (bytes: number) => {
    const address = malloc(bytes);
    sizes.set(address, bytes);
    live += bytes;
    peak = Math.max(peak, live);
    return address;
  });
  Reflect.set(wasm, '_free', (address: number) => {
    live -= sizes.get(address) ?? 0;
    sizes.delete(address);
    free(address);
  });
  try {
    await work();
  } finally {
    Reflect.set(wasm, '_malloc', malloc);
    Reflect.set(wasm, '_free', free);
  }
  return peak;
}

async function compare(drawing: Drawing, options: TinyOptions) {
  const backend = await createBackend();
  const host = tinyHost({ ...options, max_steps: 3 });
  let predicted = 0;
  const measured = await peakBytes(async () => {
    const session = await openSession({
      ...host,
      run: { ...host.run, drawing },
      backend: async () => backend,
      openTokens: async (tokenizer) => tokenizeText(tinyText.repeat(8), tokenizer),
    });
    predicted = trainingMemory(session.model.compiled, host.run.settings).thread;
    for (let i = 0; i < 2; i++) await session.trainer.trainStep();
    await validate(session.model, session.source, 1, async () => undefined);
    for (const weight of session.model.weights.values()) weight.dispose();
  });
  return { predicted, measured, share: predicted / measured };
}

const table: readonly (readonly [string, Drawing, Partial<Settings>])[] = [
  ['a wide model', tinyGpt({ n_layers: 2, n_heads: 4, d_model: 256 }), { n_ctx: 64 }],
  [
    'long windows',
    tinyGpt({ n_layers: 2, n_heads: 4, d_model: 64 }),
    { n_ctx: 512, batch_size: 8 },
  ],
  [
    'many layers',
    tinyGpt({ n_layers: 12, n_heads: 2, d_model: 64 }),
    { n_ctx: 64, batch_size: 32 },
  ],
  ['a LLaMA', templates.llama.make({ n_layers: 3, d_model: 96 }), { n_ctx: 64, batch_size: 32 }],
  [
    'plain SGD',
    templates.gpt2.make({ n_layers: 2, d_model: 192 }),
    { optimizer: 'sgd', n_ctx: 32 },
  ],
  [
    'a small model',
    tinyGpt({ n_layers: 1, n_heads: 2, d_model: 32 }),
    { n_ctx: 32, batch_size: 64 },
  ],
];

describe('the memory that training takes', () => {
  it.each(table)('is predicted within a third: %s', async (_name, drawing, options) => {
    const found = await compare(drawing, options);
    // Never less than it takes, and not so much more that a run would be refused without need.
    expect(found.share).toBeGreaterThan(0.97);
    expect(found.share).toBeLessThan(1.35);
  });
});
