import type { Ops, Tensor } from '@shared/tensor/ops';
import type { Device } from './device';
import { check } from './linearOps';

export function normOps(device: Device): Pick<Ops, 'layerNorm' | 'rmsNorm'> {
  return {
    layerNorm: (x, gain, bias, eps) => norm(device, { x, gain, bias, eps, centred: 1 }),
    rmsNorm: (x, gain, eps) => norm(device, { x, gain, bias: null, eps, centred: 0 }),
  };
}

interface Norm {
  readonly x: Tensor;
  readonly gain: Tensor | null;
  readonly bias: Tensor | null;
  readonly eps: number;
  readonly centred: 0 | 1;
}

function norm(device: Device, { x, gain, bias, eps, centred }: Norm): Tensor {
  const { kernels, address, output, record } = device;
  const optional = (weight: Tensor | null) => (weight ? address(weight) : 0);
  const d = x.shape[x.rank - 1] ?? 1;
  const M = x.size / d;
  for (const weight of [gain, bias]) if (weight) check(weight.size === d, 'norm', x, weight);
  const y = output(x.shape);
  const stats = output([M, 2]); // mean and 1/√(variance + eps) of every row
  kernels.norm(
    M,
    d,
    centred,
    eps,
    address(x),
    optional(gain),
    optional(bias),
    address(y),
    address(stats),
  );
  const inputs = { x, ...(gain && { gain }), ...(bias && { bias }) };
  const saved = gain ? [x, stats, gain] : [x, stats];
  record('norm', inputs, y, saved, (dy, [own = x, kept = stats, ownGain = null]) => ({
    x() {
      const dx = output(x.shape);
      kernels.normGradX(
        M,
        d,
        centred,
        address(own),
        optional(ownGain),
        address(kept),
        address(dy),
        address(dx),
      );
      return dx;
    },
    gain() {
      const dGain = output([d]);
      kernels.normGradGain(M, d, address(own), address(kept), address(dy), address(dGain));
      return dGain;
    },
    bias() {
      const dBias = output([d]);
      kernels.sumRows(M, d, address(dy), address(dBias));
      return dBias;
    },
  }));
  stats.dispose();
  return y;
}
