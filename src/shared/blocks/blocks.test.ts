import { readFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import katex from 'katex';
import { icons } from 'lucide-react';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '../contract/problem';
import type { Tensor } from '../tensor/ops';
import { resolveShape } from '../tensor/shape';
import {
  context,
  portShapes,
  randomTensor,
  read,
  type Tensors,
  testedBlocks,
} from './blocks.testing';
import { bytes, forCases, outputOf, paramsOf, withChanged } from './cases.testing';
import { blockByType } from './registry';

/** The block contract: every entry of the registry keeps it, and a new one is tested by being listed. */

beforeAll(() => tf.setBackend('cpu'));

const pythonSource = readFileSync(new URL('./golden/blocks.py', import.meta.url), 'utf8');

describe.each(testedBlocks)('block $type', (block) => {
  const fields = Object.entries(z.toJSONSchema(block.params, { io: 'input' }).properties ?? {});

  it('explains itself in both languages, with an icon, an equation and a source', () => {
    for (const text of [block.title, block.docs.summary]) {
      expect(text.en).toMatch(/^[A-Z]/);
      expect(text.zh).toMatch(/\p{Script=Han}/u);
    }
    expect(block.docs.summary.en).toMatch(/\.$/);
    expect(block.docs.summary.zh).toMatch(/。$/);
    expect(katex.renderToString(block.docs.equation, { throwOnError: true })).toContain('katex');
    expect(block.docs.source).toMatch(/(19|20)\d\d.*§/);
    const pascal = block.icon.replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter: string) =>
      letter.toUpperCase(),
    );
    expect(Object.keys(icons)).toContain(pascal);
    for (const { title } of Object.values(block.inputs))
      expect(title.zh).toMatch(/\p{Script=Han}/u);
  });

  it('gives every param a default and help in both languages', () => {
    for (const [name, schema] of fields) {
      const help = z
        .object({ en: z.string(), zh: z.string() })
        .parse(block.params.shape[name]?.meta()?.help);
      expect(help.en, name).toMatch(/^[A-Za-z√].*\.$/);
      expect(help.zh, name).toMatch(/\p{Script=Han}.*。$/u);
      expect(schema, name).toHaveProperty('default');
    }
    expect(block.card.length).toBeLessThanOrEqual(2);
    expect(fields.map(([name]) => name)).toEqual(expect.arrayContaining([...block.card]));
  });

  it('keeps its params through JSON', () => {
    fc.assert(
      fc.property(paramsOf(block), (params) => {
        const parsed = block.params.parse(params);
        expect(block.params.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
      }),
    );
  });

  it('computes exactly the shape it promised', () => {
    forCases(
      block,
      (one) => {
        const shapes = portShapes(block, one.params, one.sizes.d);
        const promised = block.inferShape({ ...one.params }, shapes, context);
        expect(outputOf(block, one).shape).toEqual(resolveShape(promised, { ...one.sizes }));
      },
      40,
    );
  });

  it('refuses wrong shapes with a Problem, never with another error', () => {
    const wrong = fc.array(fc.oneof(fc.constantFrom('B', 'T'), fc.integer({ min: 1, max: 9 })), {
      maxLength: 4,
    });
    const shapes = fc.record(
      Object.fromEntries(Object.keys(block.inputs).map((port) => [port, wrong])),
    );
    fc.assert(
      fc.property(paramsOf(block), shapes, (params, inputs) => {
        try {
          const shape = block.inferShape(params, inputs, context);
          block.weights(params, inputs, context);
          expect(Array.isArray(shape)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
          if (error instanceof ProblemError) {
            const { where, what, fix } = error.problem;
            expect(
              [where.en, what.en, fix.en, where.zh, what.zh, fix.zh].every((text) => text !== ''),
            ).toBe(true);
          }
        }
      }),
    );
  });

  it('has the gradient that central differences have', () => {
    forCases(
      block,
      (one) => {
        const floats = { ...one.weights, ...one.inputs };
        const names = Object.keys(floats).filter((name) => floats[name]?.dtype === 'float32');
        if (names.length === 0) return;
        const run = (values: Tensors) =>
          outputOf(
            block,
            {
              ...one,
              weights: withChanged(one.weights, values),
              inputs: withChanged(one.inputs, values),
            },
            { seed: one.seed },
          );
        const mixer = randomTensor(run({}).shape, one.seed, 'mixer');
        const loss = (values: Tensors) => tf.sum(tf.mul(run(values), mixer));
        const gradients = tf.grads((...tensors: Tensor[]) =>
          loss(Object.fromEntries(names.map((name, i) => [name, tensors[i] ?? tf.scalar(0)]))),
        )(names.flatMap((name) => floats[name] ?? []));
        for (const [i, name] of names.entries()) {
          const [x, g] = [floats[name], gradients[i]];
          if (!x || !g) throw new Error(`no gradient of ${name}`);
          const norm = Math.hypot(...g.dataSync());
          // Half along the gradient, where the loss moves most, and half along chance, which sees what is missing.
          const chance = randomTensor(x.shape, one.seed, `direction ${name}`);
          const u = tf.add(tf.div(g, norm + 1e-12), tf.div(chance, tf.norm(chance)));
          const h = 3e-3;
          const at = (step: number) =>
            read(tf.mul(run({ [name]: tf.add(x, tf.mul(u, step)) }), mixer));
          const [plus, minus] = [at(h), at(-h)];
          const numeric =
            plus.reduce((sum, value, j) => sum + value - (minus[j] ?? 0), 0) / (2 * h);
          const analytic = tf.sum(tf.mul(g, u)).dataSync()[0] ?? Number.NaN;
          expect(Math.abs(numeric - analytic), name).toBeLessThanOrEqual(0.03 * norm + 2e-3);
        }
      },
      12,
    );
  });

  it('gives the same bytes for the same seed', () => {
    forCases(
      block,
      (one) => {
        expect(bytes(outputOf(block, one, { seed: 5 }))).toEqual(
          bytes(outputOf(block, one, { seed: 5 })),
        );
      },
      8,
    );
  });

  it('drops nothing outside training', () => {
    forCases(
      block,
      (one) => {
        const without = {
          ...one.params,
          ...('rate' in one.params && { rate: 0 }),
          ...('dropout' in one.params && { dropout: 0 }),
        };
        expect(bytes(outputOf(block, one))).toEqual(
          bytes(outputOf(block, { ...one, params: without })),
        );
      },
      8,
    );
  });

  it('keeps no tensor and shows its values only to whoever looks', () => {
    forCases(
      block,
      (one) => {
        const before = tf.memory().numTensors;
        const names: string[] = [];
        const output = tf.tidy(() =>
          outputOf(block, one, {
            tap: (name: string, value: () => Tensor) => {
              names.push(name);
              expect(value().dataSync().every(Number.isFinite)).toBe(true);
            },
          }),
        );
        if (
          !Object.values(one.feeds).includes(output) &&
          !Object.values(one.inputs).includes(output)
        )
          output.dispose();
        expect(tf.memory().numTensors).toBe(before);
        expect(new Set(names).size).toBe(names.length);
        tf.dispose(outputOf(block, one, { tap: () => undefined }));
      },
      5,
    );
  });

  it('is written in PyTorch by a class of golden/blocks.py, if at all', () => {
    fc.assert(
      fc.property(paramsOf(block), (params) => {
        const written = block.toPyTorch?.(params) ?? 'nn.Identity()';
        const [, name] = /^(\w+|nn\.Identity)\(.*\)$/.exec(written) ?? [];
        if (name !== 'nn.Identity') expect(pythonSource).toContain(`class ${name}(`);
      }),
      { numRuns: 10 },
    );
  });
});

it('gives every block its own type, and nothing else', () => {
  expect(blockByType.size).toBeGreaterThanOrEqual(10);
  for (const type of blockByType.keys()) expect(type).toMatch(/^[a-z][A-Za-z]*$/);
});
