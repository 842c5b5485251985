import { resolve } from 'node:path';
import { root } from './process.mjs';

/**
 * Bundles programs for plain Node as the app's own build bundles its threads: one .cjs file each, nothing left outside.
 * @param {string} outDir
 * @param {Readonly<Record<string, string>>} input name of the program → its source
 */
export async function bundleForNode(outDir, input) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve(root, 'src/shared') }, mainFields: ['module', 'main'] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node18.15',
      outDir,
      minify: false,
      rolldownOptions: { input, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  });
}
