import type { AnyBlock, Init } from '../blocks/block';
import type { Problem, Text } from '../contract/problem';
import type { Wire } from '../contract/project';
import type { Shape } from '../tensor/shape';

/** What a drawing is compiled for. */
export interface Sizes {
  readonly n_vocab: number;
  readonly n_ctx: number;
  /** The shape that the objective needs at the end; (B, T, n_vocab) when not given. */
  readonly output?: Shape;
  /** What the objective feeds; not checked when not given. */
  readonly feeds?: readonly string[];
  /** Feeds of which no position may see a later one; none when not given. */
  readonly causal?: readonly string[];
  /** The objective's name, for sentences. */
  readonly objective?: Text;
}

/** Params as the block's own schema answered them. */
export type Params = Readonly<Record<string, unknown>>;

/** One call of a block. A node of a repeat group is called once per layer. */
export interface Step {
  /** `decoder.0.attention` in a group, `finalNorm` outside. */
  readonly name: string;
  readonly node: string;
  readonly group: string | null;
  /** 0 outside of groups. */
  readonly layer: number;
  /** The node's name as shown. */
  readonly where: Text;
  readonly block: AnyBlock;
  readonly params: Params;
  /** Port → place of the step in `steps` whose output arrives there. */
  readonly inputs: Readonly<Record<string, number>>;
  /** The block's own name of a weight → its name in the model, such as `decoder.0.attention.W_Q`. */
  readonly weights: Readonly<Record<string, string>>;
  readonly shape: Shape;
}

/** A weight of the model. A weight shared by tying is listed once, under the node that owns it. */
export interface Weight {
  readonly name: string;
  readonly shape: readonly number[];
  readonly init: Init;
  readonly decay: boolean;
  readonly trainable: boolean;
  readonly node: string;
  /** How many layers write into the same residual stream, for `scaled`. */
  readonly n_layers: number;
  readonly n_params: number;
}

/** A drawing as the program understands it. Runs only when `problems` is empty. */
export interface Compiled {
  readonly sizes: Sizes;
  /** In execution order, groups expanded; empty while there are problems. */
  readonly steps: readonly Step[];
  /** The step whose output is the model's; null while there are problems. */
  readonly output: number | null;
  /** Of all nodes that are sound, even while there are problems elsewhere. */
  readonly weights: readonly Weight[];
  /** Of each node's output, by node id; in a group that of its first layer. */
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly problems: readonly Problem[];
  /** Nodes that cannot be judged yet → the name of the faulty node they wait for. */
  readonly waiting: ReadonlyMap<string, Text>;
  readonly n_params: number;
  /** Of these, what training changes. */
  readonly n_trainable: number;
  /** All layers together, by node id; a tied weight counts at its owner. */
  readonly nodeParams: ReadonlyMap<string, number>;
  /** Of these, what training changes, by node id. */
  readonly nodeTrainable: ReadonlyMap<string, number>;
  /** The weights of a node's first layer, by node id, as its block declares them. */
  readonly nodeWeights: ReadonlyMap<string, readonly NodeWeight[]>;
  /** What the data must feed, such as `tokens`: the types of the blocks of group `input`. */
  readonly feeds: readonly string[];
  /** How far each of them comes. */
  readonly reach: ReadonlyMap<string, Reach>;
}

/** How far what the data feeds comes in a drawing. */
export interface Reach {
  /** The nodes that depend on it, in any layer. */
  readonly nodes: ReadonlySet<string>;
  /** Where one of its positions comes to see later ones. */
  readonly ahead: readonly LookAhead[];
}

/** An attention by which a position sees later ones, and the wire that brings them. */
export interface LookAhead {
  readonly node: string;
  readonly wire: Wire;
  /** Through its memory; else it is an attention that is not causal. */
  readonly memory: boolean;
}

export interface NodeWeight {
  /** The block's own name, such as `W_Q`. */
  readonly name: string;
  /** Its name in the model; another node's when tied. */
  readonly fullName: string;
  readonly shape: readonly number[];
  readonly tied: boolean;
}
