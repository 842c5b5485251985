import { blockByType } from '../blocks/registry';
import { type Drawing, type DrawingNode, type ParamValue, paramsSchema } from '../contract/project';
import { freshId, idWord, takenIds } from './names';

/** Every edit answers a new drawing and leaves the given one as it is: undo is the drawing before. */

export const emptyDrawing: Drawing = { nodes: [], wires: [], groups: [] };

export type Position = DrawingNode['position'];

export interface NewNode {
  readonly type: string;
  readonly position: Position;
  readonly group?: string | null;
  /** Params that differ from the block's defaults. */
  readonly params?: Readonly<Record<string, ParamValue>>;
}

/** A drawing after an edit, with the ids of what the edit made, in order. */
export interface Edited {
  readonly drawing: Drawing;
  readonly ids: readonly string[];
}

/** The params that a new node of this type has. */
export function defaultParams(type: string): Record<string, ParamValue> {
  const block = blockByType.get(type);
  return block === undefined ? {} : paramsSchema.parse(block.params.parse({}));
}

/** Places a block with its default params. */
export function addNode(drawing: Drawing, { type, position, group, params }: NewNode): Edited {
  const id = freshId(idWord(type), takenIds(drawing));
  const node: DrawingNode = {
    id,
    type,
    params: { ...defaultParams(type), ...params },
    position,
    group: group ?? null,
    label: null,
  };
  return { drawing: { ...drawing, nodes: [...drawing.nodes, node] }, ids: [id] };
}

/** Removes nodes, their wires, and groups left empty. */
export function removeNodes(drawing: Drawing, ids: Iterable<string>): Drawing {
  const gone = new Set(ids);
  return dropEmptyGroups({
    nodes: drawing.nodes.filter(({ id }) => !gone.has(id)),
    wires: drawing.wires.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
    groups: drawing.groups,
  });
}

/** Only groups that an edit emptied vanish; one that was empty in a file is reported by `compile`. */
export function dropEmptyGroups(drawing: Drawing): Drawing {
  const used = new Set(drawing.nodes.map(({ group }) => group));
  return { ...drawing, groups: drawing.groups.filter(({ id }) => used.has(id)) };
}

export function setParam(drawing: Drawing, id: string, name: string, value: ParamValue): Drawing {
  return editNode(drawing, id, (node) => ({ ...node, params: { ...node.params, [name]: value } }));
}

/** Gives a node a name of its own; null or blank gives it back its block's title. */
export function rename(drawing: Drawing, id: string, label: string | null): Drawing {
  const name = label?.trim().slice(0, 80);
  return editNode(drawing, id, (node) => ({ ...node, label: name ? name : null }));
}

/** Moves nodes to these places. */
export function moveNodes(
  drawing: Drawing,
  positions: Readonly<Record<string, Position>>,
): Drawing {
  const places = new Map(Object.entries(positions));
  return {
    ...drawing,
    nodes: drawing.nodes.map((node) => {
      const position = places.get(node.id);
      return position === undefined ? node : { ...node, position };
    }),
  };
}

/**
 * Puts another block in a node's place, such as learned for sinusoidal positions. Params and ports of the same
 * name are kept; id and label stay, so that the difference of two drawings names the change.
 */
export function replaceBlock(drawing: Drawing, id: string, type: string): Drawing {
  const defaults = defaultParams(type);
  const ports = new Set(Object.keys(blockByType.get(type)?.inputs ?? {}));
  const replaced = editNode(drawing, id, (node) => {
    const kept = Object.entries(node.params).filter(([name]) => name in defaults);
    return { ...node, type, params: { ...defaults, ...Object.fromEntries(kept) } };
  });
  return {
    ...replaced,
    wires: replaced.wires.filter(({ to, port }) => to !== id || ports.has(port)),
  };
}

function editNode(drawing: Drawing, id: string, edit: (node: DrawingNode) => DrawingNode): Drawing {
  return { ...drawing, nodes: drawing.nodes.map((node) => (node.id === id ? edit(node) : node)) };
}
