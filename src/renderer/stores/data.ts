import type { DataPreview } from '@shared/contract/calls';
import { type Problem, ProblemError } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { create } from 'zustand';
import { call, listen } from '../api';
import { upload } from '../data/upload';
import { useProject } from './project';

export interface UploadState {
  readonly name: string;
  readonly sentBytes: number;
  readonly sizeBytes: number;
}

/** How far the main process is with reading a text. */
export interface ReadingState {
  readonly name: string;
  /** 0 … 1. */
  readonly share: number;
  /** When it began, and how long it took so far: to know how long it will take. */
  readonly sinceMs: number;
  readonly spentMs: number;
}

interface DataState {
  readonly preview: DataPreview | null;
  /** How the encoding was found; null when the project brought it along. */
  readonly foundBy: DataPreview['encodingFrom'] | null;
  /** A file on its way in. */
  readonly upload: UploadState | null;
  /** The text is being read, by the main process. */
  readonly reading: boolean;
  /** Of a reading that takes long enough to be watched. */
  readonly progress: ReadingState | null;
  /** Why the last text could not be taken. */
  readonly problem: Problem | null;
}

export const useData = create<DataState>()(() => ({
  preview: null,
  foundBy: null,
  upload: null,
  reading: false,
  progress: null,
  problem: null,
}));

/** Which reading is under way: a new one ends the one before. */
let turn = 0;

/** Reads a text by `read` and makes it the project's; keeps the old text when there is a problem. */
async function take(read: () => Promise<DataPreview | null>, keepFoundBy = false): Promise<void> {
  const mine = ++turn;
  useData.setState({ reading: true, problem: null });
  try {
    const preview = await read();
    if (preview !== null) {
      const foundBy = keepFoundBy ? useData.getState().foundBy : preview.encodingFrom;
      useData.setState({ preview, foundBy });
      // A copy that somebody altered is shown, and taken only when the person says so.
      if (!preview.changed) useProject.getState().setData(preview.data, preview.n_vocab);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    useData.setState({ problem: error.problem });
  } finally {
    if (mine === turn) useData.setState({ reading: false, progress: null, upload: null });
  }
}

export function openData(): Promise<void> {
  return take(() => call('data:open', null));
}

export function openFolder(): Promise<void> {
  return take(() => call('data:openFolder', null));
}

export function takeSample(sample: 'english' | 'chinese'): Promise<void> {
  return take(() => call('data:sample', sample));
}

/** How a text can be read otherwise. */
type Change = Partial<Pick<Data, 'tokenizer' | 'tokenizerParams' | 'table' | 'split'>> & {
  readonly encoding?: string | null;
  /** null = none. */
  readonly tokenizerFile?: Data['tokenizerFile'] | null;
};

/** Reads the text again with another encoding (null = find it), tokenizer, split or columns. */
export async function readAgain(change: Change): Promise<void> {
  const before = useProject.getState().project?.data;
  if (before == null) return;
  const { encoding = before.encoding, tokenizer = before.tokenizer, ...others } = change;
  const sameEncoding = change.encoding === undefined;
  const { tokenizerFile, ...changed } = { ...before, ...others };
  const data = { ...changed, ...(tokenizerFile && { tokenizerFile }) };
  await take(() => call('data:preview', { data, encoding, tokenizer }), sameEncoding);
}

/** Takes the project's copy as it has become. */
export function takeChanged(): void {
  const { preview } = useData.getState();
  if (preview === null) return;
  useData.setState({ preview: { ...preview, changed: false } });
  useProject.getState().setData(preview.data, preview.n_vocab);
}

/** Ends the reading of a text; the one before stays. */
export async function stopReading(): Promise<void> {
  await call('data:stop', null);
}

let cancelled = false;

export function cancelUpload(): void {
  cancelled = true;
}

/** Sends a dropped file, or a pasted text, to the main process piece by piece. */
export async function takeFile(file: Blob, name: string): Promise<void> {
  if (useData.getState().upload !== null) return;
  cancelled = false;
  const sizeBytes = file.size;
  useData.setState({ upload: { name, sentBytes: 0, sizeBytes } });
  await take(async () => {
    const id = await call('data:begin', { name, sizeBytes });
    const target = {
      append: (bytes: Uint8Array<ArrayBuffer>) => call('data:append', { upload: id, bytes }),
    };
    const progress = (sentBytes: number) =>
      useData.setState({ upload: { name, sentBytes, sizeBytes } });
    try {
      if (await upload(file, target, progress, () => cancelled)) {
        useData.setState({ upload: null });
        return await call('data:finish', { upload: id });
      }
    } catch (error) {
      await call('data:cancel', { upload: id });
      throw error;
    }
    await call('data:cancel', { upload: id });
    return null;
  });
}

let connected = false;

/** Begins to follow the open project's text. Does so once. */
export function connectData(): void {
  if (connected) return;
  connected = true;
  listen('data:progress', ({ name, share }) => {
    const { progress } = useData.getState();
    if (share === 1) {
      useData.setState({ progress: null });
      return;
    }
    const now = performance.now();
    const sinceMs = progress?.name === name ? progress.sinceMs : now;
    useData.setState({ progress: { name, share, sinceMs, spentMs: now - sinceMs } });
  });
  void follow(useProject.getState().project?.data ?? null);
  useProject.subscribe(({ project }, before) => {
    const data = project?.data ?? null;
    if (data !== (before.project?.data ?? null)) void follow(data);
  });
}

/** Shows the text of a project that was opened. */
async function follow(data: Data | null): Promise<void> {
  const shownData = useData.getState().preview?.data ?? null;
  if (data === null) {
    useData.setState({ preview: null, problem: null });
    return;
  }
  if (shownData !== null && sameReading(shownData, data)) return;
  useData.setState({ preview: null, foundBy: null, reading: true, problem: null });
  const { encoding, tokenizer } = data;
  try {
    const preview = await call('data:preview', { data, encoding, tokenizer });
    if (preview === null) return;
    useData.setState({ preview });
    useProject.setState({ n_vocab: preview.n_vocab });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    useData.setState({ problem: error.problem });
  } finally {
    useData.setState({ reading: false, progress: null });
  }
}

function sameReading(a: Data, b: Data): boolean {
  return JSON.stringify({ ...a, name: '' }) === JSON.stringify({ ...b, name: '' });
}
