import type { Settings } from '../contract/project';
import type { Compiled, Step } from '../graph/compiled';
import type { Dim, Shape } from '../tensor/shape';
import { N_SHARDS } from './batches';
import { optimizerByType } from './optimizers/registry';

/** What training takes at its peak, in bytes. */
export interface TrainingMemory {
  readonly parameters: number;
  /** What the optimizer remembers of each parameter. */
  readonly optimizer: number;
  /** Of two parts of a batch, before they are added. */
  readonly gradients: number;
  /** What the way back of a part needs of its way forward. */
  readonly activations: number;
  /** All of it: the numbers of the one thread that has them all. */
  readonly thread: number;
  /** With the threads that help, a checkpoint on its way to the disk, and the program of each thread. */
  readonly total: number;
}

const FLOAT_BYTES = 4;
/** The program of a thread with its tensor library, before the first number. */
const THREAD_BYTES = 70 * 2 ** 20;
/** Results of the way back that live together, as a part of what is kept for it. */
const WAY_BACK = 1.1;

/** Predicts from a drawing without problems what it takes to train it in so many threads. */
export function trainingMemory(
  compiled: Compiled,
  settings: Settings,
  threads = N_SHARDS,
): TrainingMemory {
  const parameters = FLOAT_BYTES * compiled.n_params;
  const slots = optimizerByType[settings.optimizer].slots(settings).length;
  const optimizer = slots * parameters;
  const gradients = 2 * parameters;
  const rows = Math.ceil(settings.batch_size / N_SHARDS);
  const activations = WAY_BACK * forwardBytes(compiled, rows, settings.n_ctx);
  const thread = parameters + optimizer + gradients + activations;
  const helpers = Math.min(threads, N_SHARDS) - 1;
  const shared = helpers > 0 ? (1 + N_SHARDS) * parameters : 0;
  const helper = THREAD_BYTES + 2 * parameters + activations;
  const checkpoint = 2 * (parameters + optimizer);
  const total = THREAD_BYTES + thread + shared + helpers * helper + checkpoint;
  return { parameters, optimizer, gradients, activations, thread, total };
}

/** What so many rows leave behind on their way through the drawing. */
function forwardBytes(compiled: Compiled, rows: number, n_ctx: number): number {
  const sizeOf = (dim: Dim) => (typeof dim === 'number' ? dim : dim === 'B' ? rows : n_ctx);
  const count = (shape: Shape) => shape.reduce<number>((n, dim) => n * sizeOf(dim), 1);
  const floats = compiled.steps.reduce((sum, step) => {
    const from = Object.values(step.inputs)[0];
    const input = from === undefined ? undefined : compiled.steps[from]?.shape;
    if (input === undefined) return sum;
    const width = input.at(-1);
    const positions = count(input) / (typeof width === 'number' ? width : 1);
    return sum + count(step.shape) + positions * innerWidth(compiled, step, width);
  }, 0);
  return FLOAT_BYTES * floats;
}

/** Numbers per position that the linear maps of a block leave between its input and its output. */
function innerWidth({ steps, sizes }: Compiled, step: Step, width: Dim | undefined): number {
  const shapes = Object.fromEntries(
    Object.entries(step.inputs).map(([port, place]) => [port, steps[place]?.shape ?? []]),
  );
  const weights = step.block.weights(step.params, shapes, { where: step.where, ...sizes });
  return Object.values(weights).reduce((sum, { shape: [first, second] }) => {
    if (first === undefined || second === undefined) return sum;
    return sum + (second === width ? first : second);
  }, 0);
}
