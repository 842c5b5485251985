import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformAsync } from '@babel/core';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { OLDEST_NODE } from './scripts/lib/node.mjs';

/** Of the oldest Electron that the program runs in, as OLDEST_NODE is. */
const CHROME = 'chrome114';

const alias = { '@shared': resolve('src/shared') };

const RESOURCES = resolve('out/resources');
const WASM_FOLDERS = ['build/kernels', 'node_modules/@tensorflow/tfjs-backend-wasm/dist'];

function copyWasm(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((file) => file.endsWith('.wasm')))
    copyFileSync(join(folder, name), join(RESOURCES, name));
}

/** Puts sample texts and WebAssembly modules where the built program looks for them. */
const resources: Plugin = {
  name: 'resources',
  writeBundle() {
    mkdirSync(RESOURCES, { recursive: true });
    cpSync('resources', RESOURCES, { recursive: true });
    for (const folder of WASM_FOLDERS) copyWasm(folder);
  },
};

/** Components draw again only what has changed, without being told: events of a training run come many times a second. */
const reactCompiler: Plugin = {
  name: 'react-compiler',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/renderer\/.*(\.tsx|\/use[A-Z]\w*\.ts)$/ },
    async handler(code, id) {
      const compiled = await transformAsync(code, {
        filename: id,
        plugins: ['babel-plugin-react-compiler'],
        parserOpts: { plugins: ['typescript', 'jsx'] },
        sourceMaps: true,
        babelrc: false,
        configFile: false,
      });
      return compiled?.code == null ? null : { code: compiled.code, map: compiled.map ?? null };
    },
  },
};

/** Files of main that are started on their own: by Electron, by Node, as a worker thread. */
const entries = {
  index: resolve('src/main/index.ts'),
  cli: resolve('src/main/cli.ts'),
  trainer: resolve('src/main/trainer/entry.ts'),
  data: resolve('src/main/data/entry.ts'),
};

const built = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)));

const main = {
  // TensorFlow.js as ES modules: its CommonJS bundles would put a second copy of its core beside the first.
  resolve: { alias, mainFields: ['module', 'main'] },
  plugins: [resources],
  build: {
    target: OLDEST_NODE,
    minify: true,
    sourcemap: true,
    externalizeDeps: false,
    rolldownOptions: { input: built, output: { format: 'cjs' as const } },
  },
};

const preload = {
  resolve: { alias },
  build: {
    target: OLDEST_NODE,
    sourcemap: true,
    // A sandboxed preload can require nothing of its own.
    externalizeDeps: false,
    rolldownOptions: { input: resolve('src/main/preload.ts'), output: { format: 'cjs' as const } },
  },
};

const renderer = {
  root: 'src/renderer',
  resolve: { alias },
  plugins: [reactCompiler, react()],
  build: {
    target: CHROME,
    minify: true,
    cssTarget: CHROME,
    sourcemap: true,
    rolldownOptions: { input: resolve('src/renderer/index.html') },
  },
};

/** `--mode program` builds what plain Node can run, `--mode window` the rest; without, both. */
export default defineConfig(({ mode }) => {
  if (mode === 'program') return { main };
  if (mode === 'window') return { preload, renderer };
  return { main, preload, renderer };
});
