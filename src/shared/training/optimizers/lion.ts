import { defineOptimizer, slot } from './optimizer';

/** Every weight moves by lr, up or down: only the sign of the mean gradient counts. Wants a tenth of AdamW's lr. */
export const lion = defineOptimizer({
  type: 'lion',
  title: { en: 'Lion', zh: 'Lion' },
  docs: { source: 'Chen et al. 2023, Symbolic Discovery of Optimization Algorithms, algorithm 2' },
  slots: () => ['m'],
  update(ops, { beta1, beta2 }, { weight, gradient, slots, lr, weightDecay, gradientScale }) {
    const memory = slot(slots, 0);
    const [w, m, g] = [ops.read(weight), ops.read(memory), ops.read(gradient)];
    for (let i = 0; i < w.length; i++) {
      const [mi, gi] = [m[i] ?? 0, (g[i] ?? 0) * gradientScale];
      const direction = Math.sign(beta1 * mi + (1 - beta1) * gi);
      w[i] = (w[i] ?? 0) * (1 - lr * weightDecay) - lr * direction;
      m[i] = beta2 * mi + (1 - beta2) * gi;
    }
    ops.write(weight, w);
    ops.write(memory, m);
  },
});
