import { hasTorch, isReferenceBlas, stock, torch } from './contestants.mjs';

const NOTHING = Number.NaN;

export function median(numbers) {
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const best = (runs) => Math.min(...runs.map((run) => run?.ms ?? NOTHING).filter(Number.isFinite));

/** What every contestant does in one round. `stockLeast`: steps of stock before and while it is timed; 0 = none. */
function round({ name, sizes, ours, seconds, threads, withTorch, stockLeast, quick }) {
  const task = { mode: 'train', config: name, seconds, choice: null };
  const own = threads.map((count) => ours({ ...task, threads: count }));
  const peer = withTorch ? torch(sizes, seconds, threads) : null;
  // In haste, with other instructions only what was better without them.
  const better = threads.filter((_, i) => peer?.runs[i]?.ms === best(peer?.runs ?? []));
  const wide = withTorch
    ? torch(sizes, seconds, quick ? better : threads, { OPENBLAS_CORETYPE: 'SkylakeX' })
    : null;
  const [one, two] = own;
  const ms = best(own);
  const stockResult = stockLeast > 0 ? stock(name, seconds, stockLeast) : null;
  return {
    one,
    peer,
    ms,
    oneMs: one?.ms ?? NOTHING,
    stockMs: stockResult?.ms ?? NOTHING,
    torchMs: best(peer?.runs ?? []),
    vsStock: ratio(stockResult?.ms, one?.ms),
    vsTorch: best(peer?.runs ?? []) / ms,
    vsWideTorch: best(wide?.runs ?? []) / ms,
    scaling: ratio(one?.ms, two?.ms),
    cpuMs: one?.cpuMs ?? NOTHING,
    vsStockCpu: ratio(stockResult?.cpuMs, one?.cpuMs),
    vsTorchCpu: ratio(peer?.runs[0]?.cpuMs, one?.cpuMs),
  };
}

const ratio = (a = NOTHING, b = NOTHING) => a / b;

/** One configuration, every contestant once a round; medians over the rounds. */
export function compete(options) {
  const { name, sizes, rounds, cores, peak, flops } = options;
  // A step of M takes seconds, and one of stock TensorFlow.js about a minute: once is enough.
  const isSlow = name === 'M';
  const withTorch = hasTorch();
  const all = Array.from({ length: isSlow ? Math.min(rounds, 2) : rounds }, (_, i) =>
    round({
      ...options,
      threads: cores > 1 ? [1, 2] : [1],
      withTorch,
      stockLeast: isSlow ? Number(i === 0) : 2,
    }),
  );
  const of = (key) => median(all.map((each) => each[key]));
  const [{ one, peer }] = all;
  return {
    config: name,
    backend: one?.backend ?? null,
    ms: of('ms'),
    ms_1_thread: of('oneMs'),
    stock_ms: of('stockMs'),
    torch_ms: of('torchMs'),
    torch_version: peer?.version ?? null,
    torch_blas: peer?.blas ?? null,
    torch_is_fair_peer: peer === null ? null : !isReferenceBlas(peer.blas),
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
