import type { Backend, TfCore } from '@shared/tensor/ops';
import { attentionOps } from './attentionOps';
import { makeDevice } from './device';
import { elementOps } from './elementOps';
import { joinsVectors, loadKernels, type Variant } from './kernels';
import { linearOps } from './linearOps';
import { lossOps } from './lossOps';
import { normOps } from './normOps';
import { fusedOptimizerOps } from './optimizerOps';
import { withStopwatch } from './stopwatch';
import { chooseTiles, tileBytes } from './tiles';
import type { OpenWasm } from './wasm';

/** The fused operations of one variant of the kernels. @throws Error when this machine cannot run it. */
export function fusedOps(
  tf: TfCore,
  { backend, memory }: OpenWasm,
  variant: Variant,
): Pick<Backend, 'ops' | 'optimizerOps' | 'stopwatch'> {
  const { kernels, stopwatch } = withStopwatch(loadKernels(variant, memory));
  const device = makeDevice(tf, backend, memory, kernels);
  if (variant === 'relaxed' && joinsVectors) {
    const bytes = tileBytes(kernels);
    const at = device.scratch(bytes);
    new Uint8Array(memory.buffer, at, bytes).fill(0);
    chooseTiles(kernels, at);
  }
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
