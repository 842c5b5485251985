import type { Drawing } from '@shared/contract/project';
import { expect, it } from 'vitest';
import { sameModel } from './sameModel';

const node = {
  id: 'attention',
  type: 'selfAttention',
  params: { n_heads: 4 },
  position: { x: 0, y: 0 },
  group: null,
  label: null,
};
const drawing: Drawing = { nodes: [node], wires: [], groups: [] };

it('does not mind where a block lies or what it is called', () => {
  const moved = { ...drawing, nodes: [{ ...node, position: { x: 9, y: 9 }, label: 'mine' }] };
  expect(sameModel(drawing, moved)).toBe(true);
});

it('sees a changed param', () => {
  const changed = { ...drawing, nodes: [{ ...node, params: { n_heads: 8 } }] };
  expect(sameModel(drawing, changed)).toBe(false);
});

it('sees layers that share their weights, and takes unsaid for not', () => {
  const group = { id: 'decoder', count: 2, label: null };
  const own = { ...drawing, groups: [group] };
  expect(sameModel(own, { ...drawing, groups: [{ ...group, shared: true }] })).toBe(false);
  expect(sameModel(own, { ...drawing, groups: [{ ...group, shared: false }] })).toBe(true);
});
