import { resolve } from 'node:path';
import { OLDEST_NODE } from './node.mjs';
import { root } from './process.mjs';

/**
 * Bundles programs for plain Node as the app's own build bundles its threads, but readable, which the app's are not: one
 * CommonJS file each, nothing left outside.
 * @param {string} outDir
 * @param {Readonly<Record<string, string>>} input name of the program → its source
 * @param {'cjs' | 'js'} [extension] js where programs look for each other under the names that the app gives them
 */
export async function bundleForNode(outDir, input, extension = 'cjs') {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve(root, 'src/shared') }, mainFields: ['module', 'main'] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: OLDEST_NODE,
      outDir,
      minify: false,
      rolldownOptions: { input, output: { format: 'cjs', entryFileNames: `[name].${extension}` } },
    },
  });
}
