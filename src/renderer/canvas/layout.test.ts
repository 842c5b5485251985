import type { Drawing } from '@shared/contract/project';
import { moveNodes } from '@shared/graph/document';
import { templates } from '@shared/graph/templates';
import { describe, expect, it } from 'vitest';
import { nodeAt, smallDrawing } from './drawing.testing';
import { type Box, frameBoxes, nodeBox, nodeSize } from './geometry';
import { tidyPositions } from './layout';

function tidied(drawing: Drawing): {
  drawing: Drawing;
  box: (id: string) => Box;
  middle: (id: string) => number;
} {
  const after = moveNodes(drawing, tidyPositions(drawing));
  const find = (id: string) => after.nodes.find((node) => node.id === id) ?? nodeAt(id, 'tokens');
  return {
    drawing: after,
    box: (id) => nodeBox(find(id)),
    middle: (id) => find(id).position.x + nodeSize(find(id)).width / 2,
  };
}

function apart(a: Box, b: Box): boolean {
  return (
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  );
}

describe('a tidied drawing', () => {
  const { drawing, box, middle } = tidied(smallDrawing());

  it('flows from the bottom up', () => {
    for (const { from, to } of drawing.wires)
      expect(box(to).y + box(to).height).toBeLessThan(box(from).y);
  });

  it('keeps the residual line straight', () => {
    const line = ['tokens', 'tokenEmbedding', 'residual', 'unembedding'].map(middle);
    expect(new Set(line).size).toBe(1);
  });

  it('puts the branch beside the line, clear of it', () => {
    expect(box('norm').x).toBeGreaterThan(middle('residual') + 60);
    expect(middle('attention')).toBe(middle('norm'));
  });

  it('lays no block over another', () => {
    for (const a of drawing.nodes) {
      for (const b of drawing.nodes)
        if (a.id < b.id) expect(apart(nodeBox(a), nodeBox(b))).toBe(true);
    }
  });

  it('leaves blocks outside of a frame outside', () => {
    const frame = frameBoxes(drawing).get('decoder');
    expect(frame).toBeDefined();
    for (const node of drawing.nodes) {
      if (node.group === null && frame) expect(apart(frame, nodeBox(node))).toBe(true);
    }
  });
});

describe('tidyPositions', () => {
  it('places loose blocks beside each other', () => {
    const { drawing } = tidied({
      nodes: [nodeAt('norm', 'layerNorm'), nodeAt('linear', 'linear')],
      wires: [],
      groups: [],
    });
    const [a, b] = drawing.nodes.map(nodeBox);
    expect(a && b && apart(a, b)).toBe(true);
  });

  it('ends on a drawing with a loop, and on an empty one', () => {
    const loop = {
      nodes: [nodeAt('norm', 'layerNorm'), nodeAt('linear', 'linear')],
      wires: [
        { from: 'norm', to: 'linear', port: 'x' },
        { from: 'linear', to: 'norm', port: 'x' },
      ],
      groups: [],
    };
    expect(Object.keys(tidyPositions(loop))).toEqual(['norm', 'linear']);
    expect(tidyPositions({ nodes: [], wires: [], groups: [] })).toEqual({});
  });
});

describe.each(Object.entries(templates))('the template %s, tidied', (_id, template) => {
  const { drawing } = tidied(template.make());

  it('lays no block over another', () => {
    const boxes = drawing.nodes.map(nodeBox);
    const hits = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => !apart(a, b)));
    expect(hits).toEqual([]);
  });

  it('lays no frame over another frame, nor over a block that is not its own', () => {
    const frames = [...frameBoxes(drawing)];
    const foreign = frames.flatMap(([id, box]) => [
      ...drawing.nodes.filter(({ group }) => group !== id).map((node) => [box, nodeBox(node)]),
      ...frames.filter(([other]) => other !== id).map(([, other]) => [box, other]),
    ]);
    expect(foreign.filter(([a, b]) => a && b && !apart(a, b))).toEqual([]);
  });
});
