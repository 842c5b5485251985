import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';
import { mustFit } from '../data/bytes';
import { withFileProblems } from '../files/fileProblem';

const MAX_PIECE = 4 * 2 ** 20;
const MAX_OPEN = 8;

interface Upload {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly file: FileHandle;
  received: number;
}

/** Files on their way from the window, piece by piece, into temporary files. */
export function createUploads(folder: string) {
  const uploads = new Map<string, Upload>();

  function known(id: string): Upload {
    return uploads.get(id) ?? notKnown();
  }
  async function drop(id: string): Promise<void> {
    const upload = uploads.get(id);
    uploads.delete(id);
    if (upload === undefined) return;
    await upload.file.close();
    await rm(upload.path, { force: true });
  }
  return {
    async begin(name: string, sizeBytes: number): Promise<string> {
      mustFit(sizeBytes, name);
      if (uploads.size >= MAX_OPEN) await drop([...uploads.keys()][0] ?? '');
      const id = randomBytes(8).toString('hex');
      const path = join(folder, id);
      const file = await withFileProblems(name, async () => {
        await mkdir(folder, { recursive: true });
        return open(path, 'wx');
      });
      uploads.set(id, { name, path, sizeBytes, file, received: 0 });
      return id;
    },
    async append(id: string, bytes: Uint8Array): Promise<null> {
      const upload = known(id);
      upload.received += bytes.length;
      if (bytes.length > MAX_PIECE || upload.received > upload.sizeBytes) {
        await drop(id);
        wrongSize(upload);
      }
      await withFileProblems(upload.name, () => upload.file.write(bytes));
      return null;
    },
    /** Hands the whole file to `use`, then lets it go. */
    async finish<T>(id: string, use: (path: string, name: string) => Promise<T>): Promise<T> {
      const upload = known(id);
      try {
        if (upload.received !== upload.sizeBytes) wrongSize(upload);
        return await use(upload.path, upload.name);
      } finally {
        await drop(id);
      }
    },
    async cancel(id: string): Promise<null> {
      await drop(id);
      return null;
    },
  };
}

const again = { en: 'Open the file again.', zh: '请重新打开该文件。' };

function notKnown(): never {
  return fail(
    { en: 'Opening a file', zh: '打开文件' },
    { en: 'it was cancelled.', zh: '操作已取消。' },
    again,
  );
}

function wrongSize({ name, received, sizeBytes }: Upload): never {
  return fail(
    sameText(name),
    {
      en: `${received.toLocaleString('en-US')} of ${sizeBytes.toLocaleString('en-US')} bytes arrived: it changed while it was read.`,
      zh: `应有 ${sizeBytes.toLocaleString('en-US')} 字节，收到 ${received.toLocaleString('en-US')} 字节：读取时文件被改动。`,
    },
    again,
  );
}
