import { sameText, type Text } from '@shared/contract/problem';
import type { Backend, Ops } from '@shared/tensor/ops';
import { stockOps, stockOptimizerOps } from '@shared/tensor/stockOps';
import * as tf from '@tensorflow/tfjs';
import { fusedOps } from './backend/fused';
import type { Variant } from './backend/kernels';
import { agrees } from './backend/probe';
import { type OpenWasm, openWasm } from './backend/wasm';

/** From fastest to slowest: own kernels with relaxed or plain SIMD, TensorFlow.js's wasm backend, its JavaScript one. */
export type BackendChoice = Variant | 'stock' | 'cpu';

export interface BackendOptions {
  /** That one and no other (a team of workers must compute alike); otherwise the fastest that gives right results. */
  readonly choice?: BackendChoice;
  /** What this machine is to be taken not to have, for tests: `relaxed`, `simd`, `wasm`. */
  readonly lacks?: readonly string[];
}

export interface TrainerBackend extends Backend {
  readonly choice: BackendChoice;
}

const NAMES: Readonly<Record<BackendChoice, string>> = {
  relaxed: 'wasm, fused, relaxed SIMD',
  simd: 'wasm, fused, SIMD',
  stock: 'wasm, TensorFlow.js',
  cpu: 'JavaScript, TensorFlow.js',
};
const WRONG: Text = { en: 'wrong results on this machine', zh: '在这台机器上计算结果有误' };
const SWITCHED_OFF: Text = { en: 'switched off', zh: '已被关闭' };
let opened: Promise<OpenWasm> | null = null;

function plain(choice: 'stock' | 'cpu', note: Text | null): TrainerBackend {
  const ops = stockOps(tf);
  return { choice, name: NAMES[choice], note, ops, optimizerOps: stockOptimizerOps(tf) };
}

function fused(open: OpenWasm, variant: Variant): TrainerBackend {
  return { choice: variant, name: NAMES[variant], note: null, ...fusedOps(tf, open, variant) };
}

const reasonOf = (error: unknown): Text =>
  sameText(error instanceof Error ? error.message : String(error));

/** The fused operations of a variant if they load and compute rightly, else why not. */
function probe(open: OpenWasm, variant: Variant, stock: Ops): TrainerBackend | Text {
  try {
    const backend = fused(open, variant);
    return agrees(backend.ops, stock) ? backend : WRONG;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * The fastest variant of the kernels that computes rightly. It is not chosen by the clock: relaxed SIMD is never slower, and
 * a choice that hung on what else the machine does would change a run's bits from one start to the next.
 */
function fastest(open: OpenWasm, lacks: readonly string[]): TrainerBackend {
  const stock = stockOps(tf);
  const relaxed = lacks.includes('relaxed') ? SWITCHED_OFF : probe(open, 'relaxed', stock);
  if ('ops' in relaxed) return relaxed;
  const simd = lacks.includes('simd') ? SWITCHED_OFF : probe(open, 'simd', stock);
  if ('ops' in simd) return { ...simd, note: NOTES.simd(relaxed) };
  return plain('stock', NOTES.stock(simd));
}

/** What a person is told who does not get the fastest. */
const NOTES: Readonly<Record<'simd' | 'stock' | 'cpu', (reason: Text) => Text>> = {
  simd: ({ en, zh }) => ({
    en: `Relaxed SIMD is not used, so training is a little slower: ${en}.`,
    zh: `没有使用 relaxed SIMD，训练会稍慢一些：${zh}。`,
  }),
  stock: ({ en, zh }) => ({
    en: `The fused kernels are not used, so training is slower: ${en}.`,
    zh: `没有使用融合算子，训练会变慢：${zh}。`,
  }),
  cpu: ({ en, zh }) => ({
    en: `WebAssembly is not used, so training is many times slower: ${en}.`,
    zh: `没有使用 WebAssembly，训练会慢很多倍：${zh}。`,
  }),
};

async function startWasm(): Promise<OpenWasm | Text> {
  opened ??= openWasm(tf);
  try {
    return await opened;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Starts the tensor library: the only place where its values are imported. */
export async function createBackend(options: BackendOptions = {}): Promise<TrainerBackend> {
  const { choice, lacks = [] } = options;
  tf.enableProdMode();
  const open = choice === 'cpu' || lacks.includes('wasm') ? SWITCHED_OFF : await startWasm();
  if (!('memory' in open)) {
    await tf.setBackend('cpu');
    return plain('cpu', choice === 'cpu' ? null : NOTES.cpu(open));
  }
  await tf.setBackend('wasm');
  if (choice === undefined) return fastest(open, lacks);
  return choice === 'stock' || choice === 'cpu' ? plain('stock', null) : fused(open, choice);
}
