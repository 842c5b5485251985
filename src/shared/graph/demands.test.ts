import { describe, expect, it } from 'vitest';
import { showProblem } from '../contract/problem';
import type { Drawing } from '../contract/project';
import { demandsOf } from '../objectives/demands';
import { findObjective, objectiveByType } from '../objectives/registry';
import { compile } from './compile';
import { setParam } from './document';
import { draw, type Part } from './parts';
import { templates } from './templates';
import { connect, disconnect } from './wires';

const n_vocab = 11;
const n_labels = 6;

function compiledFor(objective: string, drawing: Drawing, fields: readonly string[]) {
  const demands = demandsOf(findObjective(objective), { n_vocab, n_labels, fields });
  return compile(drawing, { n_vocab, n_ctx: 8, ...demands });
}

const said = (objective: string, drawing: Drawing, fields = ['source', 'tokens']) =>
  compiledFor(objective, drawing, fields).problems.map((problem) => showProblem(problem));

const targets = (objective: string, drawing: Drawing) =>
  compiledFor(objective, drawing, ['source', 'tokens']).problems.map(({ target }) => target);

/** Tokens → embedding → attention → end. */
function line(...end: Part[]): Drawing {
  return draw(
    [
      { id: 'tokens', type: 'tokens' },
      { id: 'tokenEmbedding', type: 'tokenEmbedding', params: { d_model: 8 }, from: 'tokens' },
      {
        id: 'attention',
        type: 'selfAttention',
        params: { n_heads: 2, causal: false },
        from: 'tokenEmbedding',
      },
      ...end,
    ],
    {},
  );
}

const pooling: Part = { id: 'pooling', type: 'pooling', from: 'attention' };
const classifier = (n_classes: number, from: string): Part => ({
  id: 'classifier',
  type: 'classifier',
  params: { n_classes },
  from,
});

describe('templates', () => {
  it.each(Object.entries(templates))('%s fits its own objective', (_, { objective, make }) => {
    expect(said(objective, make())).toEqual([]);
  });

  it('say which input no data reaches, and which data no input reads', () => {
    expect(said('nextToken', templates.transformer2017.make())).toEqual([
      'Source tokens: nothing is fed here: Next token has no such input. Choose data and an objective that feed it, or delete it.',
    ]);
    expect(said('seq2seq', templates.gpt2.make())).toEqual([
      'Drawing: Sequence to sequence feeds source tokens, but no block reads them. Place the block Source tokens and wire it on, or choose another objective.',
    ]);
  });
});

describe('an attention that looks ahead', () => {
  const bidirectional = setParam(templates.tinyGpt.make(), 'attention', 'causal', false);

  it('is at fault where the next token is asked for, with its repair', () => {
    expect(said('nextToken', bidirectional)).toEqual([
      'Self-attention: it sees later tokens, which are the answers of Next token. Turn causal on.',
    ]);
    expect(targets('nextToken', bidirectional)).toEqual([
      {
        node: 'attention',
        wire: 'norm>attention.x',
        repair: { param: 'causal', value: true },
      },
    ]);
  });

  it('is none where tokens are hidden or labelled', () => {
    expect(said('maskedToken', bidirectional)).toEqual([]);
    expect(said('tokenLabel', line(classifier(6, 'attention')), ['tokens', 'labels'])).toEqual([]);
  });

  it('is none in an encoder, but is in the decoder', () => {
    const open = setParam(templates.t5.make(), 'attention-2', 'causal', false);
    expect(said('seq2seq', templates.t5.make())).toEqual([]);
    expect(said('seq2seq', open)).toEqual([
      'Self-attention 2: it sees later tokens, which are the answers of Sequence to sequence. Turn causal on.',
    ]);
  });

  it('is found when only the second layer would see them', () => {
    // Layer 1 reads the source alone; what it gives to layer 2 has met the tokens.
    const both = draw(
      [
        { id: 'source', type: 'source' },
        { id: 'tokens', type: 'tokens' },
        { id: 'tokenEmbedding', type: 'tokenEmbedding', from: 'source' },
        { id: 'tokenEmbedding-2', type: 'tokenEmbedding', from: 'tokens' },
        {
          id: 'attention',
          type: 'selfAttention',
          params: { causal: false },
          from: 'tokenEmbedding',
          group: 'decoder',
        },
        {
          id: 'crossAttention',
          type: 'crossAttention',
          from: { x: 'attention', memory: 'tokenEmbedding-2' },
          group: 'decoder',
        },
      ],
      { decoder: 2 },
    );
    expect(said('seq2seq', both).filter((sentence) => sentence.startsWith('Self-'))).toEqual([
      'Self-attention: it sees later tokens, which are the answers of Sequence to sequence. Turn causal on.',
    ]);
    // To blame are the wire that is drawn into the frame, and that of the memory.
    expect(
      targets('seq2seq', both).flatMap((target) => (target?.wire === undefined ? [] : target.wire)),
    ).toEqual(['tokenEmbedding>attention.x', 'tokenEmbedding-2>crossAttention.memory']);
  });
});

describe('a memory of the answer itself', () => {
  it('is the fault of the wire that brings it', () => {
    const drawing = templates.transformer2017.make();
    const cross = 'crossAttention';
    const own = connect(disconnect(drawing, { to: cross, port: 'memory' }), {
      from: 'tokenEmbedding-2',
      to: cross,
      port: 'memory',
    });
    const fault = compiledFor('seq2seq', own, ['source', 'tokens']).problems.find(
      ({ target }) => target?.wire !== undefined,
    );
    expect(fault && showProblem(fault)).toBe(
      'Cross-attention: its memory comes from Token embedding 2, which holds all tokens, and with them the answers of Sequence to sequence. Wire its memory to an encoder of Source tokens.',
    );
    expect(fault?.target).toEqual({ node: cross, wire: 'tokenEmbedding-2>crossAttention.memory' });
  });
});

describe('the end of a drawing', () => {
  it('needs as many classes as there are labels, and offers them', () => {
    const drawing = line(pooling, classifier(2, 'pooling'));
    expect(said('sequenceLabel', drawing, ['tokens', 'labels'])).toEqual([
      'Classifier: it scores 2 classes, but the labels need 6. Set n_classes to 6.',
    ]);
    expect(compiledFor('sequenceLabel', drawing, ['tokens', 'labels']).problems[0]?.target).toEqual(
      { node: 'classifier', repair: { param: 'n_classes', value: 6 } },
    );
  });

  it('says what is missing or too much before the classifier', () => {
    expect(said('sequenceLabel', line(classifier(6, 'attention')), ['tokens', 'labels'])).toEqual([
      'Classifier: the drawing ends here with (B, T, 6), but the loss needs (B, 6). End it with pooling and a classifier of n_classes 6.',
    ]);
    expect(
      said('tokenLabel', line(pooling, classifier(6, 'pooling')), ['tokens', 'labels']),
    ).toEqual([
      'Classifier: the drawing ends here with (B, 6), but the loss needs (B, T, 6). End it with a classifier of n_classes 6, without pooling.',
    ]);
  });

  it('is not the encoder', () => {
    const encoder = draw(
      [
        { id: 'source', type: 'source' },
        { id: 'tokenEmbedding', type: 'tokenEmbedding', from: 'source' },
        { id: 'unembedding', type: 'unembedding', from: 'tokenEmbedding' },
      ],
      {},
    );
    expect(said('seq2seq', encoder)).toContain(
      'Unembedding: the drawing ends here with (B, S, 11), but the loss needs (B, T, 11). Let it end in the part that reads Tokens, not in the encoder.',
    );
  });
});

describe.each([...objectiveByType.values()])('objective $type', (objective) => {
  it('speaks Chinese to a drawing that does not fit', () => {
    const demands = demandsOf(objective, { n_vocab, n_labels, fields: ['tokens'] });
    const { problems } = compile(line(), { n_vocab, n_ctx: 8, ...demands });
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(showProblem(problem, 'zh')).toMatch(/\p{Script=Han}/u);
  });
});
