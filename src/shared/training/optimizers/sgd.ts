import { defineOptimizer } from './optimizer';

/** Down the gradient, or with heavy-ball momentum down a mean of gradients. */
export const sgd = defineOptimizer({
  type: 'sgd',
  title: { en: 'SGD', zh: 'SGD' },
  docs: { source: 'Sutskever et al. 2013, On the Importance of Initialization and Momentum, §2' },
  slots: ({ momentum }) => (momentum > 0 ? ['velocity'] : []),
  update: (ops, { momentum }, { weight, gradient, slots: [velocity], ...rest }) =>
    ops.sgd(weight, velocity ?? null, gradient, { ...rest, momentum }),
});
