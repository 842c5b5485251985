// @ts-check
/**
 * npm run lab -- [a] [b] [e] [g] [h] [--seeds N] [--only ARM] [--json]
 *
 * Claims about Transformers as experiments on synthetic tasks, trained with the product's own blocks, objectives and fused
 * kernels, several seeds each, beside the figures of a reference implementation (docs/experiments.md).
 */
import { bundleLab } from '../bench/lab/bundle.mjs';
import { exitWith, runAsync } from './lib/process.mjs';

await exitWith(async () => {
  const program = await bundleLab();
  return runAsync(process.execPath, [program, ...process.argv.slice(2)]);
});
