import { type Problem, ProblemError, sameText } from '@shared/contract/problem';
import type { Drawing } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import type { Compiled } from '@shared/graph/compiled';
import { moveNodes, setParam } from '@shared/graph/document';
import { templates } from '@shared/graph/templates';
import { beforeEach, describe, expect, it } from 'vitest';
import { withFound } from '../stores/compiled';
import { foundIn, noteFound, noting, useFound } from '../stores/found';
import { flowEdges } from './flow';

const sizes = { n_vocab: 11, n_ctx: 8, causal: ['tokens'] };
const drawing = templates.tinyGpt.make();
const nothing = { nodes: new Set<string>(), wires: new Set<string>(), groups: new Set<string>() };
const words = { node: () => '', wire: () => '' };

/** The wires drawn red. */
const blamed = (drawn: Drawing, compiled: Compiled) =>
  flowEdges({ drawing: drawn, compiled, selection: nothing, words }).flatMap(({ id, data }) =>
    data?.fault ? [id] : [],
  );

const leak: Problem = {
  where: sameText('Self-attention'),
  what: sameText('it leaks.'),
  fix: sameText('Mend it.'),
  target: { node: 'attention', wire: 'norm>attention.x' },
};

describe('the wire to blame', () => {
  beforeEach(() => useFound.setState({ found: [] }));

  it('is marked where the drawing shows the leak', () => {
    const leaky = setParam(drawing, 'attention', 'causal', false);
    expect(blamed(drawing, compile(drawing, sizes))).toEqual([]);
    expect(blamed(leaky, compile(leaky, sizes))).toEqual(['norm>attention.x']);
  });

  it('is marked where only the trainer found it, until the drawing changes', async () => {
    const asked = { drawing, learns: 'nextToken' };
    const refused = () => Promise.reject(new ProblemError(leak));
    await expect(noting(() => asked, refused)).rejects.toThrow('it leaks.');
    const now = (drawn: Drawing, learns = 'nextToken') =>
      blamed(
        drawn,
        withFound(compile(drawn, sizes), foundIn(useFound.getState(), { drawing: drawn, learns })),
      );
    expect(now(drawing)).toEqual(['norm>attention.x']);
    expect(now(moveNodes(drawing, { attention: { x: 1, y: 2 } }))).toEqual(['norm>attention.x']);
    expect(now(drawing, 'maskedToken')).toEqual([]);
    expect(now(setParam(drawing, 'attention', 'n_heads', 2))).toEqual([]);
  });

  it('is none when what failed has no place in a drawing', () => {
    const { where, what, fix } = leak;
    noteFound({ drawing, learns: 'nextToken' }, { where, what, fix });
    expect(useFound.getState().found).toEqual([]);
  });
});
