/** A piece of a file: small enough that the window never stands still, large enough to be quick. */
export const SLICE_BYTES = 2 * 1024 * 1024;

/** Where bytes go, in order. */
export interface UploadTarget {
  append(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

/** What an upload reads: a dropped file, or a Blob made of pasted text. */
export interface Readable {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** From–to of each piece of a file. */
export function slices(sizeBytes: number, sliceBytes = SLICE_BYTES): [number, number][] {
  const pieces: [number, number][] = [];
  for (let from = 0; from < sizeBytes; from += sliceBytes) {
    pieces.push([from, Math.min(sizeBytes, from + sliceBytes)]);
  }
  return pieces;
}

/** Sends a file piece by piece; only one piece is in memory at a time. Answers false when it was cancelled. */
export async function upload(
  file: Readable,
  target: UploadTarget,
  progress: (sentBytes: number) => void,
  cancelled: () => boolean,
): Promise<boolean> {
  for (const [from, to] of slices(file.size)) {
    if (cancelled()) return false;
    const bytes = new Uint8Array(await file.slice(from, to).arrayBuffer());
    if (cancelled()) return false;
    await target.append(bytes);
    progress(to);
  }
  return !cancelled();
}
