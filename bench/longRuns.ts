import { finalEvalBatches, validate } from '@shared/training/evaluation';
import type { Config } from './configs';
import { open, type Task } from './session';

/** The losses of the first steps. */
export async function losses(task: Task, config: Config) {
  const { session } = await open(task, config);
  const found: number[] = [];
  for (let i = 0; i < 50; i++) found.push((await session.trainer.trainStep()).train_loss);
  await session.team.close();
  return { losses: found };
}

/** Whether many steps leave more tensors or more memory behind than few. */
export async function flat(task: Task, config: Config) {
  const { backend, session } = await open(task, config);
  const { tf } = backend.ops;
  const steps = task.steps ?? 5000;
  const memoryOf = () => {
    const { numTensors, numBytes } = tf.memory();
    const { wasm } = tf.backend() as unknown as { wasm: { HEAPU8: Uint8Array } };
    const step = session.trainer.step;
    return { step, tensors: numTensors, bytes: numBytes, wasm: wasm.HEAPU8.byteLength };
  };
  const seen = [];
  while (session.trainer.step < steps) {
    await session.trainer.trainStep();
    const { step } = session.trainer;
    if (step === 100 || step % Math.ceil(steps / 10) === 0)
      seen.push({ ...memoryOf(), processMb: process.memoryUsage().rss / 1e6 });
  }
  await session.team.close();
  return { seen };
}

/** The validation loss that so many steps reach. */
export async function converge(task: Task, config: Config) {
  const { session } = await open(task, config);
  const steps = task.steps ?? 1000;
  const start = performance.now();
  while (session.trainer.step < steps) await session.trainer.trainStep();
  const batches = finalEvalBatches({ ...session.source.settings, eval_batches: 100 });
  const { loss } = await validate(session.model, session.source, batches, async () => undefined);
  await session.team.close();
  return { val_loss: loss, seconds: (performance.now() - start) / 1000 };
}
