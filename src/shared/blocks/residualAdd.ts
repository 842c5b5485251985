import { z } from 'zod';
import { fail } from '../contract/problem';
import { sameShape, showShape } from '../tensor/shape';
import { defineBlock } from './block';
import { lastWidth } from './shapes';

export const residualAdd = defineBlock({
  type: 'residualAdd',
  title: { en: 'Residual add', zh: '残差相加' },
  group: 'residual',
  icon: 'plus',
  docs: {
    summary: {
      en: 'Adds what a branch computed to the stream that passed it by.',
      zh: '把支路算出的结果加回直通的主干。',
    },
    equation: String.raw`y = x + \mathit{branch}`,
    source: 'He et al. 2016, Deep Residual Learning for Image Recognition, §3.2',
  },
  params: z.object({}),
  card: [],
  inputs: {
    x: { title: { en: 'stream', zh: '主干' } },
    branch: { title: { en: 'branch', zh: '支路' } },
  },
  inferShape(_params, { x, branch }, context) {
    lastWidth(x, context);
    if (sameShape(x, branch)) return x;
    return fail(
      context.where,
      {
        en: `the stream is ${showShape(x)}, but the branch is ${showShape(branch)}.`,
        zh: `主干是 ${showShape(x)}，支路却是 ${showShape(branch)}。`,
      },
      { en: 'Make both the same size.', zh: '请让两者大小相同。' },
    );
  },
  weights: () => ({}),
  forward: ({ ops, inputs: { x, branch } }) => ops.add(x, branch),
  toPyTorch: () => 'ResidualAdd()',
});
