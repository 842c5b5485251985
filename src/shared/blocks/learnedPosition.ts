import { z } from 'zod';
import { fail } from '../contract/problem';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { sequenceWidth } from './shapes';

const params = z.object({
  n_ctx: param(z.int().min(1).max(65_536).nullable().default(null), {
    en: 'How many positions it knows; empty = the n_ctx of the training settings.',
    zh: '它认识多少个位置；留空表示使用训练设置中的 n_ctx。',
  }),
  std: param(z.number().min(0).max(10).default(0.02), {
    en: 'Spread of the random numbers that the table starts with.',
    zh: '位置表随机初始值的标准差。',
  }),
});

export const learnedPosition = defineBlock({
  type: 'learnedPosition',
  title: { en: 'Learned position', zh: '可学习位置编码' },
  group: 'position',
  icon: 'list-ordered',
  docs: {
    summary: {
      en: 'Adds a learned vector for every position.',
      zh: '为每个位置加上一个学到的向量。',
    },
    equation: 'y_t = x_t + W_{P}[t]',
    source: 'Gehring et al. 2017, Convolutional Sequence to Sequence Learning, §3.1',
  },
  params,
  card: [],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(own, { x }, context) {
    sequenceWidth(x, context);
    const needed = context.n_ctx;
    if (own.n_ctx === null || own.n_ctx >= needed) return x;
    return fail(
      context.where,
      {
        en: `it knows ${own.n_ctx} positions, but a sequence has up to ${needed} (n_ctx of the training settings).`,
        zh: `它只认识 ${own.n_ctx} 个位置，而序列最长有 ${needed} 个（训练设置中的 n_ctx）。`,
      },
      {
        en: `Set its n_ctx to at least ${needed}, or leave it empty.`,
        zh: `请把它的 n_ctx 设为至少 ${needed}，或留空。`,
      },
      { repair: { param: 'n_ctx', value: needed } },
    );
  },
  weights: (own, { x }, context) => ({
    W_P: {
      shape: [own.n_ctx ?? context.n_ctx, sequenceWidth(x, context)],
      init: { kind: 'normal', std: own.std },
      decay: true,
    },
  }),
  forward({ ops, weights: { W_P }, inputs: { x }, offset }) {
    const [, T = 0, d = 0] = x.shape;
    const [n_ctx = 0] = W_P.shape;
    const whole = offset === 0 && T === n_ctx;
    return ops.add(x, whole ? W_P : ops.tf.slice(W_P, [offset, 0], [T, d])); // (T, d) on (B, T, d)
  },
  toPyTorch: (values) => pythonCall('LearnedPosition', ['d_model', 'n_ctx'], params, values),
});
