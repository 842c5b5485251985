import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { settingsSchema } from '../../contract/project';
import { stockOptimizerOps } from '../../tensor/stockOps';
import { optimizerByType } from './registry';

const ops = stockOptimizerOps(tf);

interface Decay {
  readonly weightDecay?: number;
  readonly gradientScale?: number;
}

/** A weight that starts at 1, after each of the gradients. */
function path(given: object, gradients: readonly number[], decay: Decay = {}) {
  const { weightDecay = 0, gradientScale = 1 } = decay;
  const settings = settingsSchema.parse(given);
  const optimizer = optimizerByType[settings.optimizer];
  const weight = tf.tensor1d([1]);
  const slots = optimizer.slots(settings).map(() => tf.zeros([1]));
  return gradients.map((g, i) => {
    const rest = { step: i + 1, lr: 0.01, weightDecay, gradientScale };
    optimizer.update(ops, settings, { weight, gradient: tf.tensor1d([g]), slots, ...rest });
    return weight.dataSync()[0] ?? Number.NaN;
  });
}

const close = (actual: readonly number[], expected: readonly number[]) => {
  expected.forEach((value, i) => {
    expect(Math.abs((actual[i] ?? Number.NaN) - value)).toBeLessThan(2e-7);
  });
};

beforeAll(() => tf.setBackend('cpu'));

describe.each(Object.values(optimizerByType))('optimizer $type', (optimizer) => {
  const settings = { optimizer: optimizer.type };

  it('walks down a valley', () => {
    const parsed = settingsSchema.parse(settings);
    const weight = tf.tensor1d([1]);
    const slots = optimizer.slots(parsed).map(() => tf.zeros([1]));
    for (let step = 1; step <= 300; step++) {
      const rest = { step, lr: 0.01, weightDecay: 0, gradientScale: 1 };
      optimizer.update(ops, parsed, { weight, gradient: tf.mul(weight, 2), slots, ...rest });
    }
    expect(Math.abs(weight.dataSync()[0] ?? 9)).toBeLessThan(0.05);
  });

  it('scales the gradient before anything else', () => {
    close(path(settings, [0.2, 0.4], { gradientScale: 0.5 }), path(settings, [0.1, 0.2]));
  });

  it('pulls towards zero with weight decay', () => {
    const [free = 0] = path(settings, [0.1]).slice(-1);
    const [decayed = 0] = path(settings, [0.1, 0, 0], { weightDecay: 0.5 }).slice(-1);
    expect(decayed).toBeLessThan(free);
  });

  it('is named, with its source', () => {
    expect(optimizer.title.en + optimizer.title.zh + optimizer.docs.source).not.toBe('');
  });
});

const gradients = [0.1, 0.2, -0.3];
const betas = { beta1: 0.9, beta2: 0.98, eps: 1e-9 };

describe('AdamW', () => {
  const settings = { optimizer: 'adamW', ...betas };

  it('takes the steps that PyTorch takes', () => {
    close(path(settings, gradients), [0.9900000001, 0.9803758515, 0.9810382168]);
  });

  it('decays the weight itself, not through its gradient', () => {
    const decayed = path(settings, gradients, { weightDecay: 0.1 });
    close(decayed, [0.9890000001, 0.9783868515, 0.9780708299]);
  });
});

describe('Adam', () => {
  it('is AdamW without decay, and decays through the gradient', () => {
    const settings = { optimizer: 'adam', ...betas };
    close(path(settings, gradients), [0.9900000001, 0.9803758515, 0.9810382168]);
    const decayed = path(settings, gradients, { weightDecay: 0.1 });
    close(decayed, [0.99000000005, 0.9801078127, 0.97655850087]);
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
    expect(optimizerByType.sgd.slots(settings)).toEqual([]);
  });
});

describe('Lion', () => {
  it('moves by lr in the direction of the sign, decay on the weight itself', () => {
    const settings = { optimizer: 'lion', beta1: 0.9, beta2: 0.99 };
    // After 0.1 the memory is 0.001; 0.9 · 0.001 + 0.1 · (−0.005) is still positive, −0.02 is not.
    close(path(settings, [0.1, -0.005, -0.2]), [0.99, 0.98, 0.99]);
    close(path(settings, [0.1, 0], { weightDecay: 0.1 }), [0.989, 0.978011]);
  });
});
