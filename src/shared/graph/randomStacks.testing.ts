import fc from 'fast-check';
import type { Drawing } from '../contract/project';
import { type Move, move, RandomSketch, sizes } from './random.testing';

/** Sound drawings of two stacks: a source, perhaps with neighbours summed, and a decoder that looks at it. */
export const twoStacks: fc.Arbitrary<Drawing> = fc
  .record({
    d_model: fc.constantFrom(4, 8, 12),
    summed: fc.constantFrom(1, 2, 3),
    encoder: fc.array(move, { maxLength: 3 }),
    decoder: fc.array(move, { maxLength: 4 }),
    counts: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
    shared: fc.boolean(),
  })
  .map(({ d_model, summed, encoder, decoder, counts, shared }) => {
    const sketch = new RandomSketch();
    begin(sketch, 'source', d_model);
    if (summed > 1) sketch.add('sumNeighbours', d_model, { n: summed }, { x: sketch.last.id });
    sketch.outputs = [sketch.last];
    sketch.repeat({ id: 'encoder', count: counts[0], shared: false }, encoder);
    const memory = sketch.last;
    begin(sketch, 'tokens', d_model);
    sketch.memory = memory.id;
    const looking: Move = { type: 'crossAttention', choice: encoder.length };
    sketch.repeat({ id: 'decoder', count: counts[1], shared }, [looking, ...decoder]);
    sketch.add('unembedding', sizes.n_vocab, { tied: false }, { x: sketch.last.id });
    return sketch.drawing;
  });

function begin(sketch: RandomSketch, input: 'source' | 'tokens', d_model: number): void {
  sketch.add(input, 0, {}, {});
  sketch.add('tokenEmbedding', d_model, { d_model }, { ids: input });
  sketch.outputs = sketch.outputs.slice(-1);
}

/** Sound drawings that end in labels: of each token, or of the whole sequence. */
export const labeller: fc.Arbitrary<{ drawing: Drawing; pooled: boolean; n_classes: number }> = fc
  .record({
    d_model: fc.constantFrom(4, 8),
    moves: fc.array(move, { maxLength: 5 }),
    pooled: fc.boolean(),
    kind: fc.constantFrom('mean', 'cls'),
    n_classes: fc.integer({ min: 2, max: 5 }),
  })
  .map(({ d_model, moves, pooled, kind, n_classes }) => {
    const sketch = new RandomSketch();
    begin(sketch, 'tokens', d_model);
    sketch.repeat({ id: 'encoder', count: 2, shared: false }, moves);
    if (pooled) sketch.add('pooling', d_model, { kind }, { x: sketch.last.id });
    sketch.add('classifier', n_classes, { n_classes }, { x: sketch.last.id });
    return { drawing: sketch.drawing, pooled, n_classes };
  });
