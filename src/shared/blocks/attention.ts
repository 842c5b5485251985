import { z } from 'zod';
import { fail } from '../contract/problem';
import type { AttentionOptions, Ops, Tensor } from '../tensor/ops';
import { type ForwardContext, param, type ShapeContext, type WeightSpecs } from './block';
import { initParam, matrix, ones, zeros } from './init';

/** What self-attention and cross-attention have in common: params, weights, softmax(q·kᵀ)·v. */

/** The params of every attention, by name. */
export const attentionParams = {
  n_heads: param(z.int().min(1).max(1024).default(4), {
    en: 'How many patterns of attention are learned side by side.',
    zh: '并排学习多少种注意力模式。',
  }),
  scale: param(z.boolean().default(true), {
    en: 'Divides scores by √d_k, so that softmax stays soft.',
    zh: '把得分除以 √d_k，使 softmax 不至于过尖。',
  }),
  bias: param(z.boolean().default(true), {
    en: 'Adds learned vectors after the four matrices.',
    zh: '四个矩阵之后各加一个学到的向量。',
  }),
  dropout: param(z.number().min(0).max(0.95).default(0), {
    en: 'Share of attention weights set to 0 in training.',
    zh: '训练时被置零的注意力权重比例。',
  }),
  n_kv_heads: param(z.int().min(1).max(1024).nullable().default(null), {
    en: 'Heads of keys and values, shared by groups of query heads (1 = MQA); empty = n_heads.',
    zh: '键和值的头数，由多组查询头共用（1 即 MQA）；留空表示 n_heads。',
  }),
  d_k: param(z.int().min(1).max(8192).nullable().default(null), {
    en: 'Length of queries and keys in one head; empty = d_model / n_heads.',
    zh: '每个头中查询与键的长度；留空表示 d_model / n_heads。',
  }),
  d_v: param(z.int().min(1).max(8192).nullable().default(null), {
    en: 'Length of values in one head; empty = d_model / n_heads.',
    zh: '每个头中值的长度；留空表示 d_model / n_heads。',
  }),
  scaleFactor: param(z.number().min(-1e6).max(1e6).nullable().default(null), {
    en: 'Multiplies scores by this number instead; empty = 1/√d_k.',
    zh: '改为把得分乘以这个数；留空表示 1/√d_k。',
  }),
  qkNorm: param(z.boolean().default(false), {
    en: 'RMS-normalizes queries and keys of every head before they meet.',
    zh: '查询与键相乘之前，先在每个头内做均方根归一化。',
  }),
  init: initParam,
};

const paramsSchema = z.object(attentionParams);
type AttentionParams = z.output<typeof paramsSchema>;

export interface HeadSizes {
  readonly n_heads: number;
  readonly n_kv_heads: number;
  readonly d_k: number;
  readonly d_v: number;
}

/** Empty params filled in. d_model: the width of the queries' input. */
export function headSizes(params: AttentionParams, d_model: number): HeadSizes {
  const { n_heads } = params;
  return {
    n_heads,
    n_kv_heads: params.n_kv_heads ?? n_heads,
    d_k: params.d_k ?? Math.floor(d_model / n_heads),
    d_v: params.d_v ?? Math.floor(d_model / n_heads),
  };
}

/** @throws Problem when d_model cannot be cut into heads, or query heads cannot share key heads evenly. */
export function checkHeads(
  params: AttentionParams,
  d_model: number,
  { where }: Pick<ShapeContext, 'where'>,
): void {
  const { n_heads, n_kv_heads, d_k, d_v } = params;
  if (d_model % n_heads !== 0 && (d_k === null || d_v === null)) {
    indivisible(where, { name: 'd_model', value: d_model }, { name: 'n_heads', value: n_heads });
  }
  if (n_kv_heads !== null && n_heads % n_kv_heads !== 0) {
    const whole = { name: 'n_heads', value: n_heads };
    indivisible(where, whole, { name: 'n_kv_heads', value: n_kv_heads });
  }
}

type Named = { readonly name: string; readonly value: number };

function indivisible(where: ShapeContext['where'], whole: Named, part: Named): never {
  const divisors = Array.from({ length: whole.value }, (_, i) => i + 1).filter(
    (n) => whole.value % n === 0,
  );
  const others = divisors.slice(0, -1).join(', ');
  const nearest = divisors.reduce((best, n) =>
    Math.abs(n - part.value) < Math.abs(best - part.value) ? n : best,
  );
  return fail(
    where,
    {
      en: `${whole.name} ${whole.value} is not divisible by ${part.name} ${part.value}.`,
      zh: `${whole.name} ${whole.value} 不能被 ${part.name} ${part.value} 整除。`,
    },
    {
      en: divisors.length > 1 ? `Use ${others} or ${whole.value}.` : `Use ${whole.value}.`,
      zh:
        divisors.length > 1
          ? `可用 ${others.replaceAll(', ', '、')} 或 ${whole.value}。`
          : `可用 ${whole.value}。`,
    },
    { repair: { param: part.name, value: nearest } },
  );
}

/** d_q and d_kv: widths of what queries, and keys and values, are made of. */
export function attentionWeights(params: AttentionParams, d_q: number, d_kv: number) {
  const { n_heads, n_kv_heads, d_k, d_v } = headSizes(params, d_q);
  const { bias, qkNorm, init } = params;
  return {
    W_Q: matrix(d_q, n_heads * d_k, init),
    W_K: matrix(d_kv, n_kv_heads * d_k, init),
    W_V: matrix(d_kv, n_kv_heads * d_v, init),
    W_O: matrix(n_heads * d_v, d_q, init, 'residual'),
    ...(bias && {
      b_Q: zeros(n_heads * d_k),
      b_K: zeros(n_kv_heads * d_k),
      b_V: zeros(n_kv_heads * d_v),
      b_O: zeros(d_q),
    }),
    ...(qkNorm && { gainQ: ones(d_k), gainK: ones(d_k) }),
  };
}

/** Divides every head of x: (B, T, n_heads·d_k) by its root mean square; gain: (d_k), null = leaves x alone. */
export function normHeads(ops: Ops, x: Tensor, n_heads: number, gain: Tensor | null): Tensor {
  if (gain === null) return x;
  const [B = 0, T = 0, width = 0] = x.shape;
  const heads = ops.tf.reshape(x, [B, T, n_heads, width / n_heads]); // (B, T, n_heads, d_k)
  return ops.tf.reshape(ops.rmsNorm(heads, gain, 1e-6), [B, T, width]);
}

/** The factor on q·k. */
export function scoreScale({ scale, scaleFactor }: AttentionParams, d_k: number): number {
  return scale ? (scaleFactor ?? 1 / Math.sqrt(d_k)) : 1;
}

type Context = Pick<ForwardContext<unknown, string, WeightSpecs>, 'ops' | 'tap' | 'dropout'>;

/**
 * softmax(scale · q·kᵀ)·v with everything a viewer may want tapped.
 * q: (B, T, n_heads·d_k) · k: (B, S, n_kv_heads·d_k) · v: (B, S, n_kv_heads·d_v) → (B, T, n_heads·d_v)
 */
export function attend(
  { ops, tap, dropout }: Context,
  { q, k, v }: Readonly<Record<'q' | 'k' | 'v', Tensor>>,
  { rate, ...options }: Omit<AttentionOptions, 'dropout'> & { readonly rate: number },
): Tensor {
  const drop = dropout('pattern', rate);
  const all = { ...options, dropout: drop.rate > 0 ? drop : null };
  tap('q', () => q);
  tap('k', () => k);
  tap('v', () => v);
  tap('pattern', () => ops.attentionPattern(q, k, { ...options, dropout: null }));
  const z = ops.attention(q, k, v, all);
  tap('z', () => z);
  return z;
}
