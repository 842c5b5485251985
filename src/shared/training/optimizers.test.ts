import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { settingsSchema } from '../contract/project';
import { stockOptimizerOps } from '../tensor/stockOps';
import { createOptimizer } from './optimizers';

const ops = stockOptimizerOps(tf);

/** A weight that starts at 1, after each of the gradients. */
function path(settings: object, gradients: readonly number[], weightDecay = 0, gradientScale = 1) {
  const optimizer = createOptimizer(settingsSchema.parse(settings));
  const weight = tf.tensor1d([1]);
  const slots = optimizer.slots.map(() => tf.zeros([1]));
  return gradients.map((g, i) => {
    const gradient = tf.tensor1d([g]);
    optimizer.update(ops, {
      weight,
      gradient,
      slots,
      step: i + 1,
      lr: 0.01,
      weightDecay,
      gradientScale,
    });
    return weight.dataSync()[0] ?? Number.NaN;
  });
}

const close = (actual: readonly number[], expected: readonly number[]) => {
  expected.forEach((value, i) => {
    expect(Math.abs((actual[i] ?? Number.NaN) - value)).toBeLessThan(2e-7);
  });
};

beforeAll(() => tf.setBackend('cpu'));

describe('AdamW', () => {
  const settings = { optimizer: 'adamW', beta1: 0.9, beta2: 0.98, eps: 1e-9 };
  const gradients = [0.1, 0.2, -0.3];

  it('takes the steps that PyTorch takes', () => {
    close(path(settings, gradients), [0.9900000001, 0.9803758515, 0.9810382168]);
  });

  it('decays the weight itself, not through its gradient', () => {
    close(path(settings, gradients, 0.1), [0.9890000001, 0.9783868515, 0.9780708299]);
  });

  it('scales the gradient before anything else', () => {
    expect(path(settings, [0.2, 0.4], 0, 0.5)).toEqual(path(settings, [0.1, 0.2]));
  });
});

describe('SGD', () => {
  it('walks down the gradient', () => {
    close(path({ optimizer: 'sgd', momentum: 0 }, [1, 1, -2]), [0.99, 0.98, 1]);
  });

  it('keeps its velocity', () => {
    close(path({ optimizer: 'sgd', momentum: 0.5 }, [1, 1, 0]), [0.99, 0.975, 0.9675]);
  });

  it('remembers nothing without momentum', () => {
    const settings = settingsSchema.parse({ optimizer: 'sgd', momentum: 0 });
    expect(createOptimizer(settings).slots).toEqual([]);
  });
});
