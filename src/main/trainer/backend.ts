import type { Backend, Ops } from '@shared/tensor/ops';
import { stockOps, stockOptimizerOps } from '@shared/tensor/stockOps';
import * as tf from '@tensorflow/tfjs';
import { fusedOps } from './backend/fused';
import type { Variant } from './backend/kernels';
import { agrees } from './backend/probe';
import { emptyProfile, type Profile } from './backend/profile';
import { type OpenWasm, openWasm } from './backend/wasm';

/** From fastest to slowest: own kernels with relaxed or plain SIMD, TensorFlow.js's wasm backend, its JavaScript one. */
export type BackendChoice = Variant | 'stock' | 'cpu';

export interface BackendOptions {
  /** That one and no other (a team of workers must compute alike); otherwise the fastest that gives right results. */
  readonly choice?: BackendChoice;
  /** Measures where a step's time goes. */
  readonly profile?: boolean;
}

export interface TrainerBackend extends Backend {
  readonly choice: BackendChoice;
  readonly profile: Profile | null;
}

const NAMES: Readonly<Record<BackendChoice, string>> = {
  relaxed: 'wasm, fused, relaxed SIMD',
  simd: 'wasm, fused, SIMD',
  stock: 'wasm, TensorFlow.js',
  cpu: 'JavaScript, TensorFlow.js',
};
let opened: Promise<OpenWasm> | null = null;

function plain(choice: 'stock' | 'cpu', note: string | null): TrainerBackend {
  return {
    choice,
    name: NAMES[choice],
    note,
    profile: null,
    ops: stockOps(tf),
    optimizerOps: stockOptimizerOps(tf),
  };
}

function fused(open: OpenWasm, variant: Variant, profile: boolean): TrainerBackend {
  const times = profile ? emptyProfile() : null;
  const made = fusedOps(tf, open, variant, times);
  return { choice: variant, name: NAMES[variant], note: null, profile: times, ...made };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The fused operations of a variant if they load and compute rightly, else why not. */
function probe(open: OpenWasm, variant: Variant, stock: Ops, profile: boolean) {
  try {
    const backend = fused(open, variant, profile);
    return agrees(backend.ops, stock) ? backend : 'its results were wrong on this machine';
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * The fastest variant of the kernels that computes rightly. It is not chosen by the clock: relaxed SIMD is never slower, and
 * a choice that hung on what else the machine does would change a run's bits from one start to the next.
 */
function fastest(open: OpenWasm, profile: boolean): TrainerBackend {
  const stock = stockOps(tf);
  const relaxed = probe(open, 'relaxed', stock, profile);
  if (typeof relaxed !== 'string') return relaxed;
  const simd = probe(open, 'simd', stock, profile);
  if (typeof simd === 'string') {
    return plain('stock', `The fused kernels are not used, so training is slower: ${simd}.`);
  }
  return { ...simd, note: `Relaxed SIMD is not used, so training is a little slower: ${relaxed}.` };
}

async function startWasm(): Promise<OpenWasm | string> {
  opened ??= openWasm(tf);
  try {
    return await opened;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Starts the tensor library: the only place where its values are imported. */
export async function createBackend(options: BackendOptions = {}): Promise<TrainerBackend> {
  const { choice, profile = false } = options;
  tf.enableProdMode();
  const open = choice === 'cpu' ? 'asked for' : await startWasm();
  if (typeof open === 'string') {
    await tf.setBackend('cpu');
    const note = `WebAssembly is not used, so training is many times slower: ${open}.`;
    return plain('cpu', choice === 'cpu' ? null : note);
  }
  await tf.setBackend('wasm');
  if (choice === undefined) {
    const backend = fastest(open, profile);
    if (backend.profile) Object.assign(backend.profile, emptyProfile());
    return backend;
  }
  return choice === 'stock' || choice === 'cpu'
    ? plain('stock', null)
    : fused(open, choice, profile);
}
