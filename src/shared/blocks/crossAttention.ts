import { z } from 'zod';
import {
  attend,
  attentionParams,
  attentionWeights,
  checkHeads,
  headSizes,
  normHeads,
  scoreScale,
} from './attention';
import { defineBlock } from './block';
import { pythonCall } from './python';
import { sequenceWidth } from './shapes';

const params = z.object(attentionParams);

export const crossAttention = defineBlock({
  type: 'crossAttention',
  title: { en: 'Cross-attention', zh: '交叉注意力' },
  group: 'attention',
  icon: 'arrow-left-right',
  docs: {
    summary: {
      en: 'Every position looks at the memory of an encoder and mixes in what it finds there.',
      zh: '每个位置查看编码器的记忆，并把找到的信息混合进来。',
    },
    equation: String.raw`y = \mathrm{softmax}\!\left(\frac{q k^\top}{\sqrt{d_k}}\right) v\, W_O,\quad q = x W_Q,\ k = \mathit{memory}\, W_K,\ v = \mathit{memory}\, W_V`,
    source: 'Vaswani et al. 2017, Attention Is All You Need, §3.2.3',
  },
  params,
  card: ['n_heads'],
  inputs: {
    x: { title: { en: 'vectors', zh: '向量' } },
    memory: { title: { en: 'memory', zh: '记忆' }, constant: true },
  },
  inferShape(values, { x, memory }, context) {
    checkHeads(values, sequenceWidth(x, context), context);
    sequenceWidth(memory, context);
    return x;
  },
  weights: (values, { x, memory }, context) =>
    attentionWeights(values, sequenceWidth(x, context), sequenceWidth(memory, context)),
  forward(context) {
    const { ops, params: values, weights, inputs, padding, once } = context;
    const { W_Q, W_K, W_V, W_O, b_Q = null, b_K = null, b_V = null, b_O = null } = weights;
    const { gainQ = null, gainK = null } = weights;
    const { x, memory } = inputs;
    const heads = headSizes(values, x.shape[2] ?? 0);
    const q = normHeads(ops, ops.linear(x, W_Q, b_Q), heads.n_heads, gainQ); // (B, T, n_heads·d_k)
    const k = once('k', () =>
      normHeads(ops, ops.linear(memory, W_K, b_K), heads.n_kv_heads, gainK),
    ); // (B, S, n_kv_heads·d_k)
    const v = once('v', () => ops.linear(memory, W_V, b_V)); // (B, S, n_kv_heads·d_v)
    const y = attend(
      context,
      { q, k, v },
      {
        n_heads: heads.n_heads,
        n_kv_heads: heads.n_kv_heads,
        causal: false,
        window: null,
        scale: scoreScale(values, heads.d_k),
        alibi: false,
        keyPadding: padding.memory,
        rate: values.dropout,
      },
    ); // (B, T, n_heads·d_v)
    return ops.linear(y, W_O, b_O); // (B, T, d_model)
  },
  toPyTorch: (values) => pythonCall('CrossAttention', ['d_model', 'd_memory'], params, values),
});
