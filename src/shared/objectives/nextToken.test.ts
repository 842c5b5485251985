import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomStream } from '../tensor/random';
import { stockOps } from '../tensor/stockOps';
import { nextToken } from './nextToken';

beforeAll(() => tf.setBackend('cpu'));

describe('next token', () => {
  it('asks for the token after each position', () => {
    const batch = nextToken.batch([{ tokens: Int32Array.of(3, 1, 4, 1, 5) }], { n_ctx: 4 });
    expect([...(batch.feeds.tokens?.values ?? [])]).toEqual([3, 1, 4, 1]);
    expect([...batch.targets.values]).toEqual([1, 4, 1, 5]);
  });

  it('cannot be answered by repeating the input: a missing shift would show', () => {
    const random = randomStream(1, 'shift');
    const n_vocab = 8;
    const examples = Array.from({ length: 40 }, () => ({
      tokens: Int32Array.from({ length: 33 }, () => random.int(n_vocab)),
    }));
    const { feeds, targets } = nextToken.batch(examples, { n_ctx: 32 });
    const inputs = tf.tensor2d(feeds.tokens?.values ?? [], [40, 32], 'int32');
    const logits = tf.mul(tf.oneHot(inputs, n_vocab), 5); // (B, T, n_vocab)
    const loss = nextToken.loss({
      ops: stockOps(tf),
      logits,
      targets: tf.tensor2d(targets.values, [40, 32], 'int32'),
      labelSmoothing: 0,
      count: null,
    });
    expect(loss.dataSync()[0]).toBeGreaterThan(Math.log(n_vocab));
  });
});
