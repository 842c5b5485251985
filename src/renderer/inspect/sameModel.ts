import type { Drawing } from '@shared/contract/project';

const kept = new WeakMap<Drawing, string>();

/** What a drawing computes, without where its blocks lie and what they are called. */
function modelOf(drawing: Drawing): string {
  const old = kept.get(drawing);
  if (old !== undefined) return old;
  const nodes = drawing.nodes.map(({ id, type, params, group }) => ({ id, type, params, group }));
  const groups = drawing.groups.map(({ id, count, shared = false }) => ({ id, count, shared }));
  const model = JSON.stringify({ nodes, groups, wires: drawing.wires });
  kept.set(drawing, model);
  return model;
}

/** Whether two drawings are the same model, however they are laid out. */
export function sameModel(a: Drawing, b: Drawing): boolean {
  return a === b || modelOf(a) === modelOf(b);
}
