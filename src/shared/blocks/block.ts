import type { z } from 'zod';
import type { Text } from '../contract/problem';
import type { Dropout, Ops, Tensor } from '../tensor/ops';
import type { Shape } from '../tensor/shape';

export type BlockGroup =
  | 'input'
  | 'embedding'
  | 'position'
  | 'attention'
  | 'feedForward'
  | 'norm'
  | 'residual'
  | 'head';

/** How a weight starts. `scaled`: normal of std 0.02/√(2·n_layers), for what writes into the residual stream. */
export type Init =
  | { readonly kind: 'normal'; readonly std: number }
  | { readonly kind: 'xavierUniform' }
  | { readonly kind: 'scaled' }
  | { readonly kind: 'zeros' }
  | { readonly kind: 'ones' };

export interface WeightSpec {
  readonly shape: readonly number[];
  readonly init: Init;
  /** Weight decay applies (matrices yes; norms and biases no). */
  readonly decay: boolean;
  /** false: training leaves it as it starts. */
  readonly trainable?: boolean;
  /**
   * Uses the weight of that name of the nearest node of that type upstream instead of one of its own; with `anywhere`
   * that of the first other node of that type in the drawing, wired to it or not.
   */
  readonly tiedTo?: {
    readonly type: string;
    readonly weight: string;
    readonly anywhere?: boolean;
  };
}

/** The weights a block declares. One that its params switch off, such as a bias, is left out. */
export type WeightSpecs = Readonly<Record<string, WeightSpec>>;

/** A tensor for each declared weight; undefined for one that is switched off. */
export type WeightTensors<S extends WeightSpecs> = {
  readonly [K in keyof S]: S[K] extends WeightSpec ? Tensor : undefined;
};

export interface InputSpec {
  readonly title: Text;
  /** Stays the same for every layer of a repeat group (the memory of cross-attention), instead of flowing through. */
  readonly constant?: boolean;
}

/** What shapes depend on besides wires and params. */
export interface ShapeContext {
  /** The node's name as shown, for problems. */
  readonly where: Text;
  readonly n_vocab: number;
  readonly n_ctx: number;
}

export interface ForwardContext<P, In extends string, S extends WeightSpecs> {
  readonly ops: Ops;
  readonly params: P;
  readonly weights: WeightTensors<S>;
  readonly inputs: Readonly<Record<In, Tensor>>;
  /** (B, length) float32 of each input: 1 = real, 0 = padding; null = all real. */
  readonly padding: Readonly<Record<In, Tensor | null>>;
  /** What the data feeds, by name: `tokens`, `source` … Only blocks of group `input` read it. */
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly training: boolean;
  /** The random bits of this node's dropout in this step; `name` tells several of one block apart. */
  dropout(name: string, rate: number): Dropout;
  /** Shows a value to whoever looks; `value` is computed only when somebody does. */
  tap(name: string, value: () => Tensor): void;
  /** Position of the first row of the input in the whole sequence: 0, or the number of cached positions. */
  readonly offset: number;
  /** With a KV cache: what was kept under this name before, followed by `value` (B, T, d). Without: `value`. */
  extend(name: string, value: Tensor): Tensor;
  /** With a KV cache: what was computed under this name the first time, for what is the same at every position. */
  once(name: string, value: () => Tensor): Tensor;
}

/** A kind of node. One file each; see README › Add a block. */
export interface Block<P extends z.ZodObject, In extends string, S extends WeightSpecs> {
  readonly type: string;
  readonly title: Text;
  readonly group: BlockGroup;
  /** Name of a lucide icon. */
  readonly icon: string;
  readonly docs: {
    readonly summary: Text;
    /** KaTeX, in this file's names. */
    readonly equation: string;
    /** Paper, section. */
    readonly source: string;
  };
  /** Every field has a default and is described with `param`. */
  readonly params: P;
  /** The params shown on the card, at most two. */
  readonly card: readonly (string & keyof z.output<P>)[];
  readonly inputs: Readonly<Record<In, InputSpec>>;
  /** @throws ProblemError where shapes do not fit. */
  inferShape(
    params: z.output<P>,
    inputs: Readonly<Record<In, Shape>>,
    context: ShapeContext,
  ): Shape;
  weights(params: z.output<P>, inputs: Readonly<Record<In, Shape>>, context: ShapeContext): S;
  forward(context: ForwardContext<z.output<P>, In, S>): Tensor;
  /** Padding of the output where its rows are not those of the first input, whose padding is given: (B, rows). */
  outputPadding?(ops: Ops, params: z.output<P>, padding: Tensor): Tensor;
  /**
   * The PyTorch expression of the same module, whose class stands in golden/blocks.py. With it, the golden tests want
   * numbers to compare with.
   */
  toPyTorch?(params: z.output<P>): string;
}

/** What the rest of the program sees: the same block with its own param, port and weight names forgotten. */
export type AnyBlock = Block<z.ZodObject, string, WeightSpecs>;

/** Checks a block's types against each other. */
export function defineBlock<
  P extends z.ZodObject,
  const In extends string,
  const S extends WeightSpecs,
>(block: Block<P, In, S>): Block<P, In, S> {
  return block;
}

/** Describes a param for form, command line and help: title is the field's name itself, help one sentence. */
export function param<S extends z.ZodType>(schema: S, help: Text): S {
  return schema.meta({ help, description: help.en });
}
