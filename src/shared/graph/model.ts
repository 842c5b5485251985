import type { ForwardContext, WeightSpecs } from '../blocks/block';
import type { Ops, Tensor } from '../tensor/ops';
import { keyOf } from '../tensor/random';
import type { Compiled, Params, Step } from './compiled';

/** Keys and values of earlier positions, kept between calls (inference/kvCache). */
export interface Cache {
  readonly length: number;
  extend(name: string, value: Tensor): Tensor;
  /** What is held under this name; computed when it is not. */
  once(name: string, value: () => Tensor): Tensor;
}

/** Where dropout's random bits come from: the step of a run, and the place of these examples in its batch. */
export interface TrainingStep {
  readonly seed: number;
  readonly step: number;
  readonly firstExample: number;
}

export interface ForwardOptions {
  readonly compiled: Compiled;
  readonly ops: Ops;
  /** By full name; see `initialWeights`. */
  readonly weights: ReadonlyMap<string, Tensor>;
  /** By the name of the input block that reads it: (B, T) int32. */
  readonly feeds: Readonly<Record<string, Tensor>>;
  /** By the same names, (B, T): 1 = real, 0 = padding; a missing name is all real. */
  readonly padding?: Readonly<Record<string, Tensor>>;
  /** null outside training: no dropout. */
  readonly training: TrainingStep | null;
  readonly cache?: Cache | null;
  /** Steps that were computed before, by place: they are not called again. */
  readonly known?: ReadonlyMap<number, StepValue>;
  /** Is shown every value that somebody may look at, by name such as `decoder.0.attention.pattern`. */
  readonly tap?: (name: string, value: () => Tensor) => void;
}

/**
 * The drawing as a function: calls its blocks in order.
 *
 * @throws Error when the drawing has problems: `compile` says which, before anything is computed.
 */
export function forward(options: ForwardOptions): Tensor {
  const { compiled, known } = options;
  if (compiled.output === null) throw new Error('a drawing with problems cannot be computed');
  const values = new Map(known);
  compiled.steps.forEach((step, place) => {
    if (!values.has(place)) values.set(place, call(step, options, values));
  });
  return present(values.get(compiled.output)?.output, `step ${compiled.output}`);
}

/** What a step gave, and which positions of it are real; null = all. */
export interface StepValue {
  readonly output: Tensor;
  readonly mask: Tensor | null;
}

/** Only these steps, which need no others. By place. */
export function forwardPart(
  options: ForwardOptions,
  places: ReadonlySet<number>,
): Map<number, StepValue> {
  const values = new Map<number, StepValue>();
  options.compiled.steps.forEach((step, place) => {
    if (places.has(place)) values.set(place, call(step, options, values));
  });
  return values;
}

function call(
  step: Step,
  options: ForwardOptions,
  values: ReadonlyMap<number, StepValue>,
): StepValue {
  const output = step.block.forward(contextOf(step, options, values));
  options.tap?.(`${step.name}.output`, () => output);
  return { output, mask: maskOf(step, options, values) };
}

/** The padding of a step's output: that of the data for an input, else that of its first input. */
function maskOf(
  { block, params, inputs }: Step,
  { ops, padding }: ForwardOptions,
  values: ReadonlyMap<number, StepValue>,
): Tensor | null {
  if (block.group === 'input') return padding?.[block.type] ?? null;
  const [first = -1] = Object.values(inputs);
  const mask = values.get(first)?.mask ?? null;
  if (mask === null || block.outputPadding === undefined) return mask;
  return block.outputPadding(ops, params, mask);
}

function contextOf(
  step: Step,
  { ops, weights, feeds, training, cache, tap }: ForwardOptions,
  values: ReadonlyMap<number, StepValue>,
): ForwardContext<Params, string, WeightSpecs> {
  const { name, params } = step;
  return {
    ops,
    params,
    weights: mapValues(step.weights, (full) => present(weights.get(full), full)),
    inputs: mapValues(step.inputs, (place, port) =>
      present(values.get(place)?.output, `${name}.${port}`),
    ),
    padding: mapValues(step.inputs, (place) => values.get(place)?.mask ?? null),
    feeds,
    training: training !== null,
    dropout: (use, rate) => ({
      rate: training === null ? 0 : rate,
      key: training === null ? 0 : keyOf(training.seed, training.step, `${name}.${use}`),
      firstExample: training?.firstExample ?? 0,
    }),
    tap: (what, value) => tap?.(`${name}.${what}`, value),
    offset: cache?.length ?? 0,
    extend: (what, value) => cache?.extend(`${name}.${what}`, value) ?? value,
    once: (what, value) => cache?.once(`${name}.${what}`, value) ?? value(),
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, f: (a: A, key: string) => B) {
  return Object.fromEntries(
    Object.entries(record).map(([key, a]): [string, B] => [key, f(a, key)]),
  );
}

function present<A>(value: A | undefined, name: string): A {
  if (value === undefined) throw new Error(`nothing computed or fed under ${name}`);
  return value;
}
