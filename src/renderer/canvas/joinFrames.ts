import type { Drawing } from '@shared/contract/project';
import { contains, frameBoxes, nodeBox } from './geometry';

/** A block let go inside a frame that it does not belong to joins its repeat group. */
export function joinFrames(drawing: Drawing, moved: readonly string[]): Drawing {
  const loose = new Set(moved);
  const still = { ...drawing, nodes: drawing.nodes.filter(({ id }) => !loose.has(id)) };
  const boxes = [...frameBoxes(still)];
  if (boxes.length === 0) return drawing;
  const nodes = drawing.nodes.map((node) => {
    if (!loose.has(node.id) || node.group !== null) return node;
    const { x, y, width, height } = nodeBox(node);
    const middle = { x: x + width / 2, y: y + height / 2 };
    const frame = boxes.find(([, box]) => contains(box, middle));
    return frame === undefined ? node : { ...node, group: frame[0] };
  });
  return { ...drawing, nodes };
}
