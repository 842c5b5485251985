import { describe, expect, it } from 'vitest';
import { copyPiece, pastePiece } from './clipboard';
import { nodeAt, smallDrawing } from './drawing.testing';

describe('copy and paste', () => {
  it('copies the wires among the chosen blocks and no others', () => {
    const piece = copyPiece(smallDrawing(), new Set(['norm', 'attention']));
    expect(piece.wires).toEqual([{ from: 'norm', to: 'attention', port: 'x' }]);
  });

  it('gives copies fresh ids and shifts them', () => {
    const drawing = smallDrawing();
    const pasted = pastePiece(drawing, copyPiece(drawing, new Set(['norm', 'attention'])), {
      x: 28,
      y: 28,
    });
    expect(pasted.ids).toEqual(['norm-2', 'attention-2']);
    expect(pasted.drawing.wires.at(-1)).toEqual({ from: 'norm-2', to: 'attention-2', port: 'x' });
    expect(pasted.drawing.nodes.at(-1)?.position).toEqual({ x: 28, y: 28 });
  });

  it('keeps a copied part of a layer in its group', () => {
    const drawing = smallDrawing();
    const pasted = pastePiece(drawing, copyPiece(drawing, new Set(['norm'])), { x: 0, y: 0 });
    expect(pasted.drawing.nodes.at(-1)?.group).toBe('decoder');
  });

  it('copies a whole group as a group of its own', () => {
    const drawing = smallDrawing();
    const pasted = pastePiece(
      drawing,
      copyPiece(drawing, new Set(['norm', 'attention', 'residual'])),
      { x: 0, y: 0 },
    );
    expect(pasted.drawing.groups.map(({ id, count }) => [id, count])).toEqual([
      ['decoder', 2],
      ['decoder-2', 2],
    ]);
    expect(pasted.drawing.nodes.at(-1)?.group).toBe('decoder-2');
  });

  it('drops a group that the other drawing does not have', () => {
    const piece = copyPiece(smallDrawing(), new Set(['norm']));
    const other = { nodes: [nodeAt('tokens', 'tokens')], wires: [], groups: [] };
    expect(pastePiece(other, piece, { x: 0, y: 0 }).drawing.nodes.at(-1)?.group).toBe(null);
  });
});
