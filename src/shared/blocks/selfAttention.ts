import { z } from 'zod';
import { fail } from '../contract/problem';
import {
  attend,
  attentionParams,
  attentionWeights,
  checkHeads,
  headSizes,
  normHeads,
  scoreScale,
} from './attention';
import { defineBlock, param } from './block';
import { pythonCall } from './python';
import { sequenceWidth } from './shapes';

const { n_heads, scale, bias, dropout, ...others } = attentionParams;

const params = z.object({
  n_heads,
  causal: param(z.boolean().default(true), {
    en: 'Every position sees only itself and what came before.',
    zh: '每个位置只能看到自己和之前的内容。',
  }),
  scale,
  bias,
  dropout,
  window: param(z.int().min(1).max(65_536).nullable().default(null), {
    en: 'Sees only this many of the nearest positions, itself included; empty = all.',
    zh: '只看最近的这么多个位置（含自己）；留空表示全部。',
  }),
  position: param(z.enum(['none', 'rope', 'alibi']).default('none'), {
    en: 'How scores know distance: not at all, by rotating q and k (RoPE), or by a penalty (ALiBi).',
    zh: '得分如何感知距离：不感知、旋转 q 与 k（RoPE）或按距离扣分（ALiBi）。',
  }),
  ropeBase: param(z.number().min(1.01).max(1e9).default(10_000), {
    en: 'Base of the frequencies of RoPE.',
    zh: 'RoPE 频率的底数。',
  }),
  ...others,
});

export const selfAttention = defineBlock({
  type: 'selfAttention',
  title: { en: 'Self-attention', zh: '自注意力' },
  group: 'attention',
  icon: 'scan-eye',
  docs: {
    summary: {
      en: 'Every position looks at the others and mixes in what it finds, several heads side by side.',
      zh: '每个位置查看其他位置，并把找到的信息混合进来，多个头并行。',
    },
    equation: String.raw`y = \mathrm{softmax}\!\left(\frac{q k^\top}{\sqrt{d_k}}\right) v\, W_O,\quad q = x W_Q,\ k = x W_K,\ v = x W_V`,
    source: 'Vaswani et al. 2017, Attention Is All You Need, §3.2, eq. 1',
  },
  params,
  card: ['n_heads', 'causal'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(values, { x }, context) {
    const d_model = sequenceWidth(x, context);
    checkHeads(values, d_model, context);
    const { d_k } = headSizes(values, d_model);
    if (values.position !== 'rope' || d_k % 2 === 0) return x;
    return fail(
      context.where,
      {
        en: `RoPE turns pairs of numbers, but d_k is ${d_k}.`,
        zh: `RoPE 成对旋转数值，但 d_k 是 ${d_k}。`,
      },
      { en: 'Make d_k even.', zh: '请让 d_k 为偶数。' },
    );
  },
  weights(values, { x }, context) {
    const d_model = sequenceWidth(x, context);
    return attentionWeights(values, d_model, d_model);
  },
  forward(context) {
    const { ops, params: values, weights, inputs, padding, offset, extend } = context;
    const { W_Q, W_K, W_V, W_O, b_Q = null, b_K = null, b_V = null, b_O = null } = weights;
    const { gainQ = null, gainK = null } = weights;
    const { causal, window, position, ropeBase } = values;
    const { x } = inputs;
    const heads = headSizes(values, x.shape[2] ?? 0);
    const turn = (y: typeof x, count: number) =>
      position === 'rope' ? ops.rope(y, count, ropeBase, offset) : y;

    const qx = normHeads(ops, ops.linear(x, W_Q, b_Q), heads.n_heads, gainQ); // (B, T, n_heads·d_k)
    const kx = normHeads(ops, ops.linear(x, W_K, b_K), heads.n_kv_heads, gainK); // (B, T, n_kv_heads·d_k)
    const q = turn(qx, heads.n_heads);
    const k = extend('k', turn(kx, heads.n_kv_heads)); // (B, S, n_kv_heads·d_k)
    const v = extend('v', ops.linear(x, W_V, b_V)); // (B, S, n_kv_heads·d_v)
    const real = padding.x && extend('padding', ops.tf.expandDims(padding.x, -1)); // (B, S, 1)
    const y = attend(
      context,
      { q, k, v },
      {
        n_heads: heads.n_heads,
        n_kv_heads: heads.n_kv_heads,
        causal,
        window,
        scale: scoreScale(values, heads.d_k),
        alibi: position === 'alibi',
        keyPadding: real && ops.tf.squeeze(real, [-1]), // (B, S)
        rate: values.dropout,
      },
    ); // (B, T, n_heads·d_v)
    return ops.linear(y, W_O, b_O); // (B, T, d_model)
  },
  toPyTorch: (values) => pythonCall('SelfAttention', ['d_model'], params, values),
});
