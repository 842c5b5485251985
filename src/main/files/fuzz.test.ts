import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointManifestSchema } from '@shared/contract/checkpoint';
import { runSchema } from '@shared/contract/project';
import { emptyProject } from '@shared/contract/project.testing';
import { guessTable } from '@shared/datasets/tables/guess';
import { openTable } from '@shared/datasets/tables/tableReader';
import { readSafetensors, writeSafetensors } from '@shared/export/safetensors';
import { compile } from '@shared/graph/compile';
import { templates } from '@shared/graph/templates';
import { bpeStateSchema } from '@shared/tokenizers/bpeState';
import { toTokenizerJson } from '@shared/tokenizers/huggingFace';
import { readTokenizerJson } from '@shared/tokenizers/huggingFaceImport';
import { fitTokenizer, loadTokenizer, tokenizerByType } from '@shared/tokenizers/registry';
import { describe, expect, it } from 'vitest';
import { textStream } from '../data/decode';
import { encodingFinder } from '../data/encoding';
import { temporaryFolder, testRun } from './folder.testing';
import { fuzz, outcomeOf, outcomes } from './fuzz.testing';
import { readMetrics } from './metricsFile';
import { parseProject } from './projectFolder';
import { parseAs, parseJson } from './zodProblem';

const utf8 = (text: string) => new TextEncoder().encode(text);
const plain = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const json = (value: unknown) => utf8(`${JSON.stringify(value, null, 2)}\n`);
const drawing = templates.tinyGpt.make();
const folder = temporaryFolder();

describe('damaged files give a value or a sentence', () => {
  it('project.json, and what is drawn in it compiles', () => {
    const project = { ...emptyProject, variants: [{ id: 'a', name: 'A', drawing }] };
    fuzz([json(project), utf8(JSON.stringify(project))], 6000, (bytes) => {
      const read = outcomeOf(() => parseProject(parseJson(plain(bytes), 'project.json')));
      for (const variant of read?.variants ?? []) {
        const sizes = { n_vocab: 65, n_ctx: read?.settings.n_ctx ?? 1 };
        expect(outcomeOf(() => compile(variant.drawing, sizes))).not.toBeNull();
      }
    });
  });

  it('run.json', () => {
    const tokenizer = fitTokenizer('character', 'The fox').save();
    fuzz([json(testRun({ drawing, tokenizer }))], 2500, (bytes) => {
      const read = outcomeOf(() =>
        parseAs(runSchema, parseJson(plain(bytes), 'run.json'), 'run.json'),
      );
      if (read !== null) outcomeOf(() => loadTokenizer(read.tokenizer));
    });
  });

  it('manifest.json', () => {
    const manifest = { version: 1, step: 500, train_loss: 1.25, val_loss: null, n_params: 812 };
    fuzz([json(manifest)], 1500, (bytes) => {
      outcomeOf(() => parseAs(checkpointManifestSchema, parseJson(plain(bytes), 'm'), 'm'));
    });
  });

  it('weights.safetensors', () => {
    const array = (...shape: number[]) => ({
      shape,
      values: new Float32Array(shape.reduce((product, size) => product * size, 1)).fill(0.5),
    });
    const few = new Map([
      ['decoder.0.attention.W_Q', array(3, 4)],
      ['层归一化.gain', array(4)],
      ['empty', array(0, 7)],
    ]);
    const file = writeSafetensors(few);
    // Cut off too, so that a header fits no more.
    fuzz([file, file.subarray(0, file.length - 64)], 5000, (bytes) => {
      for (const { shape, values } of outcomeOf(() => readSafetensors(bytes, 'w'))?.values() ?? [])
        expect(values).toHaveLength(shape.reduce((product, size) => product * size, 1));
    });
  });

  it('metrics.jsonl', async () => {
    const lines = Array.from({ length: 12 }, (_, i) =>
      JSON.stringify({ step: i + 1, train_loss: 1 / (i + 1), lr: 0.001, sample: 'abc "d"' }),
    );
    const path = join(folder, 'metrics.jsonl');
    const copies: Uint8Array[] = [];
    fuzz([utf8(`${lines.join('\n')}\n`)], 700, (bytes) => void copies.push(bytes));
    for (const bytes of copies) {
      writeFileSync(path, bytes);
      const steps = (await readMetrics(path)).map(({ step }) => step);
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
    }
  });
});

describe('damaged data gives a text, records or a sentence', () => {
  const texts = [
    'Zwölf Boxkämpfer jagen Viktor.\r\n',
    '春眠不觉晓，处处闻啼鸟。\n',
    'a\tb;c|d,e\n',
  ];
  const encoded = texts.map((text) => utf8(text.repeat(20)));

  it('as a text of any encoding, in pieces', () => {
    const labels = ['gb18030', 'utf-16le', 'big5', 'shift_jis', 'iso-2022-jp', 'no such', ''];
    let turn = 0;
    fuzz(encoded, 2500, (bytes) => {
      const size = 1 + (turn % 97);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const finder = encodingFinder();
      for (const piece of pieces) finder.push(piece);
      const found = outcomeOf(() => finder.end())?.label;
      expect(found).toBeTypeOf('string');
      for (const label of [found ?? '', labels[turn++ % labels.length] ?? '']) {
        outcomeOf(() => {
          const stream = textStream(label, 'x.txt');
          const text = [...pieces.map((piece) => stream.push(piece)), stream.end()].join('');
          expect(text).not.toContain('\r');
        });
      }
    });
  });

  it.each(['csv', 'tsv', 'jsonl'])('as a table: %s', (extension) => {
    const rows = ['text', 'label'].join(extension === 'tsv' ? '\t' : ',');
    const table = utf8(`${rows}\n"one, ""two""\n three",4\n五,6\n`.repeat(5));
    const objects = utf8('{"text": "one", "label": 2}\n{"text": "三", "label": "4"}\n'.repeat(5));
    fuzz([extension === 'jsonl' ? objects : table], 1200, (bytes) => {
      const name = `x.${extension}`;
      const text = plain(bytes);
      const guess = outcomeOf(() => guessTable(name, text));
      if (guess === null) return;
      const hear = { record: () => undefined, fault: () => undefined };
      outcomeOf(() => {
        const reader = openTable(name, guess, hear);
        reader.push(text);
        reader.end();
      });
    });
  });

  it('as a tokenizer.json', () => {
    const saved = fitTokenizer('bpe', `${texts.join('')}The cat sat. `.repeat(3)).save();
    const file = toTokenizerJson(bpeStateSchema.parse(saved));
    fuzz([utf8(file), utf8(JSON.stringify(JSON.parse(file)))], 1500, (bytes) => {
      const state = outcomeOf(() => readTokenizerJson('tokenizer.json', plain(bytes)));
      const tokenizer = state === null ? null : outcomeOf(() => loadTokenizer(state));
      if (tokenizer === null) return;
      const ids = outcomeOf(() => tokenizer.encode('The fox 春 😀'))?.ids ?? [];
      for (const id of ids) expect(id).toBeLessThan(tokenizer.n_vocab);
      expect(tokenizer.decode(ids)).toBeTypeOf('string');
    });
  });

  it.each([...tokenizerByType.keys()])('as a saved tokenizer: %s', (type) => {
    const saved = fitTokenizer(type, `${texts.join('')}The cat sat. The cat sat.`.repeat(3)).save();
    fuzz([json(saved), utf8(JSON.stringify(saved))], 700, (bytes) => {
      const tokenizer = outcomeOf(() => loadTokenizer(parseJson(plain(bytes), 'tokenizer')));
      if (tokenizer === null) return;
      for (const text of ['The fox 春 😀', '\ud800']) {
        const ids = outcomeOf(() => tokenizer.encode(text))?.ids ?? [];
        for (const id of ids) expect(id).toBeLessThan(tokenizer.n_vocab);
        expect(tokenizer.decode(ids)).toBeTypeOf('string');
      }
    });
  });
});

it('was tried on 20,000 copies and more, of which many were still readable', () => {
  expect(outcomes.cases).toBeGreaterThanOrEqual(20_000);
  // Damage that is always refused, or never, would test little.
  expect(outcomes.values).toBeGreaterThan(5000);
  expect(outcomes.problems).toBeGreaterThan(5000);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});
