import type { Ops, OptimizerOps, Tensor } from '@shared/tensor/ops';
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

export function fusedOptimizerOps(device: Device): OptimizerOps {
  const { kernels, address } = device;
  const view = (x: Tensor) => new Float32Array(device.memory.buffer, address(x), x.size);
  const sameSize = (...tensors: readonly Tensor[]) =>
    check(
      tensors.every((x) => x.size === tensors[0]?.size),
      'optimizer',
      ...tensors,
    );
  return {
    globalNorm: (gradients) =>
      Math.sqrt(gradients.reduce((sum, g) => sum + kernels.sumOfSquares(g.size, address(g)), 0)),
    allFinite: (x) => kernels.allFinite(x.size, address(x)) !== 0,
    adamW(weight, m, v, gradient, options) {
      sameSize(weight, m, v, gradient);
      const { lr, beta1, beta2, eps, weightDecay, step, gradientScale } = options;
      kernels.adamW(
        weight.size,
        ...[weight, m, v, gradient].map(address),
        gradientScale,
        beta1,
        1 - beta1,
        beta2,
        1 - beta2,
        eps,
        1 - lr * weightDecay,
        lr / (1 - beta1 ** step),
        1 / (1 - beta2 ** step),
      );
    },
    sgd(weight, velocity, gradient, { lr, momentum, weightDecay, gradientScale }) {
      sameSize(weight, gradient, velocity ?? gradient);
      kernels.sgd(
        weight.size,
        address(weight),
        velocity ? address(velocity) : 0,
        address(gradient),
        gradientScale,
        momentum,
        1 - lr * weightDecay,
        lr,
      );
    },
    addInPlace(a, b) {
      sameSize(a, b);
      kernels.add(a.size, address(a), address(b), address(a));
    },
    read: (x) => view(x).slice(),
    write(x, values) {
      if (values.length !== x.size)
        throw new Error(`write: ${values.length} numbers for ${x.size}`);
      view(x).set(values);
    },
  };
}
