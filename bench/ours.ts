import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { loadKernels, type Variant } from '../src/main/trainer/backend/kernels';
import { helpTraining, isHelperStart } from '../src/main/trainer/team/helper';
import { type Config, configs } from './configs';
import { generation } from './generation';
import { converge, flat, losses } from './longRuns';
import { looking } from './looking';
import { isPairStart, pair, trainBeside } from './pair';
import type { Task } from './session';
import { profile, train } from './train';

/** GFLOP/s that one thread can do at most. */
function peak(variant: Variant) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernels = loadKernels(variant, memory);
  const rounds = 200_000;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 400; i++) {
    const start = performance.now();
    kernels.peak(rounds, 0.999, 0.001);
    best = Math.min(best, performance.now() - start);
  }
  return { gflops: (80 * rounds) / best / 1e6 };
}

type Measure = (task: Task, config: Config) => Promise<object>;
const MEASURES: Readonly<Record<Task['mode'], Measure>> = {
  train,
  profile,
  losses,
  flat,
  converge,
  looking,
  pair,
  generate: generation,
  peak: async ({ choice }) => peak(choice === 'simd' ? 'simd' : 'relaxed'),
};

function configOf({ config }: Task): Config {
  const found = configs[config];
  if (found === undefined) throw new Error(`no configuration ${config}`);
  return found;
}

async function main(): Promise<void> {
  if (isHelperStart(workerData) && parentPort) return helpTraining(workerData, parentPort);
  if (isPairStart(workerData)) return trainBeside(workerData.beside, configOf(workerData.beside));
  if (!isMainThread) return;
  const task: Task = JSON.parse(process.argv[2] ?? '{}');
  const result = await MEASURES[task.mode](task, configOf(task));
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit();
}

void main();
