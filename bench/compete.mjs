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
  const torchMs = [];
  const wideMs = [];
  for (const count of threads) {
    own.push(ours({ ...task, threads: count }));
    if (!withTorch) continue;
    torchMs.push(torch(sizes, seconds, count)?.ms ?? NOTHING);
    const wide = torch(sizes, seconds, count, { OPENBLAS_CORETYPE: 'SkylakeX' });
    wideMs.push(wide?.ms ?? NOTHING);
  }
  const best = (times) => Math.min(...times.filter(Number.isFinite));
  const [one, two] = own;
  const ms = best(own.map((result) => result?.ms ?? NOTHING));
  const stockMs = withStock ? (stock(name, seconds)?.ms ?? NOTHING) : NOTHING;
  return {
    one,
    ms,
    oneMs: one?.ms ?? NOTHING,
    stockMs,
    torchMs: best(torchMs),
    vsStock: stockMs / (one?.ms ?? NOTHING),
    vsTorch: best(torchMs) / ms,
    vsWideTorch: best(wideMs) / ms,
    scaling: (one?.ms ?? NOTHING) / (two?.ms ?? NOTHING),
  };
}

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
  };
}
