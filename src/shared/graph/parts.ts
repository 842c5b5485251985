import { blockByType } from '../blocks/registry';
import type { Drawing, ParamValue, RepeatGroup } from '../contract/project';
import { defaultParams } from './document';

/** One node of a template, in the order of flow. */
export interface Part {
  readonly id: string;
  readonly type: string;
  /** Params that differ from the block's defaults. */
  readonly params?: Readonly<Record<string, ParamValue>>;
  /** The node wired to its first port, or the nodes wired to its ports by name. */
  readonly from?: string | Readonly<Record<string, string>>;
  readonly group?: string | null;
  /** Column: 0 = on the main line, 1 = beside it, negative = left of it. */
  readonly lane?: number;
}

const laneWidth = 240;
const rowHeight = 62;
/** Room for a frame's edge and header between what is inside and outside of a group. */
const frameGap = 26;
const cardHalf = { width: 146, plus: 18 };

/** The drawing of these parts, flowing from the bottom up. */
export function draw(parts: readonly Part[], counts: Readonly<Record<string, number>>): Drawing {
  const edges = parts.map(({ group }, row) => row > 0 && group !== parts[row - 1]?.group);
  return {
    nodes: parts.map(({ id, type, params, group, lane = 0 }, row) => {
      const framesBelow = edges.slice(0, row + 1).filter(Boolean).length;
      const half = type === 'residualAdd' ? cardHalf.plus : cardHalf.width;
      return {
        id,
        type,
        params: { ...defaultParams(type), ...params },
        position: { x: lane * laneWidth - half, y: -row * rowHeight - framesBelow * frameGap },
        group: group ?? null,
        label: null,
      };
    }),
    wires: parts.flatMap((part) => wiresInto(part)),
    groups: Object.entries(counts).map(([id, count]): RepeatGroup => ({ id, count, label: null })),
  };
}

function wiresInto({ id, type, from }: Part) {
  if (from === undefined) return [];
  const [first = ''] = Object.keys(blockByType.get(type)?.inputs ?? {});
  const sources = typeof from === 'string' ? { [first]: from } : from;
  return Object.entries(sources).map(([port, source]) => ({ from: source, to: id, port }));
}
