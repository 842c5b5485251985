import { type Drawing, MAX_VARIANTS, type Variant } from '@shared/contract/project';

/** A new variant with an id and a name of its own; null when there are as many as a project holds. */
export function nextVariant(
  variants: readonly Variant[],
  drawing: Drawing,
  name?: string,
): Variant | null {
  if (variants.length >= MAX_VARIANTS) return null;
  return { id: freshVariantId(variants), name: name ?? nextLetter(variants), drawing };
}

/** The next free letter: A, B, C … There are more than other variants. */
function nextLetter(variants: readonly Variant[]): string {
  const taken = new Set(variants.map(({ name }) => name));
  let code = 65;
  while (taken.has(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

function freshVariantId(variants: readonly Variant[]): string {
  const taken = new Set(variants.map(({ id }) => id));
  let number = 1;
  while (taken.has(`variant-${number}`)) number++;
  return `variant-${number}`;
}
