import { z } from 'zod';
import { defineTask, differentIds, param, randomIds } from './task';

const keyNames = (n: number) => Array.from({ length: n }, (_, i) => `k${i}`);
const valueNames = (n: number) => Array.from({ length: n }, (_, i) => `v${i}`);

/** Keys with their values, then one of the keys → its value. */
export const keyValue = defineTask({
  type: 'keyValue',
  title: { en: 'Key and value', zh: '键值查找' },
  docs: {
    summary: {
      en: 'After a list of keys and values, say the value of one key: k3 v1 k5 v7 k5 → v7.',
      zh: '给出一串键和值后，说出某个键的值：k3 v1 k5 v7 k5 → v7。',
    },
    source: 'Arora et al. 2023, Zoology: Measuring and Improving Recall, §3',
  },
  params: z.object({
    n_items: param(z.int().min(1).max(64).default(8), {
      en: 'Pairs in the list.',
      zh: '列表中的对数。',
    }),
    n_keys: param(z.int().min(2).max(128).default(16), {
      en: 'Different keys.',
      zh: '不同键的个数。',
    }),
    n_values: param(z.int().min(2).max(128).default(16), {
      en: 'Different values.',
      zh: '不同值的个数。',
    }),
  }),
  objectives: ['nextToken', 'seq2seq'],
  symbols: ({ n_keys, n_values }) => [...keyNames(n_keys), ...valueNames(n_values)],
  longest: ({ n_items }) => 2 * n_items + 3,
  make(random, { n_items, n_keys, n_values }) {
    const keys = differentIds(random, Math.min(n_items, n_keys), n_keys);
    const values = randomIds(random, keys.length, n_values).map((value) => value + n_keys);
    const asked = random.int(keys.length);
    const list = Array.from(keys).flatMap((key, i) => [key, values[i] ?? 0]);
    return {
      source: Int32Array.from([...list, keys[asked] ?? 0]),
      tokens: Int32Array.of(values[asked] ?? 0),
    };
  },
});

/**
 * Items, each the sum of a key and a value; one query position that asks for several keys at once, each in its own
 * slot → their values. One attention head can point at one place only.
 *
 * source: (2 · n_items) key, value, key, value … · tokens: (n_queries) slot-marked keys · labels: (n_queries)
 */
export const multiQuery = defineTask({
  type: 'multiQuery',
  title: { en: 'Several lookups at once', zh: '同时多查' },
  docs: {
    summary: {
      en: 'One position asks for the values of several keys at once: each head can answer for one.',
      zh: '一个位置同时查询多个键的值：每个头只能回答一个。',
    },
    source: 'Vaswani et al. 2017, §3.2.2: heads attend to different positions at once',
  },
  params: z.object({
    n_queries: param(z.int().min(1).max(16).default(4), {
      en: 'Keys asked for at once.',
      zh: '同时查询的键数。',
    }),
    n_items: param(z.int().min(1).max(64).default(12), { en: 'Items.', zh: '条目数。' }),
    n_keys: param(z.int().min(2).max(128).default(24), {
      en: 'Different keys.',
      zh: '不同键的个数。',
    }),
    n_values: param(z.int().min(2).max(128).default(12), {
      en: 'Different values.',
      zh: '不同值的个数。',
    }),
  }),
  objectives: ['sequenceLabel'],
  symbols: ({ n_queries, n_keys, n_values }) => [
    ...keyNames(n_keys),
    ...valueNames(n_values),
    ...Array.from({ length: n_queries }, (_, slot) =>
      keyNames(n_keys).map((key) => `${slot + 1}:${key}`),
    ).flat(),
  ],
  n_labels: ({ n_queries, n_values }) => n_queries * n_values,
  longest: ({ n_items, n_queries }) => Math.max(2 * n_items, n_queries),
  make(random, { n_queries, n_items, n_keys, n_values }) {
    const keys = differentIds(random, Math.min(n_items, n_keys), n_keys);
    const values = randomIds(random, keys.length, n_values);
    const asked = differentIds(random, Math.min(n_queries, keys.length), keys.length);
    const list = Array.from(keys).flatMap((key, i) => [key, n_keys + (values[i] ?? 0)]);
    return {
      source: Int32Array.from(list),
      tokens: asked.map((item, slot) => n_values + (slot + 1) * n_keys + (keys[item] ?? 0)),
      labels: asked.map((item) => values[item] ?? 0),
    };
  },
});
