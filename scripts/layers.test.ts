import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const copied = [
  'src',
  'package.json',
  '.dependency-cruiser.cjs',
  'tsconfig.json',
  'tsconfig.base.json',
];
/** A file, an import that it may not have, and the rule that says so. */
const planted = [
  ['src/shared/contract/problem.ts', '../tensor/shape', 'shared/contract'],
  ['src/shared/tensor/shape.ts', 'node:fs', 'shared runs in every process'],
  ['src/shared/tensor/shape.ts', '@tensorflow/tfjs-core', 'tf is passed in, never imported'],
  ['src/renderer/theme.ts', '../main/handlers', 'main and renderer meet only in the contract'],
  ['src/renderer/theme.ts', '@shared/inference/generate', 'the window neither trains'],
  ['src/renderer/theme.ts', './api', 'window.api has one user'],
  ['src/main/services.ts', 'electron', 'Electron has few users'],
  ['src/main/handlers.ts', './services', 'no cycles'],
  ['src/main/services.ts', './handlers', 'no cycles'],
] as const;

describe('the layers check', () => {
  let copy = '';
  let status: number | null = null;
  let printed = '';

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'layers-'));
    for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const [file, target] of planted) appendFileSync(join(copy, file), `\nimport '${target}';`);
    const check = [join(root, 'scripts/layers.mjs'), copy];
    const ended = spawnSync(process.execPath, check, { encoding: 'utf8' });
    status = ended.status;
    printed = ended.stdout + ended.stderr;
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('fails when imports against the layers are planted', () => {
    expect(status).toBe(1);
  });

  it.each(planted)('names %s, which imports %s', (file, _target, rule) => {
    const found = printed
      .split('\n')
      .some((line) => line.startsWith(`layers: ${rule}`) && line.includes(file));
    expect(found, printed).toBe(true);
  });
});
