import { blockByType } from '@shared/blocks/registry';
import type { Drawing, DrawingNode } from '@shared/contract/project';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const card: Size = { width: 292, height: 36 };
/** A residual add is drawn as the ⊕ of the papers. */
const plus: Size = { width: 36, height: 36 };

export function isPlus(type: string): boolean {
  const block = blockByType.get(type);
  return block?.group === 'residual' && Object.keys(block.inputs).length > 1;
}

export function nodeSize(node: Pick<DrawingNode, 'type'>): Size {
  return isPlus(node.type) ? plus : card;
}

export function nodeBox(node: Pick<DrawingNode, 'type' | 'position'>): Box {
  return { ...node.position, ...nodeSize(node) };
}

/** Room of a repeat group's frame around its blocks; its header stands in the top strip. */
export const framePadding = { top: 40, right: 20, bottom: 20, left: 20 } as const;

/** The smallest box around boxes; null around none. */
export function boundsOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The frame of each repeat group, around its blocks. */
export function frameBoxes(drawing: Pick<Drawing, 'nodes' | 'groups'>): ReadonlyMap<string, Box> {
  const frames = new Map<string, Box>();
  for (const { id } of drawing.groups) {
    const bounds = boundsOf(drawing.nodes.filter(({ group }) => group === id).map(nodeBox));
    if (bounds === null) continue;
    frames.set(id, {
      x: bounds.x - framePadding.left,
      y: bounds.y - framePadding.top,
      width: bounds.width + framePadding.left + framePadding.right,
      height: bounds.height + framePadding.top + framePadding.bottom,
    });
  }
  return frames;
}

export function contains(box: Box, point: Point): boolean {
  const { x, y, width, height } = box;
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The free place nearest to the wanted one, going down step by step. */
export function freePlace(wanted: Box, taken: readonly Box[]): Point {
  const gap = 12;
  let box = wanted;
  for (let tries = 0; tries < 200; tries++) {
    const hit = taken.find((other) => overlaps(box, other));
    if (hit === undefined) break;
    box = { ...box, y: hit.y + hit.height + gap };
  }
  return { x: box.x, y: box.y };
}
