import { noTimes, type Stopwatch, type TimedPart } from '@shared/tensor/ops';
import type { KernelName, Kernels } from './kernels';

const PARTS: Readonly<Partial<Record<KernelName, TimedPart>>> = {
  linear: 'matmul',
  linearGradW: 'matmul',
  linearGradX: 'matmul',
  linearTransposed: 'matmul',
  attention: 'attention',
  attentionGrad: 'attention',
  rope: 'attention',
  norm: 'norms',
  normGradGain: 'norms',
  normGradX: 'norms',
  activation: 'elementwise',
  activationGrad: 'elementwise',
  add: 'elementwise',
  addRows: 'elementwise',
  dropout: 'elementwise',
  gated: 'elementwise',
  gatedGrad: 'elementwise',
  sumRows: 'elementwise',
  embedding: 'embedding',
  embeddingGrad: 'embedding',
  crossEntropy: 'loss',
  crossEntropyGrad: 'loss',
  adamW: 'optimizer',
  sgd: 'optimizer',
  sumOfSquares: 'optimizer',
  allFinite: 'optimizer',
};

type Kernel = Kernels[KernelName];

/** The same kernels; while the stopwatch runs, what they take is added up. */
export function withStopwatch(kernels: Kernels): { kernels: Kernels; stopwatch: Stopwatch } {
  const times = noTimes();
  let heard: ((part: TimedPart, ms: number) => void) | undefined;
  const timed = (kernel: Kernel, part: TimedPart) => {
    return (...numbers: number[]) => {
      const start = performance.now();
      const result = kernel(...numbers);
      const ms = performance.now() - start;
      times[part] += ms;
      heard?.(part, ms);
      return result;
    };
  };
  const names = Object.keys(PARTS) as KernelName[];
  const slow = names.map((name) => [name, timed(kernels[name], PARTS[name] ?? 'elementwise')]);
  const chosen = { ...kernels };
  return {
    kernels: chosen,
    stopwatch: {
      times,
      run(isOn, hear) {
        heard = hear;
        Object.assign(chosen, isOn ? Object.fromEntries(slow) : kernels);
      },
    },
  };
}
