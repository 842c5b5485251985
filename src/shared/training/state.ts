import type { Checkpoint, NamedArray } from '../contract/checkpoint';
import { fail, type Text } from '../contract/problem';
import type { Compiled } from '../graph/compiled';
import { initialWeights } from '../graph/initialWeights';
import type { Backend, Tensor } from '../tensor/ops';
import { showShape } from '../tensor/shape';
import type { TrainedModel } from './gradients';

/** The optimizer's memory, by weight. */
export type Slots = ReadonlyMap<string, readonly Tensor[]>;

/** The weights of a model that was never trained, as tensors that outlive every tidy. */
export function createWeights(
  { ops }: Backend,
  compiled: Compiled,
  seed: number,
): Map<string, Tensor> {
  const start = initialWeights(compiled, seed);
  return new Map(
    compiled.weights.map(({ name, shape }): [string, Tensor] => [
      name,
      ops.tf.keep(ops.tf.tensor(start.get(name) ?? new Float32Array(0), [...shape], 'float32')),
    ]),
  );
}

export function createSlots({ compiled, backend }: TrainedModel, names: readonly string[]): Slots {
  const { tf } = backend.ops;
  const zeros = (shape: readonly number[]) => names.map(() => tf.keep(tf.zeros([...shape])));
  return new Map(compiled.weights.map(({ name, shape }) => [name, zeros(shape)]));
}

/** Every tensor of the state under its name in a checkpoint. */
function named({ weights }: TrainedModel, slotNames: readonly string[], slots: Slots) {
  const optimizer = new Map<string, Tensor>();
  for (const [name, tensors] of slots) {
    tensors.forEach((tensor, i) => {
      optimizer.set(`${name}:${slotNames[i]}`, tensor);
    });
  }
  return { weights, optimizer };
}

export function readState(model: TrainedModel, slotNames: readonly string[], slots: Slots) {
  const { read } = model.backend.optimizerOps;
  const { weights, optimizer } = named(model, slotNames, slots);
  const copy = (tensors: ReadonlyMap<string, Tensor>) =>
    new Map(
      [...tensors].map(([name, tensor]): [string, NamedArray] => [
        name,
        { shape: tensor.shape, values: read(tensor) },
      ]),
    );
  return { weights: copy(weights), optimizer: copy(optimizer) };
}

/** @throws Problem when an array is missing or of another shape; nothing is written then. */
export function writeState(
  where: Text,
  model: TrainedModel,
  slotNames: readonly string[],
  slots: Slots,
  checkpoint: Checkpoint,
): void {
  const { weights, optimizer } = named(model, slotNames, slots);
  checkFits(where, weights, checkpoint.weights, checkpoint.manifest.step);
  checkFits(where, optimizer, checkpoint.optimizer, checkpoint.manifest.step);
  const write = (tensors: ReadonlyMap<string, Tensor>, arrays: Checkpoint['weights']) => {
    for (const [name, tensor] of tensors) {
      model.backend.optimizerOps.write(tensor, arrays.get(name)?.values ?? new Float32Array(0));
    }
  };
  write(weights, checkpoint.weights);
  write(optimizer, checkpoint.optimizer);
}

function checkFits(
  where: Text,
  tensors: ReadonlyMap<string, Tensor>,
  arrays: ReadonlyMap<string, NamedArray>,
  step: number,
): void {
  for (const [name, { shape }] of tensors) {
    const array = arrays.get(name);
    if (array !== undefined && showShape(array.shape) === showShape(shape)) continue;
    const en = array === undefined ? 'lacks it' : `has it as ${showShape(array.shape)}`;
    const zh = array === undefined ? '没有它' : `中它是 ${showShape(array.shape)}`;
    fail(
      where,
      {
        en: `the model needs ${name} ${showShape(shape)}, but the checkpoint of step ${step} ${en}.`,
        zh: `模型需要 ${name} ${showShape(shape)}，而第 ${step} 步的检查点${zh}。`,
      },
      {
        en: 'Start a new run with this drawing.',
        zh: '请用这张图新建一次训练。',
      },
    );
  }
}
