import type { Drawing, Project, Variant } from '@shared/contract/project';

const maxVariants = 26;

/** The next free letter: A, B, C … */
export function nextLetter(variants: readonly Variant[]): string {
  const taken = new Set(variants.map(({ name }) => name));
  for (let code = 65; code < 65 + maxVariants; code++) {
    const letter = String.fromCharCode(code);
    if (!taken.has(letter)) return letter;
  }
  return `A${variants.length + 1}`;
}

function freshVariantId(variants: readonly Variant[]): string {
  const taken = new Set(variants.map(({ id }) => id));
  let number = 1;
  while (taken.has(`variant-${number}`)) number++;
  return `variant-${number}`;
}

/** A new variant with an id and a name of its own; null when there are as many as a project holds. */
export function nextVariant(
  variants: readonly Variant[],
  drawing: Drawing,
  name = nextLetter(variants),
): Variant | null {
  if (variants.length >= maxVariants) return null;
  return { id: freshVariantId(variants), name, drawing };
}

/** The variants with a copy of one of them right behind it. */
export function copyOfVariant(
  variants: readonly Variant[],
  id: string,
): { variants: Variant[]; id: string } | null {
  const place = variants.findIndex((variant) => variant.id === id);
  const original = variants[place];
  const copy = original === undefined ? null : nextVariant(variants, original.drawing);
  if (copy === null) return null;
  return {
    variants: [...variants.slice(0, place + 1), copy, ...variants.slice(place + 1)],
    id: copy.id,
  };
}

/** The project without a variant; its neighbour comes to the front. The last one stays. */
export function withoutVariant(project: Project, id: string): Project {
  const place = project.variants.findIndex((variant) => variant.id === id);
  if (place < 0 || project.variants.length === 1) return project;
  const variants = project.variants.filter((variant) => variant.id !== id);
  const neighbour = variants[Math.max(0, place - 1)]?.id ?? project.activeVariant;
  return {
    ...project,
    variants,
    activeVariant: project.activeVariant === id ? neighbour : project.activeVariant,
  };
}
