import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * What usually goes wrong in a Transformer, and the tests that would notice. Each line: the trap, a file, and the names of
 * tests in it, word for word.
 */
const TRAPS: readonly (readonly [number, string, string, ...string[]])[] = [
  [
    1,
    'a mask off by one: a later token changes an earlier output, or a position does not see itself',
    'blocks/sequence.test.ts',
    'never lets a later position change an earlier output, and lets each change its own',
  ],
  [
    1,
    'the same of whole models on the kernels that train, to the bit',
    '../main/trainer/causal.test.ts',
    'lets a token change its own logits and, to the bit, none before them',
  ],
  [
    2,
    'a prefix gives other logits than the same tokens in a longer run',
    '../main/trainer/causal.test.ts',
    'gives a prefix the logits that it has in the whole',
  ],
  [
    2,
    'the same with kept keys and values',
    'graph/model.test.ts',
    'gives the same logits position by position with a cache as all at once',
  ],
  [
    3,
    'padding changes real outputs',
    '../main/trainer/causal.test.ts',
    'gives real tokens the same, whatever padding holds',
  ],
  [
    3,
    'padding, block by block',
    'blocks/sequence.test.ts',
    'gives real tokens the same, however much padding follows',
  ],
  [
    4,
    'a row that sees nothing is NaN',
    'blocks/attention.test.ts',
    'gives only its bias, never NaN, where nothing can be seen',
  ],
  [
    5,
    'the mask is scaled, or the wrong way round',
    'blocks/attentionTraps.test.ts',
    'is laid on scaled scores: a scale of nearly 0 or below lets nothing of the future through',
    'hides what comes after, not what came before nor the position itself',
  ],
  [
    6,
    'the mean of the loss counts padding',
    'objectives/lossTraps.test.ts',
    'does not change when a row has more padding',
  ],
  [
    6,
    'the same in a run, with longer examples beside',
    'training/families.test.ts',
    'changes neither loss nor predictions when a longer example stands beside',
  ],
  [
    7,
    'targets are not shifted: what is asked is told',
    'objectives/objectives.test.ts',
    'cannot be answered by repeating the input: a missing shift would show',
  ],
  [
    7,
    'the same over a run: random tokens become predictable',
    'training/trainingTraps.test.ts',
    'stay unpredictable for %s, however long it trains',
  ],
  [
    8,
    'a question’s own tokens have a gradient',
    'objectives/lossTraps.test.ts',
    'gives no gradient where nothing is asked, smoothed by %s',
  ],
  [
    9,
    'heads are cut across positions: reshape in place of transpose',
    'blocks/attentionTraps.test.ts',
    'are pieces of the last axis: two heads are two attentions of half the width',
  ],
  [
    10,
    'softmax over the wrong axis',
    'blocks/attentionTraps.test.ts',
    'share one query’s attention out over keys: rows of the pattern sum to 1, columns need not',
  ],
  [
    11,
    'softmax overflows at large scores',
    'tensor/stockOps.test.ts',
    'gives zeros, not NaN, where a query sees no key, and no NaN for scores of 1e4',
  ],
  [
    11,
    'the same on the kernels that train',
    '../main/trainer/backend/attentionOps.test.ts',
    'stays finite where scores are huge',
  ],
  [
    12,
    'layer norm with unbiased variance, or eps outside the root',
    'blocks/norms.test.ts',
    'layer norm divides by the biased deviation, with eps inside the root',
  ],
  [
    13,
    'a tied table has the gradient of one use; √d_model scales the logits too',
    'training/trainingTraps.test.ts',
    'has the gradient of both its uses',
    'is multiplied by √d_model where it embeds, and not where it scores',
  ],
  [14, 'dropout outside training', 'blocks/blocks.test.ts', 'drops nothing outside training'],
  [
    14,
    'dropout changes the mean',
    'training/trainingTraps.test.ts',
    'keeps the mean: what is left is made larger',
  ],
  [
    15,
    'RoPE on values, or absolute where it should be relative',
    'blocks/attentionTraps.test.ts',
    'turns queries and keys, and leaves values alone',
    'knows distances only: the same tokens further on attend alike',
  ],
  [
    15,
    'RoPE counts from 0 behind kept keys',
    'blocks/sequence.test.ts',
    'computes a prefix, and then row by row with kept rows, what it computes at once',
  ],
  [
    16,
    'order shows without a mask, or does not show through a causal one',
    'blocks/attentionTraps.test.ts',
    'shows through a causal mask, but not to the last position of one layer',
    'is lost on two layers without a mask',
  ],
  [
    17,
    'cross-attention takes queries, keys or values from the wrong side',
    'blocks/attention.test.ts',
    'cross-attention reads keys and values from the memory, whatever its width',
  ],
  [
    17,
    'the source does not reach the target, or its padding does',
    'graph/templates.test.ts',
    'lets what the source says reach every target position, by the memory',
  ],
  [
    18,
    'AdamW without bias correction, with decay in the gradient',
    'training/optimizers/optimizers.test.ts',
    'takes the steps that PyTorch takes',
    'decays the weight itself, not through its gradient',
  ],
  [
    18,
    'norms and biases decay',
    'training/trainer.test.ts',
    'decays matrices, and neither norms nor biases',
  ],
  [19, 'clipping after the step', 'training/trainer.test.ts', 'scales gradients down to grad_clip'],
  [
    19,
    'accumulated batches weigh alike whatever they hold',
    'training/trainingTraps.test.ts',
    'count by their targets, not by their number: answers of different lengths',
  ],
  [
    20,
    'a gradient is not the slope',
    'blocks/blocks.test.ts',
    'has the gradient that central differences have',
  ],
  [
    20,
    'a gradient is not PyTorch’s in float64',
    'training/goldenFamilies.test.ts',
    'trains $template to the losses and gradients that PyTorch has',
  ],
  [
    21,
    'validation leaks into training',
    'datasets/registry.test.ts',
    'keeps validation apart: no question of one side is on the other',
  ],
  [
    21,
    'held-out combinations, and a vocabulary that knows them',
    'datasets/tasks.test.ts',
    'holds verb and object pairs back, yet trains each verb and each object',
  ],
  [
    21,
    'the vocabulary is fitted on validation text',
    'datasets/textFile.test.ts',
    'learns its vocabulary from the training part only',
  ],
  [
    22,
    'exact match reads on behind the end mark',
    'training/trainingTraps.test.ts',
    'counts the answers that greedy decoding gives up to the end mark, and no others',
  ],
  [
    22,
    'accuracy or perplexity count what the loss does not',
    'training/evaluation.test.ts',
    'gives the same each time, whatever the batch size',
    'counts pairs of unequal length the same alone and padded beside longer ones',
  ],
  [
    23,
    'greedy decoding that varies, sampling without a seed',
    'inference/generate.test.ts',
    'draws the same tokens from the same seed and others from another',
  ],
  [
    23,
    'ties in greedy decoding',
    'inference/sampling.test.ts',
    'takes the likeliest token at temperature 0, the lower id on a tie',
  ],
  [
    24,
    'a smoothed target that does not sum to 1, or smooths over padding',
    'objectives/lossTraps.test.ts',
    'is asked for a distribution that sums to 1, smoothed or not',
    'gives no gradient where nothing is asked, smoothed by %s',
  ],
  [
    25,
    'adapters that change the model while off, or merge into another',
    'training/fineTuning.test.ts',
    'learn by themselves; switched off, the model is what it was, to the bit',
    'merge into the matrices: the same logits within rounding',
  ],
  [
    26,
    'the reference of a preference learns; answers are summed without their end mark',
    'training/fineTuning.test.ts',
    'loses ln 2 while policy and reference are the same, and moves the policy alone',
    'sums over the answer and one end mark, and over nothing of the question',
  ],
  [
    27,
    'tensors are kept from step to step',
    'training/trainer.test.ts',
    'keeps the number of tensors constant from step to step',
  ],
  [
    27,
    'the same for every objective',
    'training/families.test.ts',
    'keeps no tensor, and counts what is right',
  ],
  [
    28,
    'compared arms start differently',
    'graph/initialWeights.test.ts',
    'depends on the seed and the name, not on what else is drawn',
  ],
  [28, 'more than one thing varies, unsaid', 'graph/difference.test.ts', 'lists several changes'],
];

const source = (file: string) =>
  readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');

describe('what usually goes wrong', () => {
  const lines = TRAPS.map(([number, trap, file, ...names]) => ({ number, trap, file, names }));

  it.each(lines)('$number is tested: $trap', ({ file, names }) => {
    expect(names.length).toBeGreaterThan(0);
    expect(source(file)).not.toMatch(/\b(it|test|describe)\.(skip|todo|only)\b/);
    for (const name of names) expect(source(file).includes(`'${name}'`), name).toBe(true);
  });

  it('is tested from the first trap to the last', () => {
    const numbers = new Set(TRAPS.map(([number]) => number));
    expect([...numbers]).toEqual(Array.from({ length: 28 }, (_, i) => i + 1));
  });
});
