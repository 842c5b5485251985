import type { Backend, TfCore } from '@shared/tensor/ops';
import { attentionOps } from './attentionOps';
import { makeDevice } from './device';
import { elementOps } from './elementOps';
import { loadKernels, type Variant } from './kernels';
import { linearOps } from './linearOps';
import { lossOps } from './lossOps';
import { normOps } from './normOps';
import { fusedOptimizerOps } from './optimizerOps';
import { withStopwatch } from './stopwatch';
import type { OpenWasm } from './wasm';

/** The fused operations of one variant of the kernels. @throws Error when this machine cannot run it. */
export function fusedOps(
  tf: TfCore,
  { backend, memory }: OpenWasm,
  variant: Variant,
): Pick<Backend, 'ops' | 'optimizerOps' | 'stopwatch'> {
  const { kernels, stopwatch } = withStopwatch(loadKernels(variant, memory));
  const device = makeDevice(tf, backend, memory, kernels);
  return {
    ops: {
      tf,
      ...linearOps(device),
      ...elementOps(device),
      ...normOps(device),
      ...attentionOps(device),
      ...lossOps(device),
    },
    optimizerOps: fusedOptimizerOps(device),
    stopwatch,
  };
}
