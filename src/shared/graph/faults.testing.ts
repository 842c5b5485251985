import { showProblem } from '../contract/problem';
import type { Drawing, Wire } from '../contract/project';
import { compile } from './compile';
import { addNode } from './document';

export const sizes = { n_vocab: 65, n_ctx: 64 };

/** The sentences of a drawing's problems. */
export const said = (drawing: Drawing, language: 'en' | 'zh' = 'en') =>
  compile(drawing, sizes).problems.map((problem) => showProblem(problem, language));

export const targets = (drawing: Drawing) =>
  compile(drawing, sizes).problems.map(({ target }) => target);

/** As a broken file may have it: `connect` would refuse. */
export const withWires = (drawing: Drawing, ...wires: Wire[]): Drawing => ({
  ...drawing,
  wires: [...drawing.wires, ...wires],
});

export const place = (drawing: Drawing, type: string, group: string | null = null) =>
  addNode(drawing, { type, position: { x: 0, y: 0 }, group }).drawing;
