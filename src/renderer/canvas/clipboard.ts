import type { Drawing, DrawingNode } from '@shared/contract/project';
import type { Edited } from '@shared/graph/document';
import { freshId, idWord, takenIds } from '@shared/graph/names';
import type { Point } from './geometry';

/** Nodes with the wires among them and the groups that they wholly fill. */
export type Piece = Drawing;

/** What is copied when these nodes are chosen. */
export function copyPiece(drawing: Drawing, chosen: ReadonlySet<string>): Piece {
  const nodes = drawing.nodes.filter(({ id }) => chosen.has(id));
  const wires = drawing.wires.filter(({ from, to }) => chosen.has(from) && chosen.has(to));
  const whole = (group: string) =>
    drawing.nodes.every((node) => node.group !== group || chosen.has(node.id));
  const groups = drawing.groups.filter(
    ({ id }) => whole(id) && nodes.some(({ group }) => group === id),
  );
  return { nodes, wires, groups };
}

/**
 * Puts a copy of a piece into a drawing. Blocks copied out of a group that is not part of the piece stay in that
 * group where the drawing still has it.
 */
export function pastePiece(drawing: Drawing, piece: Piece, shift: Point): Edited {
  const taken = takenIds(drawing);
  const fresh = new Map<string, string>();
  const rename = (id: string, word: string) => {
    const name = freshId(word, taken);
    taken.add(name);
    fresh.set(id, name);
    return name;
  };
  const groups = piece.groups.map((group) => ({
    ...group,
    id: rename(group.id, group.id.replace(/-\d+$/, '')),
  }));
  const present = new Set(drawing.groups.map(({ id }) => id));
  const groupOf = ({ group }: DrawingNode) =>
    group === null ? null : (fresh.get(group) ?? (present.has(group) ? group : null));
  const nodes = piece.nodes.map((node) => ({
    ...node,
    group: groupOf(node),
    id: rename(node.id, idWord(node.type)),
    position: { x: node.position.x + shift.x, y: node.position.y + shift.y },
  }));
  const name = (id: string) => fresh.get(id) ?? id;
  const wires = piece.wires.map(({ from, to, port }) => ({ from: name(from), to: name(to), port }));
  return {
    drawing: {
      nodes: [...drawing.nodes, ...nodes],
      wires: [...drawing.wires, ...wires],
      groups: [...drawing.groups, ...groups],
    },
    ids: nodes.map(({ id }) => id),
  };
}
