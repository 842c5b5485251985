import { z } from 'zod';
import { param, type WeightSpec } from './block';

export const initParam = param(z.enum(['normal', 'xavier']).default('normal'), {
  en: 'How matrices start: normal (std 0.02, smaller where the block writes into the residual stream) or Xavier uniform.',
  zh: '矩阵的初始值：normal（标准差 0.02，写入残差流的矩阵更小）或 xavier（均匀分布）。',
});

type InitParam = z.output<typeof initParam>;

/** A matrix (d_in, d_out). `residual`: what it computes is added to the residual stream. */
export function matrix(
  d_in: number,
  d_out: number,
  init: InitParam,
  use: 'inner' | 'residual' = 'inner',
): WeightSpec {
  const shape = [d_in, d_out];
  if (init === 'xavier') return { shape, init: { kind: 'xavierUniform' }, decay: true };
  return use === 'residual'
    ? { shape, init: { kind: 'scaled' }, decay: true }
    : { shape, init: { kind: 'normal', std: 0.02 }, decay: true };
}

/** A bias or offset (d) that starts at 0. */
export function zeros(d: number): WeightSpec {
  return { shape: [d], init: { kind: 'zeros' }, decay: false };
}

/** A gain (d) that starts at 1. */
export function ones(d: number): WeightSpec {
  return { shape: [d], init: { kind: 'ones' }, decay: false };
}
