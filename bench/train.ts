import type { Session } from '@shared/training/session';
import type { TrainerBackend } from '../src/main/trainer/backend';
import type { Config } from './configs';
import { open, type Task } from './session';

/** Steps at least, before and while they are timed: those of M take seconds. */
const LEAST = 2;

/** Calls `work` for some seconds after a warm-up: milliseconds of each call, and of processor time per call. */
async function timed(seconds: number, work: () => Promise<unknown>) {
  const warm = performance.now() + 300 + 400 * seconds;
  for (let i = 0; i < LEAST || performance.now() < warm; i++) await work();
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const end = performance.now() + 1000 * seconds;
  while (times.length < LEAST || performance.now() < end) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { times, cpuMs: (user + system) / 1000 / times.length };
}

/** The most bytes that tensors take during one step. */
async function peakBytes(backend: TrainerBackend, session: Session): Promise<number> {
  const engine = backend.ops.tf.engine();
  const original = engine.trackTensor;
  let peak = 0;
  engine.trackTensor = (...args) => {
    original.apply(engine, args);
    peak = Math.max(peak, engine.state.numBytes);
  };
  await session.trainer.trainStep();
  engine.trackTensor = original;
  return peak;
}

export async function train(task: Task, config: Config) {
  const { backend, session } = await open(task, config);
  const step = () => session.trainer.trainStep();
  await step();
  const firstMs = performance.now();
  const peak = await peakBytes(backend, session);
  const tensors = backend.ops.tf.memory().numTensors;
  let n = 0;
  const { times, cpuMs } = await timed(task.seconds, async () => {
    n++;
    return step();
  });
  await session.team.close();
  return {
    backend: backend.name,
    ms: Math.min(...times),
    meanMs: times.reduce((sum, ms) => sum + ms, 0) / times.length,
    cpuMs,
    firstMs,
    peakMb: peak / 1e6,
    processMb: process.memoryUsage().rss / 1e6,
    leaked: backend.ops.tf.memory().numTensors - tensors,
    steps: n,
  };
}

interface Spent {
  readonly part: string;
  readonly ms: number;
}

/** One by one the lesser of the two; the first when the second is of other operations. */
function leastOf(calls: readonly Spent[], before: readonly Spent[]): Spent[] {
  const isSame = before.length === calls.length;
  return calls.map(({ part, ms }, i) => ({
    part,
    ms: isSame ? Math.min(ms, before[i]?.ms ?? ms) : ms,
  }));
}

/**
 * Where a step's time goes: the least that each of its operations, and each pause between two, ever took, added up. What
 * else the machine does meanwhile cannot be seen in it, once there were enough steps.
 */
export async function profile(task: Task, config: Config) {
  const { backend, session } = await open(task, config);
  let calls: Spent[] = [];
  let last = 0;
  backend.stopwatch?.run(true, (part, ms) => {
    const now = performance.now();
    calls.push({ part: 'rest', ms: now - ms - last }, { part, ms });
    last = now;
  });
  let best: readonly Spent[] = [];
  let n_steps = 0;
  const end = performance.now() + 1000 * task.seconds;
  while (n_steps < 5 || performance.now() < end) {
    calls = [];
    last = performance.now();
    await session.trainer.trainStep();
    calls.push({ part: 'rest', ms: performance.now() - last });
    n_steps++;
    best = leastOf(calls, best);
  }
  const parts: Record<string, number> = {};
  for (const { part, ms } of best) parts[part] = (parts[part] ?? 0) + ms;
  await session.team.close();
  return { parts, n_steps, operations: (best.length - 1) / 2 };
}
