import { fail } from '../contract/problem';
import { type Shape, showShape } from '../tensor/shape';
import type { ShapeContext } from './block';

/** d of (B, T, d). @throws Problem for another shape, such as token ids that were not embedded. */
export function sequenceWidth(x: Shape, { where }: Pick<ShapeContext, 'where'>): number {
  const d = x[2];
  if (x.length === 3 && typeof d === 'number') return d;
  return fail(
    where,
    {
      en: `it needs an input of shape (B, T, d_model), got ${showShape(x)}.`,
      zh: `它需要形状为 (B, T, d_model) 的输入，却得到 ${showShape(x)}。`,
    },
    isIds(x)
      ? { en: 'Put an embedding before it.', zh: '请在它前面放一个嵌入。' }
      : { en: 'Wire it to a sequence of vectors.', zh: '请把它连到一个向量序列。' },
  );
}

/** d of (…, d). @throws Problem for token ids. */
export function lastWidth(x: Shape, { where }: Pick<ShapeContext, 'where'>): number {
  const d = x[x.length - 1];
  if (x.length >= 2 && typeof d === 'number') return d;
  return fail(
    where,
    {
      en: `it needs vectors of shape (…, d), got ${showShape(x)}.`,
      zh: `它需要形状为 (…, d) 的向量，却得到 ${showShape(x)}。`,
    },
    { en: 'Put an embedding before it.', zh: '请在它前面放一个嵌入。' },
  );
}

/** @throws Problem when x is not token ids (B, T). */
export function requireIds(x: Shape, { where }: Pick<ShapeContext, 'where'>): void {
  if (isIds(x)) return;
  fail(
    where,
    {
      en: `it needs token ids of shape (B, T), got ${showShape(x)}.`,
      zh: `它需要形状为 (B, T) 的词元编号，却得到 ${showShape(x)}。`,
    },
    { en: 'Wire Tokens to it.', zh: '请把“词元”连到它。' },
  );
}

function isIds(x: Shape): boolean {
  return x.length === 2 && typeof x[1] === 'string';
}
