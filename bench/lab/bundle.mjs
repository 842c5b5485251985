import { join } from 'node:path';
import { buildKernels } from '../../scripts/build.mjs';
import { bundleForNode } from '../../scripts/lib/bundle.mjs';
import { root } from '../../scripts/lib/process.mjs';

const outDir = join(root, 'build/lab');

/** Bundles the experiments. Answers the program's path. */
export async function bundleLab() {
  if (buildKernels() !== 0) throw new Error('the kernels do not build');
  await bundleForNode(outDir, { lab: join(root, 'bench/lab/main.ts') });
  return join(outDir, 'lab.cjs');
}
