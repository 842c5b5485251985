import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProblemError } from '../contract/problem';
import { type Drawing, drawingSchema } from '../contract/project';
import { compile } from './compile';
import { addNode, removeNodes, rename, replaceBlock, setParam } from './document';
import { legalDrawing, sizes } from './random.testing';
import { connect, disconnect } from './wires';

type Edit = (drawing: Drawing) => Drawing;

const place = fc.nat(50);
const type = fc.constantFrom('selfAttention', 'layerNorm', 'residualAdd', 'tokens', 'hyper');
const at = (drawing: Drawing, i: number) =>
  drawing.nodes[i % Math.max(1, drawing.nodes.length)]?.id ?? '';
const position = { x: 0, y: 0 };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  type.map(
    (t): Edit =>
      (d) =>
        addNode(d, { type: t, position }).drawing,
  ),
  place.map(
    (i): Edit =>
      (d) =>
        removeNodes(d, [at(d, i)]),
  ),
  fc.tuple(place, place, fc.constantFrom('x', 'branch', 'ids', 'nope')).map(
    ([a, b, port]): Edit =>
      (d) =>
        connect(d, { from: at(d, a), to: at(d, b), port }),
  ),
  place.map(
    (i): Edit =>
      (d) =>
        disconnect(d, { to: at(d, i), port: 'x' }),
  ),
  fc.tuple(place, type).map(
    ([i, t]): Edit =>
      (d) =>
        replaceBlock(d, at(d, i), t),
  ),
  fc.tuple(place, fc.string()).map(
    ([i, label]): Edit =>
      (d) =>
        rename(d, at(d, i), label),
  ),
  place.map(
    (i): Edit =>
      (d) =>
        setParam(d, at(d, i), 'n_heads', i),
  ),
);

function deepFreeze(value: object): void {
  Object.freeze(value);
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) deepFreeze(part);
  }
}

function expectWhole(drawing: Drawing): void {
  drawingSchema.parse(drawing);
  const ids = new Set(drawing.nodes.map(({ id }) => id));
  expect(ids.size).toBe(drawing.nodes.length);
  expect(drawing.wires.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
  const ports = new Set(drawing.wires.map(({ to, port }) => `${to}.${port}`));
  expect(ports.size).toBe(drawing.wires.length);
  compile(drawing, sizes);
}

it('keeps a drawing whole through any edits, and the drawing before as it was', () => {
  fc.assert(
    fc.property(legalDrawing, fc.array(edit, { maxLength: 12 }), (start, edits) => {
      let drawing = start;
      for (const change of edits) {
        deepFreeze(drawing);
        try {
          drawing = change(drawing);
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
        }
        expectWhole(drawing);
      }
    }),
    { numRuns: 100 },
  );
});
