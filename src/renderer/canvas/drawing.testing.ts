import type { Drawing, DrawingNode } from '@shared/contract/project';

/** A node for tests, at a place. */
export function nodeAt(
  id: string,
  type: string,
  { x = 0, y = 0, group = null as string | null } = {},
): DrawingNode {
  return { id, type, params: {}, position: { x, y }, group, label: null };
}

/** Tokens → embedding → (norm → attention → ⊕) × 2 → unembedding, unplaced. */
export function smallDrawing(): Drawing {
  const group = 'decoder';
  return {
    nodes: [
      nodeAt('tokens', 'tokens'),
      nodeAt('tokenEmbedding', 'tokenEmbedding'),
      nodeAt('norm', 'layerNorm', { group }),
      nodeAt('attention', 'selfAttention', { group }),
      nodeAt('residual', 'residualAdd', { group }),
      nodeAt('unembedding', 'unembedding'),
    ],
    wires: [
      { from: 'tokens', to: 'tokenEmbedding', port: 'tokens' },
      { from: 'tokenEmbedding', to: 'norm', port: 'x' },
      { from: 'norm', to: 'attention', port: 'x' },
      { from: 'attention', to: 'residual', port: 'branch' },
      { from: 'tokenEmbedding', to: 'residual', port: 'x' },
      { from: 'residual', to: 'unembedding', port: 'x' },
    ],
    groups: [{ id: group, count: 2, label: null }],
  };
}
