import { describe, expect, it } from 'vitest';
import { smallDrawing } from './drawing.testing';
import {
  groupNodes,
  leaveGroup,
  renameGroup,
  setGroupCount,
  setGroupShared,
  ungroupNodes,
} from './groups';
import { joinFrames } from './joinFrames';

describe('repeat groups', () => {
  it('are made of the chosen blocks, under a free name', () => {
    const { drawing, id } = groupNodes(smallDrawing(), new Set(['tokenEmbedding']), 3);
    expect(id).toBe('decoder-2');
    expect(drawing.groups.at(-1)).toEqual({ id: 'decoder-2', count: 3, label: null });
    expect(drawing.nodes.find((node) => node.id === 'tokenEmbedding')?.group).toBe('decoder-2');
  });

  it('take the place of a group that loses all its blocks', () => {
    const { drawing } = groupNodes(smallDrawing(), new Set(['norm', 'attention', 'residual']));
    expect(drawing.groups.map(({ id }) => id)).toEqual(['decoder-2']);
  });

  it('are called encoder when their attention sees everything', () => {
    const before = ungroupNodes(smallDrawing(), 'decoder');
    const nodes = before.nodes.map((node) =>
      node.id === 'attention' ? { ...node, params: { causal: false } } : node,
    );
    expect(groupNodes({ ...before, nodes }, new Set(['norm', 'attention'])).id).toBe('encoder');
  });

  it('vanish when their last block leaves', () => {
    const left = ['norm', 'attention', 'residual'].reduce(leaveGroup, smallDrawing());
    expect(left.groups).toEqual([]);
  });

  it('change their count and their name', () => {
    const named = renameGroup(setGroupCount(smallDrawing(), 'decoder', 6), 'decoder', '  Tower ');
    expect(named.groups).toEqual([{ id: 'decoder', count: 6, label: 'Tower' }]);
    expect(renameGroup(named, 'decoder', ' ').groups[0]?.label).toBe(null);
  });

  it('share the weights of their layers, or not', () => {
    const shared = setGroupShared(smallDrawing(), 'decoder', true);
    expect(shared.groups).toEqual([{ id: 'decoder', count: 2, label: null, shared: true }]);
    expect(setGroupShared(shared, 'decoder', false).groups[0]?.shared).toBe(false);
  });

  it('take in a block that is let go inside of their frame', () => {
    const drawing = smallDrawing();
    const inside = joinFrames(drawing, ['tokenEmbedding']);
    expect(inside.nodes.find((node) => node.id === 'tokenEmbedding')?.group).toBe('decoder');
    const far = {
      ...drawing,
      nodes: drawing.nodes.map((node) =>
        node.id === 'tokens' ? { ...node, position: { x: 900, y: 0 } } : node,
      ),
    };
    expect(joinFrames(far, ['tokens']).nodes[0]?.group).toBe(null);
  });
});
