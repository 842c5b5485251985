import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type Run, settingsSchema } from '@shared/contract/project';
import { tokenizeText } from '@shared/datasets/textFile';
import { tinyGpt } from '@shared/graph/templates';
import { languageModel } from '@shared/inference/drawnModel';
import { generate } from '@shared/inference/generate';
import { randomStream } from '@shared/tensor/random';
import { fitTokenizer } from '@shared/tokenizers/registry';
import { openSession, type Session } from '@shared/training/session';
import {
  type BackendChoice,
  createBackend,
  type TrainerBackend,
} from '../src/main/trainer/backend';
import { loadKernels, type Variant } from '../src/main/trainer/backend/kernels';
import { helpTraining, isHelperStart } from '../src/main/trainer/team/helper';
import { openTeam } from '../src/main/trainer/team/team';
import { type Config, configs } from './configs';

/** What a measuring process is told, as JSON in its first argument. */
export interface Task {
  readonly mode: 'train' | 'generate' | 'peak' | 'losses';
  readonly config: string;
  readonly threads: number;
  readonly seconds: number;
  readonly choice: BackendChoice | null;
  readonly profile: boolean;
}

/** The application's own path: a run's session with its text, its batches and its trainer. */
async function open(task: Task, config: Config) {
  const { n_ctx, batch_size, n_vocab } = config;
  const stream = randomStream(1, 'text');
  // One character fewer than the vocabulary: <unk> is a token too.
  const characters = Array.from({ length: n_vocab - 1 }, (_, i) => String.fromCharCode(0x4e00 + i));
  const text = Array.from({ length: 100_000 }, () => characters[stream.int(n_vocab - 1)]).join('');
  const backend = await createBackend(task.choice ? { choice: task.choice } : {});
  const run: Pick<Run, 'name' | 'drawing' | 'settings' | 'tokenizer' | 'data'> = {
    name: 'bench',
    drawing: tinyGpt(config),
    settings: settingsSchema.parse({ n_ctx, batch_size, max_steps: 1_000_000 }),
    tokenizer: fitTokenizer('character', text).save(),
    data: {
      name: 'noise.txt',
      file: 'data/noise.txt',
      sha256: '',
      sizeBytes: text.length,
      encoding: 'utf-8',
      tokenizer: 'character',
    },
  };
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
  const { choice } = backend;
  const session = await openSession({
    run,
    breathe,
    backend: async () => backend,
    openTokens: async (tokenizer) => tokenizeText(text, tokenizer),
    lastCheckpoint: async () => null,
    saveCheckpoint: async () => undefined,
    gradientTeam: async (model) =>
      openTeam({ model, run, choice, file: __filename, threads: task.threads, breathe }),
    now: () => performance.now(),
  });
  return { backend, session };
}

/** Calls `work` for some seconds after a warm-up: milliseconds of each call, and of processor time per call. */
async function timed(seconds: number, work: () => Promise<unknown>) {
  const warm = performance.now() + 1000 + 200 * seconds;
  for (let i = 0; i < 5 || performance.now() < warm; i++) await work();
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const end = performance.now() + 1000 * seconds;
  while (times.length < 5 || performance.now() < end) {
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

async function train(task: Task, config: Config) {
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
  const parts = Object.entries(backend.profile ?? {}).map(([part, ms]) => [part, ms / n]);
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
    profile: parts.length > 0 ? Object.fromEntries(parts) : null,
    steps: n,
  };
}

/** Tokens per second with a cache, and how much slower the second half of the context is than the first. */
async function generation(task: Task, config: Config) {
  const { session } = await open(task, config);
  const model = languageModel({ ...session.model, ops: session.backend.ops });
  const halves = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const end = performance.now() + 1000 * (task.seconds + 1);
  while (performance.now() < end) {
    const options = {
      length: config.n_ctx - 1,
      seed: 1,
      use_cache: true,
      temperature: 1,
      top_k: 0,
    };
    let start = performance.now();
    let i = 0;
    for (const _ of generate(model, [1], options)) {
      i++;
      if (i % 16 !== 0) continue;
      const half = i <= config.n_ctx / 2 ? 0 : 1;
      halves[half] = Math.min(halves[half] ?? 0, (performance.now() - start) / 16);
      start = performance.now();
    }
  }
  await session.team.close();
  const [first = 0, second = 0] = halves;
  return { tokensPerSecond: 1000 / ((first + second) / 2), growth: second / first };
}

/** GFLOP/s that one thread can do at most. */
function peak(variant: Variant) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernels = loadKernels(variant, memory);
  const rounds = 200_000;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 400; i++) {
    const start = performance.now();
    kernels.peak(rounds);
    best = Math.min(best, performance.now() - start);
  }
  return { gflops: (80 * rounds) / best / 1e6 };
}

/** The losses of the first steps. */
async function losses(task: Task, config: Config) {
  const { session } = await open(task, config);
  const found: number[] = [];
  for (let i = 0; i < 50; i++) found.push((await session.trainer.trainStep()).train_loss);
  await session.team.close();
  return { losses: found };
}

async function measure(task: Task) {
  const config = configs[task.config];
  if (config === undefined) throw new Error(`no configuration ${task.config}`);
  if (task.mode === 'peak') return peak(task.choice === 'simd' ? 'simd' : 'relaxed');
  if (task.mode === 'losses') return losses(task, config);
  return task.mode === 'generate' ? generation(task, config) : train(task, config);
}

if (isHelperStart(workerData) && parentPort) void helpTraining(workerData, parentPort);
else if (isMainThread) {
  const task: Task = JSON.parse(process.argv[2] ?? '{}');
  void measure(task).then((result) => {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    process.exit();
  });
}
