import type { Project, Variant } from '@shared/contract/project';
import { nextVariant } from '@shared/graph/variants';

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
