/**
 * npm run soak [-- --steps 10000 --cycles 20 --texts 50]: compares, trains, stops and starts, and writes texts for long,
 * and prints what tensors and memory did meanwhile. Half of all that warms up; then half is done twice more, and the
 * soak fails when memory is larger after the second than after the first.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildKernels } from './build.mjs';
import { bundleForNode } from './lib/bundle.mjs';
import { root, run } from './lib/process.mjs';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '10000' },
    cycles: { type: 'string', default: '20' },
    texts: { type: 'string', default: '50' },
    /** Where the bundled program lies: the child that soaks, so that the bundler's memory is not counted. */
    inside: { type: 'string' },
  },
});
const STEPS = Number(values.steps);
const MEGABYTE = 2 ** 20;
/** A thread stands ready for the next run, as behind the window, but at once: whatever is measured, it is there. */
const SPARE_AFTER_MS = 0;
const folder = values.inside ?? mkdtempSync(join(root, 'node_modules/.cache/soak-'));

function bundle() {
  const entry = (file) => join(root, 'src/main', file);
  return bundleForNode(folder, {
    host: entry('host.ts'),
    trainer: entry('trainer/entry.ts'),
    data: entry('data/entry.ts'),
  });
}

/** The trainer, which also writes down its tensors, its wasm memory and its objects whenever it has done something. */
function watchedTrainer() {
  const file = join(folder, 'watched.cjs');
  writeFileSync(
    file,
    `const { parentPort } = require('node:worker_threads');
const { writeFileSync } = require('node:fs');
const post = parentPort.postMessage.bind(parentPort);
parentPort.postMessage = (event) => {
  const engine = globalThis._tfengine;
  const heap = engine?.backendInstance?.wasm?.HEAPU8;
  if (event.type === 'state' || event.type === 'ended' || (event.type === 'generated' && event.done)) {
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    writeFileSync(${JSON.stringify(join(folder, 'memory.json'))}, JSON.stringify({
      tensors: engine?.state?.numTensors ?? 0, wasm: heap?.length ?? 0, objects: heapUsed + arrayBuffers }));
  }
  post(event);
};
require('./trainer.cjs');
`,
  );
  return file;
}

const hearers = new Set();

/** Waits for something that is told from now on. */
function next(run, is) {
  return new Promise((resolve) => {
    const hear = (told) => {
      if (told.run !== run || !is(told.event)) return;
      hearers.delete(hear);
      resolve(told.event);
    };
    hearers.add(hear);
  });
}

function openHost(userData) {
  const { createHost } = createRequire(import.meta.url)(join(folder, 'host.cjs'));
  return createHost({
    userData,
    resources: join(root, 'resources'),
    info: { version: '', electron: '', platform: process.platform },
    workers: { trainer: watchedTrainer(), data: join(folder, 'data.cjs') },
    spareAfterMs: SPARE_AFTER_MS,
    dialogs: {
      openText: async () => null,
      openProject: async () => null,
      saveProject: async () => null,
    },
    emit(name, told) {
      if (name !== 'run:event') return;
      if (told.event.type === 'failed') throw new Error(told.event.problem.what.en);
      for (const hear of hearers) hear(told);
    },
    language: () => 'en',
    setLanguage() {},
    setDirty() {},
    answerClosing() {},
  });
}

/**
 * What there is after a collection (buffers go with the second): objects with their buffers of this thread and of the
 * trainer heard last, and the resident memory of all.
 */
function measure(name) {
  const trainer = JSON.parse(readFileSync(join(folder, 'memory.json'), 'utf8'));
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const { tensors } = trainer;
  const wasm = trainer.wasm / MEGABYTE;
  const objects = (heapUsed + arrayBuffers + trainer.objects) / MEGABYTE;
  const resident = rss / MEGABYTE;
  process.stdout.write(
    `${name.padEnd(34)} ${String(tensors).padStart(5)} tensors ${wasm.toFixed(1).padStart(6)} MB wasm ${objects.toFixed(1).padStart(6)} MB objects ${resident.toFixed(0).padStart(5)} MB resident\n`,
  );
  return { tensors, wasm, objects, resident };
}

/** Everything a person does at length, once or many times. */
function activities({ handlers }, project, id) {
  const order = (run, command) => handlers['runs:command']({ run, command });
  async function train(run, steps) {
    const end = next(run, ({ type, state }) => type === 'state' && state === 'paused');
    await order(run, { type: 'step', steps });
    await end;
  }
  return {
    train,
    async startAndStop(times) {
      for (let i = 0; i < times; i++) {
        const end = next(id, ({ type }) => type === 'ended');
        await order(id, { type: 'play' });
        await order(id, { type: 'stop' });
        await end;
      }
    },
    async write(times) {
      const request = { type: 'generate', prompt: 'One ', length: 200, temperature: 1, top_k: 0 };
      for (let i = 0; i < times; i++) {
        const end = next(id, ({ type, done }) => type === 'generated' && done);
        await order(id, { ...request, request: `g${i}`, seed: i, use_cache: true });
        await end;
      }
    },
    async compare(steps) {
      const variants = [...project.variants, { ...project.variants[0], id: 'b', name: 'B' }];
      const both = { project: { ...project, variants }, variants: ['a', 'b'] };
      const pair = await handlers['runs:start'](both);
      await Promise.all(pair.map((run) => train(run.id, steps)));
      for (const run of pair) await handlers['runs:remove'](run.id);
    },
  };
}

async function soak(host) {
  const { handlers } = host;
  const opened = await handlers['project:start'](null);
  const settings = { ...opened.project.settings, max_steps: 1_000_000, n_ctx: 32, batch_size: 8 };
  const project = { ...opened.project, settings };
  const [{ id }] = await handlers['runs:start']({ project, variants: ['a'] });
  const { train, startAndStop, write, compare } = activities(host, project, id);
  const half = (count) => Math.ceil(Number(count) / 2);
  // Compared first: while others train, a trainer that waits gives memory back that it takes again when it goes on.
  const round = async (name) => {
    await compare(Math.ceil(STEPS / 10));
    await train(id, 1);
    measure(`${name}: two compared`);
    await train(id, half(STEPS));
    measure(`${name}: ${half(STEPS)} steps`);
    await startAndStop(half(values.cycles));
    measure(`${name}: ${half(values.cycles)} starts and stops`);
    await write(half(values.texts));
    return measure(`${name}: ${half(values.texts)} texts`);
  };
  // The engine sizes its heaps and compiles what is hot when it first does each of these.
  await round('warm-up');
  const first = await round('first half');
  const last = await round('second half');
  await host.close();
  return { first, last };
}

async function inside() {
  const userData = mkdtempSync(join(tmpdir(), 'toyformer-soak-'));
  const { first, last } = await soak(openHost(userData));
  rmSync(userData, { recursive: true, force: true });
  const growth = (of) => (100 * (last[of] - first[of])) / first[of];
  const flat = last.tensors === first.tensors && last.wasm <= first.wasm;
  const verdict = `tensors and wasm memory ${flat ? 'flat' : 'GROW'}`;
  const [objects, resident] = [growth('objects'), growth('resident')];
  process.stdout.write(
    `${verdict}; objects ${objects.toFixed(1)} %, resident ${resident.toFixed(1)} %\n`,
  );
  return flat && objects < 5 && resident < 5 ? 0 : 1;
}

/**
 * What is held for later use comes and goes by tens of megabytes, whatever the program holds. So glibc gives back what
 * ended threads freed (left alone it keeps that, in up to eight heaps a core), and V8's nurseries stay as large as they
 * are while training, also in a thread that waits.
 */
const GLIBC = { GLIBC_TUNABLES: 'glibc.malloc.arena_max=1:glibc.malloc.trim_threshold=131072' };
const V8 = ['--expose-gc', '--min-semi-space-size=16'];

async function outside() {
  const failed = buildKernels();
  if (failed) return failed;
  await bundle();
  const given = process.argv.slice(2);
  const self = fileURLToPath(import.meta.url);
  const code = run(process.execPath, [...V8, self, ...given, '--inside', folder], GLIBC);
  rmSync(folder, { recursive: true, force: true });
  return code;
}

process.exitCode = await (values.inside === undefined ? outside() : inside());
