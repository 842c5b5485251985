import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError, showProblem } from '@shared/contract/problem';
import type { Drawing } from '@shared/contract/project';
import { emptyProject } from '@shared/contract/project.testing';
import { openTable } from '@shared/datasets/tables/tableReader';
import { readSafetensors } from '@shared/export/safetensors';
import { compile } from '@shared/graph/compile';
import { readTokenizerJson } from '@shared/tokenizers/huggingFaceImport';
import { loadTokenizer } from '@shared/tokenizers/registry';
import { describe, expect, it } from 'vitest';
import { loadCheckpoint } from './checkpointFile';
import { sentenceOf, temporaryFolder } from './folder.testing';
import { copyProject, parseProject, readProject, writeProject } from './projectFolder';
import { parseJson } from './zodProblem';

const root = temporaryFolder();

/** What some work says. A reader that never ended would be seen by the test file never ending. */
async function said(work: () => unknown): Promise<string> {
  return Promise.resolve()
    .then(work)
    .then(
      () => 'fine',
      (error: unknown) => {
        if (error instanceof ProblemError) return showProblem(error.problem);
        throw error;
      },
    );
}

const node = {
  id: 'n',
  type: 'linear',
  params: {},
  position: { x: 0, y: 0 },
  group: null,
  label: null,
};
const drawn = (drawing: object) => ({
  ...emptyProject,
  variants: [{ id: 'a', name: 'A', drawing: { nodes: [], wires: [], groups: [], ...drawing } }],
});
const place = 'project.json at variants.0.drawing.nodes';
const foreign = 'This file was not written by Toyformer.';

describe('a hostile project.json', () => {
  it('of a million nodes says how many it may have', async () => {
    const nodes = new Array(1_000_000).fill(node);
    expect(await said(() => parseProject(drawn({ nodes })))).toBe(
      `${place}: expected at most 2000 entries, got a list of 1000000.`,
    );
  });

  it('of a million params says where', async () => {
    const params = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [`p${i}`, 0]));
    expect(await said(() => parseProject(drawn({ nodes: [{ ...node, params }] })))).toBe(
      `${place}.0.params: it has more than 60 names. ${foreign}`,
    );
  });

  it('of hundreds of thousands of faults names the first', async () => {
    const params = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`p${i}`, []]));
    const nodes = new Array(2000).fill({ ...node, params });
    const project = drawn({ nodes });
    const variants = new Array(4).fill(project.variants[0]);
    expect(await said(() => parseProject({ ...project, variants }))).toBe(
      `${place}.0.params.p0: expected a number, a text, true, false or null, got a list of 0.`,
    );
  });

  it.each([
    ['1e999', 'a number beyond 1.8e308'],
    ['-1e999', 'a number below -1.8e308'],
  ])('with the number %s says where it stands', async (number, shown) => {
    const text = JSON.stringify(drawn({ nodes: [node] })).replace('"x":0', `"x":${number}`);
    expect(await said(() => parseProject(parseJson(text, 'project.json')))).toBe(
      `${place}.0.position.x: expected a number, got ${shown}.`,
    );
  });

  it('with the number 1e308 says where it stands', async () => {
    const settings = { ...emptyProject.settings, lr: 1e308 };
    expect(await said(() => parseProject({ ...emptyProject, settings }))).toBe(
      'project.json at settings.lr: expected at most 10, got 1e+308.',
    );
    const far = { ...node, position: { x: 1e308, y: 0 } };
    expect(await said(() => parseProject(drawn({ nodes: [far] })))).toBe(
      `${place}.0.position.x: expected at most 10000000, got 1e+308.`,
    );
  });

  it('of 100 MB is not even read', async () => {
    const folder = join(root, 'large');
    mkdirSync(folder);
    const file = openSync(join(folder, 'project.json'), 'w');
    ftruncateSync(file, 100 * 2 ** 20);
    closeSync(file);
    expect(await said(() => readProject(folder))).toBe(
      `project.json: it has 100 MB; at most 32 MB were expected. ${foreign}`,
    );
  });

  it('with texts of 10 MB is refused for the text', async () => {
    const label = 'x'.repeat(10_000_000);
    expect(await said(() => parseProject(drawn({ nodes: [{ ...node, label }] })))).toBe(
      `${place}.0.label: expected at most 80 characters, got "${'x'.repeat(56)}…".`,
    );
  });

  it('that nests a million deep is refused', async () => {
    const text = `{"version": 1, "variants": ${'['.repeat(1_000_000)}`;
    expect(await said(() => parseJson(text, 'project.json'))).toBe(
      `project.json line 1, column 127: lists and objects lie in each other more than 100 deep. ${foreign}`,
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'whose params are named %s reaches no prototype',
    async (name) => {
      const text = JSON.stringify(drawn({ nodes: [node] }))
        .replace('"params":{}', `"params":{"${name}":"polluted"}`)
        .replace('"settings":{', '"settings":{"__proto__":{"polluted":true},');
      const project = parseProject(parseJson(text, 'project.json'));
      for (const { drawing } of project.variants) compile(drawing, { n_vocab: 4, n_ctx: 4 });
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      expect(Reflect.get(project.settings, 'polluted')).toBeUndefined();
    },
  );

  it('of loops upon loops compiles to problems', async () => {
    const nodes = Array.from({ length: 2000 }, (_, i) => ({
      ...node,
      id: `n-${i}`,
      type: 'residualAdd',
    }));
    const wires = Array.from({ length: 8000 }, (_, i) => ({
      from: `n-${(i * 7) % 2000}`,
      to: `n-${(i * 13 + 1) % 2000}`,
      port: i % 2 === 0 ? 'x' : 'residual',
    }));
    const drawing: Drawing = { nodes, wires, groups: [] };
    parseProject(drawn(drawing));
    let problems = 0;
    await said(() => {
      problems = compile(drawing, { n_vocab: 4, n_ctx: 4 }).problems.length;
    });
    expect(problems).toBeGreaterThan(1000);
  });
});

describe('a hostile checkpoint', () => {
  const file = (header: string, body = 0) => {
    const bytes = new Uint8Array(8 + header.length + body);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
    bytes.set(new TextEncoder().encode(header), 8);
    return bytes;
  };
  const entry = (shape: string, from: number | string, to: number | string) =>
    `{"dtype":"F32","shape":[${shape}],"data_offsets":[${from},${to}]}`;

  it.each([
    [`{"a":${entry('1', 0, 4)},"b":${entry('1', 0, 4)}}`, 'b takes bytes 0 to 4'],
    [`{"a":${entry('1', -4, 0)}}`, 'a.data_offsets.0'],
    [`{"a":${entry('1e308,1e308', 0, 4)}}`, 'a.shape.0'],
    [`{"a":${entry('4503599627370496,4503599627370496', 0, 4)}}`, 'a takes bytes 0 to 4'],
    [`{"a":${entry('1', 0, '1e999')}}`, 'a.data_offsets.1'],
    [`{"${'a'.repeat(3_000_000)}":0}`, `${'a'.repeat(80)}: `],
    [`{"a":${'['.repeat(100_000)}`, 'its header is not JSON'],
    ['[1,2]', 'its header is not JSON'],
  ])('says what is wrong %#', async (header, part) => {
    const sentence = await said(() => readSafetensors(file(header, 4), 'w'));
    expect(sentence).toMatch(/^w: .+ The file is damaged; use an earlier checkpoint\.$/);
    expect(sentence).toContain(part);
    expect(sentence.length).toBeLessThan(300);
  });

  it('with 60,000 empty weights is read', async () => {
    const entries = Array.from({ length: 60_000 }, (_, i) => `"${i}":${entry('0', 0, 0)}`);
    expect(await said(() => readSafetensors(file(`{${entries.join(',')}}`), 'w'))).toBe('fine');
  });

  it('of more than 2 GB is refused before it is read', async () => {
    const folder = join(root, 'run/checkpoints/step-000001');
    mkdirSync(folder, { recursive: true });
    const manifest = { version: 1, step: 1, train_loss: 1, val_loss: 1, n_params: 1 };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const weights = openSync(join(folder, 'weights.safetensors'), 'w');
    ftruncateSync(weights, 3 * 2 ** 30);
    closeSync(weights);
    expect(await said(() => loadCheckpoint(join(root, 'run'), 1))).toBe(
      'weights.safetensors: the file is larger than 2 GB. Use a smaller one.',
    );
  });
});

describe('hostile data', () => {
  const table = { header: true, use: 'text', input: 'text', output: '', n_labels: 0 } as const;
  async function readTable(format: 'csv' | 'jsonl', pieces: readonly string[]) {
    const faults: string[] = [];
    let records = 0;
    await said(() => {
      const reader = openTable(
        'x',
        { ...table, format, delimiter: ',' },
        {
          record: () => void records++,
          fault: ({ line, what }) => void faults.push(`${line}: ${what.en}`),
        },
      );
      for (const piece of pieces) reader.push(piece);
      reader.end();
    });
    return { records, faults };
  }

  it('as a quote that never ends', async () => {
    const piece = 'word, word\n'.repeat(6000);
    const { records, faults } = await readTable('csv', [
      'text\nfine\n"',
      ...new Array<string>(25).fill(piece),
    ]);
    expect(records).toBeGreaterThanOrEqual(1);
    expect(faults.length).toBeGreaterThanOrEqual(1);
  });

  it('as a row of a million fields', async () => {
    const { records, faults } = await readTable('csv', [
      'text\n',
      ','.repeat(1_000_000),
      '\nfine\n',
    ]);
    expect(records).toBe(1);
    expect(faults).toHaveLength(1);
  });

  it('as a line of millions of characters that is no JSON', async () => {
    const line = `{"text": "${'x'.repeat(7_000_000)}"`;
    const { records, faults } = await readTable('jsonl', [line, '\n{"text": "fine"}\n']);
    expect(records).toBe(1);
    expect(faults).toHaveLength(1);
  });

  it('as a tokenizer of a million merges', async () => {
    const merges = Array.from({ length: 2_000_000 }, (_, i) => i % 256);
    const tokens = Array.from({ length: 1_000_256 }, (_, i) => String(i));
    const state = { type: 'bpe', split: 'gpt2', normalize: 'none', specials: [], tokens, merges };
    expect(await said(() => loadTokenizer(state))).toMatch(/^The saved tokenizer at \w+: /);
  });
});

describe('a hostile tokenizer.json', () => {
  const file = (vocab: string, merges: string) =>
    `{"version":"1.0","model":{"type":"BPE","vocab":{${vocab}},"merges":[${merges}]},"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"use_regex":true},"decoder":{"type":"ByteLevel"},"added_tokens":[]}`;

  it.each([
    ['a million merges', () => file('"a":0', new Array(1_000_000).fill('"a a"').join(','))],
    [
      'a million tokens',
      () => file(Array.from({ length: 1_000_000 }, (_, i) => `"${i}":${i}`).join(','), ''),
    ],
    ['an id beyond all', () => file('"a":1e999', '')],
    ['a negative id', () => file('"a":-1', '')],
    ['the prototype as a token', () => file('"__proto__":0', '"__proto__ __proto__"')],
    ['lists in lists', () => file('"a":0', '['.repeat(100_000))],
  ])('of %s is refused', async (_name, text) => {
    const made = text();
    const sentence = await said(() => readTokenizerJson('t.json', made));
    expect(sentence).toMatch(/^t\.json/);
    expect(sentence.length).toBeLessThan(500);
  });
});

describe('a strange name of a folder', () => {
  it.each(['two\nlines', '"quoted" \'name\'', '😀 模型', '-rf', '%2e%2e', 'a'.repeat(255)])(
    'is kept: %j',
    async (name) => {
      const folder = join(root, name);
      await writeProject(folder, { ...emptyProject, name: 'kept' });
      expect((await readProject(folder)).name).toBe('kept');
    },
  );

  it('that is too long for the disk is refused in a sentence', async () => {
    const from = join(root, 'plain');
    await writeProject(from, emptyProject);
    const name = '😀'.repeat(60);
    expect(await sentenceOf(() => copyProject(from, join(root, `${name}${'x'.repeat(15)}`)))).toBe(
      `${name}${'x'.repeat(15)}: the name is too long for this disk. Use a shorter name.`,
    );
  });
});
