import { cpus } from 'node:os';
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

/** @param {{ quick: boolean, json: boolean, electron: boolean, profile: boolean, losses: boolean, configs: string[], seconds: number, rounds: number }} options */
export async function bench(options) {
  const { quick, seconds, rounds } = options;
  await bundle();
  const { configs, flopsOf } = await loadConfigs();
  const ours = await runner(options.electron);
  const task = { mode: 'train', config: 'T', threads: 1, seconds, choice: null, profile: false };
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
    const result = compete({
      name,
      sizes: configs[name],
      ours,
      seconds,
      rounds,
      cores,
      peak,
      flops,
    });
    row(Object.values(COLUMNS).map((cell) => cell(result)));
    const {
      cpu_ms_1_thread: cpu,
      vs_stock_tfjs_cpu: vsStock,
      vs_torch_1_thread_cpu: vsTorch,
    } = result;
    say(
      `${''.padStart(12)} processor time, 1 thread each: ${show(cpu)} ms, ${show(vsStock)} × stock, ${show(vsTorch, 2)} × torch`,
    );
    return result;
  });
  say(
    `from starting the process to the end of the first step: ${show(results[0]?.first_step_ms, 0)} ms`,
  );
  const more = quick
    ? {}
    : { scaling: scaling(ours, task, configs, flopsOf, peak), generation: generation(ours, task) };
  if (options.profile) for (const { config } of results) profile(ours, { ...task, config });
  if (options.losses) compareLosses(ours, task);
  if (options.json) say(JSON.stringify({ peak_gflops: peak, results, ...more }));
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

/** Where a step's time goes. */
function profile(ours, task) {
  const result = ours({ ...task, profile: true });
  if (!result?.profile) return;
  const parts = Object.entries(result.profile);
  const inside = parts.reduce((sum, [, ms]) => sum + ms, 0);
  const listed = parts.map(([part, ms]) => `${part} ${show(ms, 2)}`).join(', ');
  say(
    `${task.config}, mean ms of a step in kernels: ${listed}; other ${show(result.meanMs - inside, 2)}`,
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
