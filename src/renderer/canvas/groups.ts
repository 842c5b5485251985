import type { Drawing } from '@shared/contract/project';
import { dropEmptyGroups } from '@shared/graph/document';
import { freshId, takenIds } from '@shared/graph/names';

/** The kind of stack that a layer belongs to names its group, and with it the weights: `decoder.0.attention.W_Q`. */
function groupWord(drawing: Drawing, chosen: ReadonlySet<string>): string {
  const isEncoder = drawing.nodes.some(
    ({ id, params }) =>
      chosen.has(id) && Object.hasOwn(params, 'causal') && params.causal === false,
  );
  return isEncoder ? 'encoder' : 'decoder';
}

/** Makes chosen nodes one layer, repeated. Groups that lose all their nodes vanish. */
export function groupNodes(
  drawing: Drawing,
  chosen: ReadonlySet<string>,
  count = 2,
): { drawing: Drawing; id: string } {
  const id = freshId(groupWord(drawing, chosen), takenIds(drawing));
  const nodes = drawing.nodes.map((node) => (chosen.has(node.id) ? { ...node, group: id } : node));
  const groups = [...drawing.groups, { id, count, label: null }];
  return { drawing: dropEmptyGroups({ ...drawing, nodes, groups }), id };
}

/** Lets a group's blocks stand for themselves again. */
export function ungroupNodes(drawing: Drawing, group: string): Drawing {
  const nodes = drawing.nodes.map((node) =>
    node.group === group ? { ...node, group: null } : node,
  );
  return { ...drawing, nodes, groups: drawing.groups.filter(({ id }) => id !== group) };
}

export function setGroupCount(drawing: Drawing, group: string, count: number): Drawing {
  return {
    ...drawing,
    groups: drawing.groups.map((each) => (each.id === group ? { ...each, count } : each)),
  };
}

/** Lets all layers of a group use one set of weights, or each its own. */
export function setGroupShared(drawing: Drawing, group: string, shared: boolean): Drawing {
  return {
    ...drawing,
    groups: drawing.groups.map((each) => (each.id === group ? { ...each, shared } : each)),
  };
}

/** Takes a block out of its group. */
export function leaveGroup(drawing: Drawing, node: string): Drawing {
  const nodes = drawing.nodes.map((each) => (each.id === node ? { ...each, group: null } : each));
  return dropEmptyGroups({ ...drawing, nodes });
}

/** Gives a group a name of its own; an empty one gives it back the standard name. */
export function renameGroup(drawing: Drawing, group: string, label: string): Drawing {
  const name = label.trim().slice(0, 80) || null;
  return {
    ...drawing,
    groups: drawing.groups.map((each) => (each.id === group ? { ...each, label: name } : each)),
  };
}
