import { describe, expect, it } from 'vitest';
import { SLICE_BYTES, slices, upload } from './upload';

describe('slices', () => {
  it('covers every byte once', () => {
    expect(slices(10, 4)).toEqual([
      [0, 4],
      [4, 8],
      [8, 10],
    ]);
    expect(slices(8, 4)).toEqual([
      [0, 4],
      [4, 8],
    ]);
  });

  it('has none for an empty file', () => {
    expect(slices(0)).toEqual([]);
  });
});

describe('upload', () => {
  const bytes = Uint8Array.from({ length: SLICE_BYTES + 5 }, (_, i) => i % 251);

  it('sends the same bytes in order and tells how far it is', async () => {
    const sent: number[] = [];
    const told: number[] = [];
    const target = {
      append: async (piece: Uint8Array<ArrayBuffer>) => sent.push(...piece.subarray(-3)),
    };
    const whole = await upload(
      new Blob([bytes]),
      target,
      (n) => told.push(n),
      () => false,
    );
    expect(whole).toBe(true);
    expect(told).toEqual([SLICE_BYTES, SLICE_BYTES + 5]);
    expect(sent).toEqual([...bytes.slice(SLICE_BYTES - 3, SLICE_BYTES), ...bytes.slice(-3)]);
  });

  it('ends when it is cancelled', async () => {
    let stop = false;
    let pieces = 0;
    const target = {
      append: async () => {
        pieces += 1;
        stop = true;
      },
    };
    const whole = await upload(
      new Blob([bytes]),
      target,
      () => undefined,
      () => stop,
    );
    expect(whole).toBe(false);
    expect(pieces).toBe(1);
  });
});
