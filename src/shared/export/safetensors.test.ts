import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NamedArray } from '../contract/checkpoint';
import { ProblemError } from '../contract/problem';
import { readSafetensors, writeSafetensors } from './safetensors';

const anyArray = fc.array(fc.nat(4), { maxLength: 3 }).chain((shape): fc.Arbitrary<NamedArray> => {
  const n = shape.reduce((product, size) => product * size, 1);
  return fc
    .float32Array({ minLength: n, maxLength: n })
    .map((values) => ({ shape, values: Float32Array.from(values) }));
});
/** JSON's objects list whole numbers before other names: a weight is never called so. */
const anyName = fc
  .string({ unit: 'grapheme' })
  .filter((name) => !name.startsWith('__') && !/^\d+$/.test(name));
const anyArrays = fc
  .array(fc.tuple(anyName, anyArray), { maxLength: 5 })
  .map((entries) => new Map(entries));

const two: ReadonlyMap<string, NamedArray> = new Map([
  ['a', { shape: [2], values: Float32Array.of(1, 2) }],
  ['b', { shape: [1, 1], values: Float32Array.of(3) }],
]);

/** A file with this header over `n` bytes of zeros. */
function fileOf(header: unknown, n: number): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(8 + json.length + n);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 8);
  return bytes;
}

describe('safetensors', () => {
  it('reads back what it wrote, bit for bit and in order', () => {
    fc.assert(
      fc.property(anyArrays, (arrays) => {
        expect([...readSafetensors(writeSafetensors(arrays), 'w')]).toEqual([...arrays]);
      }),
    );
  });

  it('pads the header to 8 bytes and says that it is for PyTorch', () => {
    const bytes = writeSafetensors(two);
    const length = new DataView(bytes.buffer).getUint32(0, true);
    expect(length % 8).toBe(0);
    expect(new TextDecoder().decode(bytes.subarray(8, 8 + length)).trimEnd()).toBe(
      '{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},' +
        '"b":{"dtype":"F32","shape":[1,1],"data_offsets":[8,12]}}',
    );
  });

  it.each([
    ['an overlap', [0, 8], [4, 8], 12],
    ['a hole', [0, 8], [12, 16], 16],
    ['a huge offset', [0, 8], [8, 2 ** 50], 12],
    ['a shape that does not fit', [0, 8], [8, 16], 16],
  ])('refuses %s', (_what, a, b, n) => {
    const entry = (shape: number[], dataOffsets: unknown) => ({
      dtype: 'F32',
      shape,
      data_offsets: dataOffsets,
    });
    const file = fileOf({ a: entry([2], a), b: entry([1], b) }, n);
    expect(() => readSafetensors(file, 'weights.safetensors')).toThrow(
      /^weights\.safetensors: b takes bytes \d+ to \d+, which does not fit its shape and the file\. The file is damaged; use an earlier checkpoint\.$/,
    );
  });

  it('refuses negative offsets and foreign types by their place', () => {
    const bad = { dtype: 'F32', shape: [1], data_offsets: [-4, 0] };
    expect(() => readSafetensors(fileOf({ a: bad }, 4), 'w')).toThrow('w: a.data_offsets.0: ');
    expect(() => readSafetensors(fileOf({ a: { ...bad, dtype: 'BF16' } }, 4), 'w')).toThrow(
      'w: a.dtype: ',
    );
  });

  it('refuses a header length that the file cannot hold', () => {
    const bytes = writeSafetensors(two);
    new DataView(bytes.buffer).setBigUint64(0, 2n ** 31n, true);
    expect(() => readSafetensors(bytes, 'w')).toThrow(
      'w: its header claims 2147483648 bytes, more than the file can hold. The file is damaged; use an earlier checkpoint.',
    );
  });

  it('answers every cut or changed file with arrays or a Problem', () => {
    const bytes = writeSafetensors(two);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(bytes.length - 1), fc.nat(255), (cut, at, byte) => {
        const changed = bytes.slice(0, cut);
        if (at < cut) changed[at] = byte;
        try {
          readSafetensors(changed, 'w');
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
