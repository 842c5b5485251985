import type { KernelName, Kernels } from './kernels';

/** What a step's time goes to. */
export type Part =
  | 'matmul'
  | 'attention'
  | 'norms'
  | 'elementwise'
  | 'embedding'
  | 'loss'
  | 'optimizer';

/** Milliseconds spent in kernels of each part since it was last cleared; what a step takes beyond their sum is dispatch. */
export type Profile = Record<Part, number>;

const PARTS: Readonly<Partial<Record<KernelName, Part>>> = {
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

export function emptyProfile(): Profile {
  return { matmul: 0, attention: 0, norms: 0, elementwise: 0, embedding: 0, loss: 0, optimizer: 0 };
}

/** The same kernels, their time added to `profile`. */
export function profiled(kernels: Kernels, profile: Profile): Kernels {
  const timed = Object.entries(kernels).map(([name, kernel]) => {
    const part = PARTS[name as KernelName];
    if (part === undefined) return [name, kernel];
    return [
      name,
      (...numbers: number[]) => {
        const start = performance.now();
        const result = kernel(...numbers);
        profile[part] += performance.now() - start;
        return result;
      },
    ];
  });
  return Object.fromEntries(timed);
}
