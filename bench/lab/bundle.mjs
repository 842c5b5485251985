import { join, resolve } from 'node:path';
import { build } from 'vite';
import { buildKernels } from '../../scripts/build.mjs';
import { root } from '../../scripts/lib/process.mjs';

const outDir = join(root, 'build/lab');

/** Bundles the experiments as the app's own build bundles its threads. Answers the program's path. */
export async function bundleLab() {
  if (buildKernels() !== 0) throw new Error('the kernels do not build');
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve(root, 'src/shared') }, mainFields: ['module', 'main'] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node18.15',
      outDir,
      minify: false,
      rolldownOptions: {
        input: join(root, 'bench/lab/main.ts'),
        output: { format: 'cjs', entryFileNames: 'lab.cjs' },
      },
    },
  });
  return join(outDir, 'lab.cjs');
}
