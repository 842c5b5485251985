import type { ParamValue } from '../contract/project';
import { freshId, idWord } from './names';
import type { Part } from './parts';

export type PartParams = Readonly<Record<string, ParamValue>>;

/** What a layer is made of; what is null is left out. */
export interface LayerStyle {
  readonly norm: 'layerNorm' | 'rmsNorm' | null;
  /** Whether the norm stands before each block, or after each residual add as in 2017. */
  readonly normFirst: boolean;
  readonly attention: PartParams | null;
  /** Params of the attention to another stack's memory. */
  readonly cross: PartParams | null;
  readonly feedForward: PartParams | null;
  /** After each block; 0 = none. */
  readonly dropout: number;
}

interface Place {
  readonly group: string | null;
  readonly lane: number;
}

/** Writes the parts of a template down, in the order of flow. Ids are those that a person's hand would make. */
export class Sketch {
  readonly parts: Part[] = [];
  private readonly ids = new Set<string>();
  private place: Place = { group: null, lane: 0 };

  /** What follows is drawn in this group, its main line in this column. */
  at(group: string | null, lane: number): void {
    this.place = { group, lane };
  }

  /** Adds a block; answers its id. beside: off the main line. */
  add(part: Omit<Part, 'id' | 'group' | 'lane'>, options: { id?: string; beside?: boolean } = {}) {
    const { group, lane } = this.place;
    const id = freshId(options.id ?? idWord(part.type), this.ids);
    this.ids.add(id);
    this.parts.push({ ...part, id, group, lane: options.beside ? lane + 1 : lane });
    return id;
  }

  dropout(rate: number, from: string, beside: boolean): string {
    return rate > 0 ? this.add({ type: 'dropout', params: { rate }, from }, { beside }) : from;
  }

  /** One layer on top of `stream`; answers the node that its output comes from. */
  layer(stream: string, style: LayerStyle, memory = ''): string {
    const { attention, cross, feedForward } = style;
    let last = stream;
    if (attention) last = this.branch(last, style, { type: 'selfAttention', params: attention });
    if (cross)
      last = this.branch(last, style, { type: 'crossAttention', params: cross }, { memory });
    if (feedForward) last = this.branch(last, style, { type: 'feedForward', params: feedForward });
    return last;
  }

  /** A block beside the stream, added back to it. */
  private branch(
    stream: string,
    { norm, normFirst, dropout }: LayerStyle,
    block: Pick<Part, 'type' | 'params'>,
    constant: Readonly<Record<string, string>> = {},
  ): string {
    const beside = true;
    const x = norm && normFirst ? this.add({ type: norm, from: stream }, { beside }) : stream;
    const computed = this.add({ ...block, from: { x, ...constant } }, { beside });
    const branch = this.dropout(dropout, computed, beside);
    const added = this.add({ type: 'residualAdd', from: { x: stream, branch } });
    return norm && !normFirst ? this.add({ type: norm, from: added }) : added;
  }
}
