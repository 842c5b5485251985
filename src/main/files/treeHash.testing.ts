import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The hash of every file below a folder, and every folder, by path. */
export function treeHash(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
        return [relative(folder, path), entry.isFile() ? hash() : 'folder'] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
