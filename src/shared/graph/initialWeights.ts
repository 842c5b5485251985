import type { Init } from '../blocks/block';
import { type RandomStream, randomStream } from '../tensor/random';
import type { Compiled, Weight } from './compiled';

/**
 * What every weight of a model starts as, by full name. Each has a stream of its own, named by (seed, its name):
 * another block more or less changes no other weight's start.
 */
export function initialWeights(compiled: Compiled, seed: number): Map<string, Float32Array> {
  return new Map(
    compiled.weights.map((weight) => [weight.name, draw(weight, randomStream(seed, weight.name))]),
  );
}

function draw(weight: Weight, random: RandomStream): Float32Array {
  const next = drawer(weight.init, weight, random);
  const values = new Float32Array(weight.n_params);
  for (let i = 0; i < values.length; i++) values[i] = next();
  return values;
}

function drawer(init: Init, { shape, n_layers }: Weight, random: RandomStream): () => number {
  switch (init.kind) {
    case 'zeros':
      return () => 0;
    case 'ones':
      return () => 1;
    case 'normal':
      return () => init.std * random.normal();
    case 'scaled': {
      const std = 0.02 / Math.sqrt(2 * Math.max(1, n_layers));
      return () => std * random.normal();
    }
    case 'xavierUniform': {
      const limit = Math.sqrt(6 / shape.slice(-2).reduce((sum, d) => sum + d, 0));
      return () => limit * (2 * random.uniform() - 1);
    }
  }
}
