import { settingsSchema } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import { tinyGpt } from '@shared/graph/templates';
import { nextToken } from '@shared/objectives/nextToken';
import { randomStream } from '@shared/tensor/random';
import { shardBatch } from '@shared/training/batches';
import { localTeam, type TrainedModel } from '@shared/training/gradients';
import { createWeights } from '@shared/training/state';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildWorkers } from '../../workers.testing';
import { createBackend } from '../backend';
import { openTeam } from './team';

const settings = settingsSchema.parse({ n_ctx: 16, batch_size: 5, seed: 3 });
const drawing = tinyGpt({ d_model: 16, n_heads: 2, n_layers: 2, dropout: 0.1 });
const sizes = { n_vocab: 11, n_ctx: 16 };
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Hears of a team's only helper. */
function hearing() {
  let onHelper: (is: 'ready' | 'lost') => void = () => undefined;
  const heard = new Promise<'ready' | 'lost'>((resolve) => {
    onHelper = resolve;
  });
  return { onHelper, heard };
}

async function makeModel(): Promise<TrainedModel> {
  const backend = await createBackend({ choice: 'simd' });
  const compiled = compile(drawing, sizes);
  const weights = createWeights(backend, compiled, settings.seed);
  return { compiled, backend, weights, objective: nextToken, settings };
}

function shards() {
  const stream = randomStream(1, 'examples');
  const examples = Array.from({ length: settings.batch_size }, () => ({
    tokens: Int32Array.from({ length: 17 }, () => stream.int(11)),
  }));
  return shardBatch(
    nextToken.batch(examples, { ...sizes, specials: new Map(), random: () => stream }),
  );
}

describe('a team of threads', () => {
  it('gives the same bits as one thread, whoever computes what', async () => {
    const { trainer: file } = await buildWorkers();
    const model = await makeModel();
    const { onHelper, heard } = hearing();
    const team = openTeam({
      model,
      run: { drawing, settings },
      choice: 'simd',
      file,
      threads: 2,
      breathe,
      onHelper,
    });
    onTestFinished(() => team.close());
    const alone = localTeam(model, breathe);
    const { read, addInPlace } = model.backend.optimizerOps;
    const before = model.backend.ops.tf.memory().numTensors;
    for (let step = 1; step <= 8; step++) {
      const [expected, actual] = [
        await alone.compute(step, shards()),
        await team.compute(step, shards()),
      ];
      expect(actual.loss).toBe(expected.loss);
      expect(actual.gradients.map(read)).toEqual(expected.gradients.map(read));
      // The weights move, so that a helper with old ones would be found out.
      [...model.weights.values()].forEach((weight, i) => {
        const gradient = actual.gradients[i];
        if (gradient) addInPlace(weight, gradient);
      });
      for (const gradient of [...expected.gradients, ...actual.gradients]) gradient.dispose();
      if (step === 2) expect(await heard).toBe('ready');
    }
    expect(model.backend.ops.tf.memory().numTensors).toBe(before);
  });

  it('goes on alone when its helpers cannot start', async () => {
    const model = await makeModel();
    const { onHelper, heard } = hearing();
    const team = openTeam({
      model,
      run: { drawing, settings },
      choice: 'simd',
      file: '/nowhere/trainer.cjs',
      threads: 2,
      breathe,
      onHelper,
    });
    onTestFinished(() => team.close());
    for (let step = 1; step <= 3; step++) {
      const { loss, gradients } = await team.compute(step, shards());
      expect(loss).toBeGreaterThan(1);
      for (const gradient of gradients) gradient.dispose();
      if (step === 2) expect(await heard).toBe('lost');
    }
  });
});
