import type { Ops } from '@shared/tensor/ops';
import type { Device } from './device';
import { check } from './linearOps';

export function lossOps(device: Device): Pick<Ops, 'crossEntropy'> {
  const { kernels, address, output, record } = device;
  return {
    crossEntropy(logits, targets, { labelSmoothing, count }) {
      const n_vocab = logits.shape[logits.rank - 1] ?? 1;
      const M = logits.size / n_vocab;
      check(targets.size === M && targets.dtype === 'int32', 'crossEntropy', logits, targets);
      const loss = output([]);
      const stats = output([M + 1]); // log Σ eˣ of every row, and 1/count
      kernels.crossEntropy(
        M,
        n_vocab,
        address(logits),
        address(targets),
        labelSmoothing,
        count ?? 0,
        address(loss),
        address(stats),
      );
      const saved = [logits, targets, stats];
      record('crossEntropy', { logits }, loss, saved, (dy, kept) => ({
        logits() {
          const [ownLogits = logits, ownTargets = targets, ownStats = stats] = kept;
          const dLogits = output(logits.shape);
          kernels.crossEntropyGrad(
            M,
            n_vocab,
            address(ownLogits),
            address(ownTargets),
            labelSmoothing,
            ...[ownStats, dy, dLogits].map(address),
          );
          return dLogits;
        },
      }));
      stats.dispose();
      return loss;
    },
  };
}
