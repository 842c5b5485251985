import { z } from 'zod';
import { defineBlock, param } from './block';
import { initParam, matrix, zeros } from './init';
import { pythonCall } from './python';
import { lastWidth } from './shapes';

const params = z.object({
  d_ff: param(z.int().min(1).max(65_536).nullable().default(null), {
    en: 'Number of hidden units; empty = 4·d_model.',
    zh: '隐藏单元的个数；留空表示 4·d_model。',
  }),
  activation: param(
    z.enum(['relu', 'gelu', 'gelu_tanh', 'silu', 'relu2', 'swiglu', 'geglu']).default('gelu'),
    {
      en: 'What bends the line between the two matrices; swiglu and geglu multiply by a second one.',
      zh: '两个矩阵之间的非线性；swiglu 与 geglu 还会乘上第二个门控矩阵的结果。',
    },
  ),
  bias: param(z.boolean().default(true), {
    en: 'Adds learned vectors after both matrices.',
    zh: '两个矩阵之后各加一个学到的向量。',
  }),
  init: initParam,
});

const gates = { swiglu: 'silu', geglu: 'gelu' } as const;
const isGated = (activation: string): activation is keyof typeof gates => activation in gates;

export const feedForward = defineBlock({
  type: 'feedForward',
  title: { en: 'Feed-forward', zh: '前馈网络' },
  group: 'feedForward',
  icon: 'brain-circuit',
  docs: {
    summary: {
      en: 'Two matrices with a bend between them, applied to every position alone.',
      zh: '两个矩阵中间夹一个非线性，对每个位置单独计算。',
    },
    equation: String.raw`y = \mathrm{act}(x W_{in} + b_{in})\, W_{out} + b_{out},\quad \text{gated: } \left(\mathrm{act}(x W_{gate}) \odot (x W_{in} + b_{in})\right) W_{out} + b_{out}`,
    source: 'Vaswani et al. 2017, §3.3, eq. 2; Shazeer 2020, GLU Variants, §2',
  },
  params,
  card: ['d_ff', 'activation'],
  inputs: { x: { title: { en: 'vectors', zh: '向量' } } },
  inferShape(_params, { x }, context) {
    lastWidth(x, context);
    return x;
  },
  weights({ d_ff, activation, bias, init }, { x }, context) {
    const d_model = lastWidth(x, context);
    const d_hidden = d_ff ?? 4 * d_model;
    return {
      W_in: matrix(d_model, d_hidden, init),
      ...(isGated(activation) && { W_gate: matrix(d_model, d_hidden, init) }),
      W_out: matrix(d_hidden, d_model, init, 'residual'),
      ...(bias && { b_in: zeros(d_hidden), b_out: zeros(d_model) }),
    };
  },
  forward({ ops, params: { activation }, weights, inputs: { x }, tap }) {
    const { W_in, W_gate, W_out, b_in = null, b_out = null } = weights;
    const hidden = ops.linear(x, W_in, b_in); // (…, d_ff)
    const bent =
      isGated(activation) && W_gate
        ? ops.gated(ops.linear(x, W_gate, null), hidden, gates[activation])
        : ops.activation(hidden, isGated(activation) ? gates[activation] : activation);
    tap('hidden', () => bent);
    return ops.linear(bent, W_out, b_out); // (…, d_model)
  },
  toPyTorch: (values) => pythonCall('FeedForward', ['d_model'], params, values),
});
