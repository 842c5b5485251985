import { openSync, readFileSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { RecordRow } from '@shared/datasets/records';
import { type TokenRow, tokenRow } from '@shared/datasets/tokens';

/** Written at a time. */
const WRITE_IDS = 2 ** 18;
/** A file of at most so many bytes is held in memory; of a larger one, only what is asked for is read. */
const HELD_BYTES = 64e6;

type Wide = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

const wide = (bytesPerId: number, length: number): Wide =>
  bytesPerId === 2 ? new Uint16Array(length) : new Uint32Array(length);

/** Numbers written one after the other, as little-endian uint16 or uint32 without a header, as nanoGPT's `train.bin`. */
export class IdWriter {
  length = 0;
  private readonly path: string;
  private readonly bytesPerId: number;
  private file: FileHandle | null = null;
  private waiting: ArrayLike<number>[] = [];

  constructor(path: string, bytesPerId: 2 | 4) {
    this.path = path;
    this.bytesPerId = bytesPerId;
  }

  add(ids: ArrayLike<number>): void {
    this.waiting.push(ids);
    this.length += ids.length;
  }

  /** Writes what was added. */
  async drain(): Promise<void> {
    this.file ??= await open(this.path, 'wx');
    const buffer = wide(this.bytesPerId, WRITE_IDS);
    let used = 0;
    for (const ids of this.waiting) {
      for (let at = 0; at < ids.length; ) {
        const n = Math.min(ids.length - at, WRITE_IDS - used);
        for (let i = 0; i < n; i++) buffer[used + i] = ids[at + i] ?? 0;
        [used, at] = [used + n, at + n];
        if (used === WRITE_IDS) used = await this.write(buffer, used);
      }
    }
    await this.write(buffer, used);
    this.waiting = [];
  }

  private async write(buffer: Wide, used: number): Promise<0> {
    const bytes = new Uint8Array(buffer.buffer, 0, used * this.bytesPerId);
    for (let at = 0; at < bytes.length; ) {
      at += (await this.file?.write(bytes, at))?.bytesWritten ?? bytes.length;
    }
    return 0;
  }

  async close(): Promise<void> {
    await this.drain();
    await this.file?.close();
    this.file = null;
  }

  async abandon(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }
}

/** Opens what an IdWriter wrote. It stays open as long as this thread lives. */
export function openIds(path: string, bytesPerId: 2 | 4, heldBytes = HELD_BYTES): TokenRow {
  const { size } = statSync(path);
  if (size <= heldBytes) return heldIds(path, bytesPerId);
  const file = openSync(path, 'r');
  const length = size / bytesPerId;
  return {
    length,
    read(from, to) {
      const n = Math.max(0, Math.min(to, length) - from);
      const ids = wide(bytesPerId, n);
      readSync(file, ids, 0, n * bytesPerId, from * bytesPerId);
      return Int32Array.from(ids);
    },
  };
}

function heldIds(path: string, bytesPerId: 2 | 4): TokenRow {
  const ids = readWide(path, bytesPerId);
  return ids instanceof Uint16Array
    ? tokenRow(ids)
    : { length: ids.length, read: (from, to) => Int32Array.from(ids.subarray(from, to)) };
}

function readWide(path: string, bytesPerId: 2 | 4): Wide {
  const file = readFileSync(path);
  const ids = wide(bytesPerId, Math.floor(file.length / bytesPerId));
  new Uint8Array(ids.buffer).set(file.subarray(0, ids.byteLength));
  return ids;
}

/** Records whose ids lie one after the other; `ends` holds where input and output of each end. */
export function openRecords(ids: TokenRow, endsPath: string): RecordRow {
  const ends = readWide(endsPath, 4);
  const end = (place: number) => (place < 0 ? 0 : (ends[place] ?? 0));
  return {
    length: Math.floor(ends.length / 2),
    n_tokens: ids.length,
    size: (i) => ({
      input: end(2 * i) - end(2 * i - 1),
      output: end(2 * i + 1) - end(2 * i),
    }),
    read: (i) => ({
      input: ids.read(end(2 * i - 1), end(2 * i)),
      output: ids.read(end(2 * i), end(2 * i + 1)),
    }),
  };
}
