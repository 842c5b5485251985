import { hasTorch, stock, torch } from './contestants.mjs';

const NOTHING = Number.NaN;

export function median(numbers) {
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What every contestant does in one round. */
function round({ name, sizes, ours, seconds, threads, withTorch, withStock }) {
  const task = { mode: 'train', config: name, seconds, choice: null, profile: false };
  const own = [];
  const torches = [];
  const wide = [];
  for (const count of threads) {
    own.push(ours({ ...task, threads: count }));
    if (!withTorch) continue;
    torches.push(torch(sizes, seconds, count));
    wide.push(torch(sizes, seconds, count, { OPENBLAS_CORETYPE: 'SkylakeX' }));
  }
  const best = (results) =>
    Math.min(...results.map((result) => result?.ms ?? NOTHING).filter(Number.isFinite));
  const [one, two] = own;
  const ms = best(own);
  const stockResult = withStock ? stock(name, seconds) : null;
  return {
    one,
    ms,
    oneMs: one?.ms ?? NOTHING,
    stockMs: stockResult?.ms ?? NOTHING,
    torchMs: best(torches),
    vsStock: ratio(stockResult?.ms, one?.ms),
    vsTorch: best(torches) / ms,
    vsWideTorch: best(wide) / ms,
    scaling: ratio(one?.ms, two?.ms),
    cpuMs: one?.cpuMs ?? NOTHING,
    vsStockCpu: ratio(stockResult?.cpuMs, one?.cpuMs),
    vsTorchCpu: ratio(torches[0]?.cpuMs, one?.cpuMs),
  };
}

const ratio = (a = NOTHING, b = NOTHING) => a / b;

/** One configuration, every contestant once a round; medians over the rounds. */
export function compete(options) {
  const { name, sizes, rounds, cores, peak, flops } = options;
  const isSlow = name === 'M';
  const all = Array.from({ length: isSlow ? Math.min(rounds, 2) : rounds }, () =>
    round({
      ...options,
      threads: cores > 1 ? [1, 2] : [1],
      withTorch: hasTorch(),
      withStock: !isSlow,
    }),
  );
  const of = (key) => median(all.map((each) => each[key]));
  const [{ one }] = all;
  return {
    config: name,
    backend: one?.backend ?? null,
    ms: of('ms'),
    ms_1_thread: of('oneMs'),
    stock_ms: of('stockMs'),
    torch_ms: of('torchMs'),
    vs_stock_tfjs: of('vsStock'),
    vs_torch: of('vsTorch'),
    vs_torch_avx512: of('vsWideTorch'),
    thread_scaling: of('scaling'),
    tokens_per_second: (1000 * sizes.batch_size * sizes.n_ctx) / (of('ms') ?? NOTHING),
    peak_mb: one?.peakMb ?? null,
    process_mb: one?.processMb ?? null,
    percent_of_wasm_peak: (100 * flops) / (of('oneMs') ?? NOTHING) / 1e6 / peak,
    first_step_ms: one?.firstMs ?? null,
    leaked: one?.leaked ?? null,
    // Processor time of one thread: less exact, but true on a machine that is busy with other things.
    cpu_ms_1_thread: of('cpuMs'),
    vs_stock_tfjs_cpu: of('vsStockCpu'),
    vs_torch_1_thread_cpu: of('vsTorchCpu'),
  };
}
