import { defineOptimizer, slot } from './optimizer';

/** Steps of the size of lr, in the direction of the mean gradient; weight decay acts on the weight itself. */
export const adamW = defineOptimizer({
  type: 'adamW',
  title: { en: 'AdamW', zh: 'AdamW' },
  docs: { source: 'Loshchilov & Hutter 2019, Decoupled Weight Decay Regularization, algorithm 2' },
  slots: () => ['m', 'v'],
  update(ops, { beta1, beta2, eps }, { weight, gradient, slots, ...rest }) {
    const options = { ...rest, beta1, beta2, eps };
    ops.adamW(weight, slot(slots, 0), slot(slots, 1), gradient, options);
  },
});
