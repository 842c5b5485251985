import { fail, type Text } from '@shared/contract/problem';
import type { Settings, Variant } from '@shared/contract/project';
import type { Compiled } from '@shared/graph/compiled';
import { type TrainingMemory, trainingMemory } from '@shared/training/memory';

/** What the numbers of one thread can take: WebAssembly counts to 4 GiB, and some of it lies in pieces. */
const THREAD_LIMIT = 3.8 * 2 ** 30;

export interface PlannedRun {
  readonly variant: Variant;
  readonly compiled: Compiled;
  readonly settings: Settings;
}

/** @throws ProblemError with numbers when training these together would take more memory than there is. */
export function checkMemory(runs: readonly PlannedRun[], free: number): void {
  let total = 0;
  let largest: { run: PlannedRun; needs: TrainingMemory } | null = null;
  for (const run of runs) {
    const needs = trainingMemory(run.compiled, run.settings);
    if (needs.thread > THREAD_LIMIT) tooMuch(run, needs, needs.thread, perThread);
    total += needs.total;
    if (largest === null || needs.total > largest.needs.total) largest = { run, needs };
  }
  if (largest === null || total <= free) return;
  const are = { en: `but ${gigabytes(free)} are free`, zh: `可用内存只有 ${gigabytes(free)}` };
  if (runs.length > 1) tooManyTogether(runs.length, total, are);
  tooMuch(largest.run, largest.needs, total, are);
}

const perThread: Text = {
  en: 'but the numbers of a run may take at most 3.8 GB',
  zh: '而一次训练的数值最多可占 3.8 GB',
};

function tooMuch(
  { variant, settings }: PlannedRun,
  needs: TrainingMemory,
  bytes: number,
  but: Text,
) {
  const { parameters, gradients, optimizer, activations } = needs;
  const parts = [parameters, gradients, optimizer, activations].map(gigabytes);
  const [p, g, o, a] = parts;
  const { batch_size, n_ctx } = settings;
  const fix =
    activations > parameters + gradients + optimizer
      ? {
          en: `Lower batch_size ${batch_size} or n_ctx ${n_ctx}, or close other programs.`,
          zh: `请减小 batch_size（${batch_size}）或 n_ctx（${n_ctx}），或关闭其他程序。`,
        }
      : {
          en: 'Use fewer layers or a smaller d_model, or close other programs.',
          zh: '请减少层数或减小 d_model，或关闭其他程序。',
        };
  return fail(
    { en: variant.name, zh: variant.name },
    {
      en: `training it needs about ${gigabytes(bytes)} of memory (parameters ${p}, gradients ${g}, optimizer ${o}, activations ${a}), ${but.en}.`,
      zh: `训练约需 ${gigabytes(bytes)} 内存（参数 ${p}，梯度 ${g}，优化器 ${o}，激活值 ${a}），${but.zh}。`,
    },
    fix,
  );
}

function tooManyTogether(count: number, bytes: number, but: Text): never {
  return fail(
    { en: 'Memory', zh: '内存' },
    {
      en: `training ${count} variants together needs about ${gigabytes(bytes)}, ${but.en}.`,
      zh: `同时训练 ${count} 个变体约需 ${gigabytes(bytes)}，${but.zh}。`,
    },
    {
      en: 'Train them one after the other, or lower batch_size or n_ctx.',
      zh: '请逐个训练，或减小 batch_size 或 n_ctx。',
    },
  );
}

function gigabytes(bytes: number): string {
  return bytes < 1e8 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
