import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { fail, sameText } from '@shared/contract/problem';
import { withFileProblems } from '../files/fileProblem';
import { MAX_BYTES } from './bytes';

/** Writes a text piece by piece, and hashes it. */
export class TextWriter {
  /** Of all that was to be written, the piece that failed among them. */
  sizeBytes = 0;
  private readonly file: FileHandle;
  private readonly name: string;
  private readonly maxBytes: number;
  private readonly hash = createHash('sha256');
  private last = '\n';

  constructor(file: FileHandle, name: string, maxBytes = MAX_BYTES) {
    this.file = file;
    this.name = name;
    this.maxBytes = maxBytes;
  }

  readonly sha256 = () => this.hash.digest('hex');

  /** @throws ProblemError when the disk refuses it, or the text becomes too large to be read. */
  async write(text: string): Promise<void> {
    if (text === '') return;
    const bytes = Buffer.from(text, 'utf8');
    this.hash.update(bytes);
    this.sizeBytes += bytes.length;
    this.last = text.at(-1) ?? '\n';
    if (this.sizeBytes > this.maxBytes) tooLarge(this.name);
    await withFileProblems(this.name, () => this.file.writeFile(bytes));
  }

  async endLine(): Promise<void> {
    if (this.last !== '\n') await this.write('\n');
  }

  async sync(): Promise<void> {
    await withFileProblems(this.name, () => this.file.sync());
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

function tooLarge(name: string): never {
  return fail(
    sameText(name),
    {
      en: 'its texts have more than 4 GB together; at most 4 GB can be read.',
      zh: '其中的文本合计超过 4 GB，最多能读取 4 GB。',
    },
    { en: 'Choose a smaller folder.', zh: '请选择较小的文件夹。' },
  );
}
