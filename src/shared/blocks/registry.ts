import type { AnyBlock } from './block';
import { classifier } from './classifier';
import { crossAttention } from './crossAttention';
import { dropout } from './dropout';
import { feedForward } from './feedForward';
import { layerNorm } from './layerNorm';
import { learnedPosition } from './learnedPosition';
import { linear } from './linear';
import { pooling } from './pooling';
import { residualAdd } from './residualAdd';
import { rmsNorm } from './rmsNorm';
import { scale } from './scale';
import { selfAttention } from './selfAttention';
import { sinusoidalPosition } from './sinusoidalPosition';
import { source } from './source';
import { sumNeighbours } from './sumNeighbours';
import { tokenEmbedding } from './tokenEmbedding';
import { tokens } from './tokens';
import { unembedding } from './unembedding';

/** Every block the canvas offers, in palette order. Add a block: write its file, list it here. */
export const blocks = [
  tokens,
  source,
  tokenEmbedding,
  sumNeighbours,
  scale,
  sinusoidalPosition,
  learnedPosition,
  selfAttention,
  crossAttention,
  feedForward,
  linear,
  layerNorm,
  rmsNorm,
  residualAdd,
  dropout,
  unembedding,
  pooling,
  classifier,
] as const satisfies readonly AnyBlock[];

export const blockByType: ReadonlyMap<string, AnyBlock> = new Map(
  blocks.map((block): [string, AnyBlock] => [block.type, block]),
);
