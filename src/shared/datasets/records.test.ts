import { describe, expect, it } from 'vitest';
import { fitTokenizer } from '../tokenizers/registry';
import { type RecordRow, recordDataset, specialsFor, type TokenizedRecords } from './records';

const specials = ['<bos>', '<eos>', '<sep>'];
const tokenizer = fitTokenizer('character', 'abcdefgh', specials);
const ids = (text: string) => Int32Array.from(tokenizer.encode(text).ids);

function row(...records: [string, string | number][]): RecordRow {
  const read = (i: number) => {
    const [input = '', output = ''] = records[i] ?? [];
    const second = typeof output === 'number' ? Int32Array.of(output) : ids(output);
    return { input: ids(input), output: second };
  };
  const size = (i: number) => ({ input: read(i).input.length, output: read(i).output.length });
  return { length: records.length, n_tokens: 0, size, read };
}

function records(use: TokenizedRecords['use'], train: RecordRow, val: RecordRow): TokenizedRecords {
  return { tokenizer, use, labels: ['no', 'yes'], train, val, n_unknown: 0 };
}

describe('records as examples', () => {
  it('of pairs are source and target; those longer than n_ctx are left out', () => {
    const all = records(
      'pair',
      row(['ab', 'c'], ['abcdef', 'c'], ['a', 'bcdefg']),
      row(['b', 'a']),
    );
    const data = recordDataset('a.tsv', all, { type: 'seq2seq' }, 4);
    expect(data.train(1, 3)).toEqual({ source: ids('ab'), tokens: ids('c') });
    expect(data.n_val_examples).toBe(1);
    expect(
      new Set(Array.from({ length: 50 }, (_, i) => data.train(1, i).source?.length)).size,
    ).toBe(1);
  });

  it('count question, mark and answer together where one model reads both', () => {
    const all = records('pair', row(['ab', 'cd']), row(['b', 'a']));
    expect(() => recordDataset('a.tsv', all, { type: 'nextToken' }, 4)).toThrow(
      'a.tsv: no pair of the training part fits into n_ctx 4; the shortest takes 5 tokens. Use n_ctx 5 or more.',
    );
    recordDataset('a.tsv', all, { type: 'nextToken' }, 5);
  });

  it('of labels are cut at n_ctx and keep their class', () => {
    const all = records('label', row(['abcdef', 1]), row(['b', 0]));
    const data = recordDataset('a.csv', all, { type: 'sequenceLabel' }, 4);
    expect(data.train(1, 0)).toEqual({ tokens: ids('abcd'), labels: Int32Array.of(1) });
    expect(data.n_labels).toBe(2);
  });

  it('of labels stand behind a token of their own where the first position is read', () => {
    const cls = fitTokenizer('character', 'abcdefgh', ['<cls>']);
    const id = cls.specials.get('<cls>') ?? -1;
    const all = { ...records('label', row(['abcdef', 1]), row(['b', 0])), tokenizer: cls };
    const byFirst = { type: 'sequenceLabel', byFirst: true };
    const data = recordDataset('a.csv', all, byFirst, 4);
    expect(data.train(1, 0)).toEqual({
      tokens: Int32Array.from([id, ...ids('abc')]),
      labels: Int32Array.of(1),
    });
    expect(data.val(0).tokens).toEqual(Int32Array.from([id, ...ids('b')]));
    // The mean reads the text alone; and a run of before there was such a token goes on as it began.
    const plain = { tokens: ids('abcd'), labels: Int32Array.of(1) };
    expect(recordDataset('a.csv', all, { type: 'sequenceLabel' }, 4).train(1, 0)).toEqual(plain);
    const old = { ...all, tokenizer };
    expect(recordDataset('a.csv', old, byFirst, 4).train(1, 0)).toEqual(plain);
  });

  it('of single texts stand between marks of start and end', () => {
    const all = records('text', row(['abc', '']), row(['b', '']));
    const bos = tokenizer.specials.get('<bos>') ?? -1;
    const eos = tokenizer.specials.get('<eos>') ?? -1;
    const data = recordDataset('a.csv', all, { type: 'nextToken' }, 8);
    expect(data.train(1, 0).tokens).toEqual(Int32Array.from([bos, ...ids('abc'), eos]));
    expect(recordDataset('a.csv', all, { type: 'nextToken' }, 2).train(1, 0).tokens).toHaveLength(
      3,
    );
  });

  it('need some for validation', () => {
    const all = records('text', row(['abc', '']), row());
    expect(() => recordDataset('a.csv', all, { type: 'nextToken' }, 8)).toThrow(
      'a.csv: it has 1 usable row, too few to keep some for validation. Use a table of at least ten rows.',
    );
  });
});

it('asks of the vocabulary what its use and objective need', () => {
  const table = { format: 'csv', delimiter: ',', header: true, input: 'a', output: 'b' } as const;
  const mask = { type: 'maskedToken', specials: ['<mask>'] };
  const next = { type: 'nextToken', specials: [] };
  expect(specialsFor(null, mask)).toEqual(['<mask>']);
  expect(specialsFor({ ...table, use: 'pair' }, next)).toEqual(specials);
  expect(specialsFor({ ...table, use: 'text' }, next)).toEqual(['<bos>', '<eos>']);
  expect(specialsFor({ ...table, use: 'label' }, mask)).toEqual(['<mask>']);
  const label = { type: 'sequenceLabel', specials: [] };
  expect(specialsFor({ ...table, use: 'label' }, label)).toEqual(['<cls>']);
});
