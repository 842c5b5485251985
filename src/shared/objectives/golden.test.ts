import * as tf from '@tensorflow/tfjs';
import { beforeAll, expect, it } from 'vitest';
import { stockOps } from '../tensor/stockOps';
import { expectGoldenLoss, goldenLosses } from './golden.testing';

beforeAll(() => tf.setBackend('cpu'));

it.each(goldenLosses)(
  '$objective of $labels, smoothed by $labelSmoothing, loses what PyTorch says',
  (golden) => expectGoldenLoss(golden, stockOps(tf)),
);

it('has golden losses with ignored places, smoothing and parts of batches for both', () => {
  for (const objective of ['sequenceLabel', 'tokenLabel']) {
    const own = goldenLosses.filter((golden) => golden.objective === objective);
    const ignoring = own.filter(({ labels }) => new Set(labels.map((row) => row.length)).size > 1);
    for (const smoothed of [false, true])
      expect(ignoring.some(({ labelSmoothing }) => labelSmoothing > 0 === smoothed)).toBe(true);
    expect(own.some(({ count }) => count !== null)).toBe(true);
  }
});
