import type { OptimizerOps, Tensor } from '@shared/tensor/ops';
import type { Device } from './device';
import { check } from './linearOps';

/** Numbers from elsewhere that are brought near at once: they stay in the cache until they are added. */
const PORTION = 8192;

function checkLength(x: Tensor, numbers: Float32Array): void {
  if (numbers.length !== x.size) throw new Error(`${numbers.length} numbers for ${x.size}`);
}

function checkSizes(...tensors: readonly Tensor[]): void {
  check(
    tensors.every((x) => x.size === tensors[0]?.size),
    'optimizer',
    ...tensors,
  );
}

export function fusedOptimizerOps(device: Device): OptimizerOps {
  const { kernels, address } = device;
  return {
    ...updates(device),
    ...copies(device),
    globalNorm: (gradients) =>
      Math.sqrt(gradients.reduce((sum, g) => sum + kernels.sumOfSquares(g.size, address(g)), 0)),
    allFinite: (x) => kernels.allFinite(x.size, address(x)) !== 0,
    addInPlace(a, b) {
      checkSizes(a, b);
      kernels.add(a.size, address(a), address(b), address(a));
    },
    addNumbers(a, numbers) {
      checkLength(a, numbers);
      for (let from = 0; from < a.size; from += PORTION) {
        const portion = numbers.subarray(from, from + PORTION);
        const near = device.scratch(4 * portion.length);
        new Float32Array(device.memory.buffer, near, portion.length).set(portion);
        const sum = address(a) + 4 * from;
        kernels.add(portion.length, sum, near, sum);
      }
    },
  };
}

function updates({ kernels, address }: Device): Pick<OptimizerOps, 'adamW' | 'sgd'> {
  return {
    adamW(weight, m, v, gradient, options) {
      checkSizes(weight, m, v, gradient);
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
      checkSizes(weight, gradient, velocity ?? gradient);
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
  };
}

function copies(device: Device): Pick<OptimizerOps, 'read' | 'copyTo' | 'write'> {
  const view = (x: Tensor) => new Float32Array(device.memory.buffer, device.address(x), x.size);
  return {
    read: (x) => view(x).slice(),
    copyTo(x, place) {
      checkLength(x, place);
      place.set(view(x));
    },
    write(x, values) {
      checkLength(x, values);
      view(x).set(values);
    },
  };
}
