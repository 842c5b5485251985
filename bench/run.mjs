import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/lib/process.mjs';
import { compete } from './compete.mjs';
import { bundle, loadConfigs, ours as runner } from './contestants.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const isNumber = (x) => typeof x === 'number' && Number.isFinite(x);
const show = (x, digits = 1) => (isNumber(x) ? x.toFixed(digits) : '–');

/** Title → what stands in its column. */
const COLUMNS = {
  config: (r) => r.config,
  'ms, 1 thread': (r) => show(r.ms_1_thread),
  'ms, best': (r) => show(r.ms),
  'stock ms': (r) => show(r.stock_ms),
  'torch ms': (r) => show(r.torch_ms),
  '× stock': (r) => show(r.vs_stock_tfjs),
  '× torch': (r) => show(r.vs_torch, 2),
  '× AVX-512': (r) => show(r.vs_torch_avx512, 2),
  '2 threads': (r) => `${show(r.thread_scaling, 2)}×`,
  'tokens/s': (r) => show(r.tokens_per_second, 0),
  'peak MB': (r) => show(r.peak_mb),
  '% of peak': (r) => show(r.percent_of_wasm_peak),
};
const row = (cells) => say(cells.map((cell) => cell.padStart(12)).join(' '));

export async function bench(options) {
  const { quick, seconds, rounds } = options;
  await bundle();
  const { configs, flopsOf } = await loadConfigs();
  const ours = await runner(options.electron);
  const task = { mode: 'train', config: 'T', threads: 1, seconds, choice: null };
  const peak = ours({ ...task, mode: 'peak' })?.gflops ?? Number.NaN;
  const cores = cpus().length;
  const where = options.electron ? 'Electron' : `Node ${process.versions.node}`;
  say(
    `${cpus()[0]?.model.trim()}, ${cores} cores, ${new Date().toISOString().slice(0, 10)}, ${where}`,
  );
  say(`wasm peak ${show(peak)} GFLOP/s a core`);
  row(Object.keys(COLUMNS));
  const results = options.configs.map((name) => {
    const flops = flopsOf(configs[name]);
    const given = { name, sizes: configs[name], ours, seconds, rounds, cores, peak, flops, quick };
    const result = compete(given);
    showResult(result);
    return result;
  });
  sayPeer(results[0]);
  say(
    `from starting the process to the end of the first step: ${show(results[0]?.first_step_ms, 0)} ms`,
  );
  const more = quick
    ? {}
    : {
        scaling: scaling(ours, task, configs, flopsOf, peak),
        generation: generation(ours, task),
        looking: looking(ours, task),
        pair: pair(ours, { ...task, threads: Math.min(cores, 2) }),
      };
  if (options.profile) for (const { config } of results) profile(ours, { ...task, config });
  if (options.losses) compareLosses(ours, task);
  if (options.flat) flat(ours, { ...task, threads: Math.min(cores, 2) });
  if (options.converge) converge(ours, task);
  if (options.json) say(JSON.stringify({ peak_gflops: peak, results, ...more }));
}

function showResult(result) {
  row(Object.values(COLUMNS).map((cell) => cell(result)));
  const { cpu_ms_1_thread: cpu, vs_stock_tfjs_cpu: stock, vs_torch_1_thread_cpu: torch } = result;
  say(
    `${''.padStart(12)} processor time, 1 thread each: ${show(cpu)} ms, ${show(stock)} × stock, ${show(torch, 2)} × torch`,
  );
}

/** Against what PyTorch the ratios are. */
function sayPeer({ torch_version: version, torch_blas: files, torch_is_fair_peer: isFair }) {
  if (!version) return say('no PyTorch at /usr/bin/python3: no ratio to it');
  say(`PyTorch ${version} multiplies with ${files.join(' and ')}`);
  if (isFair) return;
  say(
    'THIS IS THE REFERENCE BLAS, many times slower than what people use: the ratios to PyTorch are not against a fair peer. Debian: apt install libopenblas0-pthread',
  );
}

/** Cost of longer contexts at the same number of tokens, and of wider vectors. */
function scaling(ours, task, configs, flopsOf, peak) {
  const names = Object.keys(configs).filter((name) => name === 'T' || name.includes(' '));
  return names.map((config) => {
    const all = [0, 1].map(() => ours({ ...task, config }));
    const ms = Math.min(...all.map((r) => r?.ms ?? Number.POSITIVE_INFINITY));
    const percent = (100 * flopsOf(configs[config])) / ms / 1e6 / peak;
    const peak_mb = all[0]?.peakMb ?? null;
    say(`${config.padStart(12)} ${show(ms)} ms, ${show(peak_mb)} MB, ${show(percent)} % of peak`);
    return { config, ms, peak_mb };
  });
}

function generation(ours, task) {
  const result = ours({ ...task, mode: 'generate', config: 'S' });
  const { tokensPerSecond, growth } = result ?? {};
  say(
    `generation on S with a cache: ${show(tokensPerSecond, 0)} tokens/s; the second half of a context takes ${show(growth, 2)} × the first`,
  );
  return result;
}

/** What it costs to look on while a run trains. */
function looking(ours, task) {
  const result = ours({ ...task, mode: 'looking' });
  say(
    `of a step of T: an open attention heatmap ${show(result?.heatmap_percent)} %, an open split of its time ${show(result?.split_percent)} %`,
  );
  return result;
}

/** Whether two runs at once share the cores evenly. */
function pair(ours, task) {
  const result = ours({ ...task, mode: 'pair', seconds: 3 + task.seconds });
  const { steps = [], evenness, together, alone } = result ?? {};
  say(
    `two runs of T side by side: ${steps.join(' and ')} steps (${show(evenness, 2)} to 1), together ${show(together, 2)} × the ${alone} of one alone`,
  );
  return result;
}

/** What 1,000 steps of T on the sample text come to: fused from several seeds, stock operations from the first of them. */
function converge(ours, task) {
  const text = readFileSync(join(root, 'resources/samples/english.txt'), 'utf8');
  const lossOf = (seed, choice) =>
    ours({ ...task, mode: 'converge', steps: 1000, text, seed, choice })?.val_loss;
  const fused = [1, 2, 3, 4].map((seed) => lossOf(seed, null));
  const listed = fused.map((loss) => show(loss, 4)).join(', ');
  say(`validation loss after 1,000 steps of T: fused, seeds 1 to 4: ${listed}`);
  say(`stock operations, seed 1: ${show(lossOf(1, 'stock'), 4)}`);
}

/** Tensors and memory over thousands of steps. */
function flat(ours, task) {
  const result = ours({ ...task, mode: 'flat' });
  for (const { step, tensors, bytes, wasm, processMb } of result?.seen ?? [])
    say(
      `step ${step}: ${tensors} tensors of ${show(bytes / 1e6, 3)} MB, wasm memory ${show(wasm / 1e6)} MB, process ${show(processMb, 0)} MB`,
    );
}

/** Where a step's time goes. */
function profile(ours, task) {
  const result = ours({ ...task, mode: 'profile' });
  if (!result) return;
  const parts = Object.entries(result.parts).sort(([, a], [, b]) => b - a);
  const sum = parts.reduce((all, [, ms]) => all + ms, 0);
  const listed = parts.map(([part, ms]) => `${part} ${show(ms, 2)}`).join(', ');
  say(
    `${task.config}, 1 thread, the least of each of ${result.operations} operations over ${result.n_steps} steps, ${show(sum, 1)} ms: ${listed}`,
  );
}

/** Whether 50 steps of T lose what they lose with stock operations. */
function compareLosses(ours, task) {
  const [fused, stock] = [null, 'stock'].map(
    (choice) => ours({ ...task, mode: 'losses', choice })?.losses ?? [],
  );
  const apart = fused.map((loss, i) => Math.abs(loss - stock[i]) / stock[i]);
  say(
    `losses of 50 steps of T, fused against stock operations: at most ${Math.max(...apart).toExponential(1)} apart (relative)`,
  );
}
