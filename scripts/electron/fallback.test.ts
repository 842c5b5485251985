import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkIntegrity, FALLBACK } from './fallback.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'integrity-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('takes a file with the pinned hash', async () => {
  const file = join(folder, 'empty');
  writeFileSync(file, '');
  const empty =
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';
  await expect(checkIntegrity(file, empty)).resolves.toBeUndefined();
});

it('refuses a file with another hash', async () => {
  const file = join(folder, 'other');
  writeFileSync(file, 'not an Electron');
  await expect(checkIntegrity(file, FALLBACK.integrity)).rejects.toThrow(
    `expected ${FALLBACK.integrity}: not used.`,
  );
});
