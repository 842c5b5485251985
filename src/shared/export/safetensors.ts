import { z } from 'zod';
import type { NamedArray } from '../contract/checkpoint';
import { fail, sameText, type Text } from '../contract/problem';

/** A header beyond this is no header: a checkpoint of 10,000 weights needs about 1 MB. */
const MAX_HEADER = 4 * 2 ** 20;
const LENGTH_BYTES = 8;
const METADATA = '__metadata__';

const entrySchema = z.object({
  dtype: z.literal('F32'),
  shape: z.array(z.int().min(0)).max(8),
  data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
});
type Entry = z.output<typeof entrySchema>;

/**
 * Arrays in the safetensors format, float32, in the order of the map, header padded to 8 bytes.
 * @see https://huggingface.co/docs/safetensors
 */
export function writeSafetensors(arrays: ReadonlyMap<string, NamedArray>): Uint8Array {
  const header: Record<string, unknown> = { [METADATA]: { format: 'pt' } };
  let end = 0;
  for (const [name, { shape, values }] of arrays) {
    const start = end;
    end += values.byteLength;
    header[name] = { dtype: 'F32', shape, data_offsets: [start, end] };
  }
  const json = asciiJson(header);
  const length = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(LENGTH_BYTES + length + end);
  bytes.fill(0x20, LENGTH_BYTES, LENGTH_BYTES + length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  for (let i = 0; i < json.length; i++) bytes[LENGTH_BYTES + i] = json.charCodeAt(i);
  let at = LENGTH_BYTES + length;
  for (const { values } of arrays.values()) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return bytes;
}

/**
 * Reads what `writeSafetensors` wrote, and any safetensors file of float32 arrays.
 * @throws Problem when the file is cut off, or its header is not what it should be.
 */
export function readSafetensors(bytes: Uint8Array, name: string): Map<string, NamedArray> {
  const where = sameText(name);
  const { header, start } = readHeader(bytes, where);
  const arrays = new Map<string, NamedArray>();
  const entries = Object.entries(header).filter(([key]) => key !== METADATA);
  const places = entries
    .map(([key, value]) => ({ key, entry: readEntry(key, value, where) }))
    .sort((a, b) => a.entry.data_offsets[0] - b.entry.data_offsets[0]);
  let end = 0;
  for (const { key, entry } of places) {
    const [from, to] = entry.data_offsets;
    const n = entry.shape.reduce((product, size) => product * size, 1);
    if (from !== end || to - from !== n * 4 || start + to > bytes.length) {
      damaged(where, {
        en: `${key.slice(0, 80)} takes bytes ${from} to ${to}, which does not fit its shape and the file.`,
        zh: `${key.slice(0, 80)} 占第 ${from} 到 ${to} 字节，与它的形状和文件不符。`,
      });
    }
    end = to;
    arrays.set(key, {
      shape: entry.shape,
      values: new Float32Array(bytes.slice(start + from, start + to).buffer),
    });
  }
  if (start + end !== bytes.length) {
    damaged(where, {
      en: `the file has ${bytes.length} bytes, its header speaks of ${start + end}.`,
      zh: `文件有 ${bytes.length} 字节，而文件头说有 ${start + end} 字节。`,
    });
  }
  return new Map(entries.map(([key]) => [key, arrays.get(key) ?? damaged(where, sameText(key))]));
}

function readHeader(bytes: Uint8Array, where: Text) {
  if (bytes.length < LENGTH_BYTES) {
    damaged(where, { en: 'the file is cut off.', zh: '文件不完整。' });
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length > BigInt(Math.min(MAX_HEADER, bytes.length - LENGTH_BYTES))) {
    damaged(where, {
      en: `its header claims ${length} bytes, more than the file can hold.`,
      zh: `文件头自称有 ${length} 字节，超出了文件大小。`,
    });
  }
  const start = LENGTH_BYTES + Number(length);
  const text = decodeHeader(bytes.subarray(LENGTH_BYTES, start));
  const header = z.record(z.string(), z.unknown()).safeParse(text);
  if (!header.success) {
    damaged(where, { en: 'its header is not JSON.', zh: '文件头不是 JSON。' });
  }
  return { header: header.data ?? {}, start };
}

/** JSON whose every character is one byte of UTF-8. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** UTF-8 JSON; null when it is not. */
function decodeHeader(bytes: Uint8Array): unknown {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  const binary = parts.join('');
  try {
    return JSON.parse(/^[\0-\x7f]*$/.test(binary) ? binary : decodeUtf8(binary));
  } catch {
    return null;
  }
}

/** @throws URIError when the bytes, one per character, are no UTF-8. */
function decodeUtf8(binary: string): string {
  const percent = (character: string) =>
    `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return decodeURIComponent(binary.replace(/[%\x80-\xff]/g, percent));
}

function readEntry(key: string, value: unknown, where: Text): Entry {
  const entry = entrySchema.safeParse(value);
  if (entry.success) return entry.data;
  const issue = entry.error.issues[0];
  const at = [key.slice(0, 80), ...(issue?.path ?? [])].join('.');
  return damaged(where, {
    en: `${at}: ${issue?.message ?? 'not readable'}.`,
    zh: `${at} 有误（${issue?.message ?? ''}）。`,
  });
}

function damaged(where: Text, what: Text): never {
  return fail(where, what, {
    en: 'The file is damaged; use an earlier checkpoint.',
    zh: '文件已损坏；请使用更早的检查点。',
  });
}
