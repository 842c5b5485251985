import { defineOptimizer, slot } from './optimizer';

/** As AdamW, but weight decay is part of the gradient, and so is divided by its size like the rest of it. */
export const adam = defineOptimizer({
  type: 'adam',
  title: { en: 'Adam', zh: 'Adam' },
  docs: { source: 'Kingma & Ba 2015, Adam, algorithm 1' },
  slots: () => ['m', 'v'],
  update(ops, { beta1, beta2, eps }, { weight, gradient, slots, ...rest }) {
    if (rest.weightDecay > 0) {
      // ‖w‖²·decay/2 joins the loss after clipping, hence the division.
      const share = rest.weightDecay / rest.gradientScale;
      const [w, g] = [ops.read(weight), ops.read(gradient)];
      for (let i = 0; i < g.length; i++) g[i] = (g[i] ?? 0) + share * (w[i] ?? 0);
      ops.write(gradient, g);
    }
    const options = { ...rest, weightDecay: 0, beta1, beta2, eps };
    ops.adamW(weight, slot(slots, 0), slot(slots, 1), gradient, options);
  },
});
