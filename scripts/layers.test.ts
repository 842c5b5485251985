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
let copy = '';

function checkLayers() {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(root, 'scripts/layers.mjs'), copy],
    { encoding: 'utf8' },
  );
  return { status, printed: stdout + stderr };
}

/** Adds a line to a file of the copy for the length of one check. */
function checkWith(file: string, line: string) {
  const original = join(root, file);
  appendFileSync(join(copy, file), `\n${line}\n`);
  try {
    return checkLayers();
  } finally {
    cpSync(original, join(copy, file));
  }
}

describe('the layers check', () => {
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'layers-'));
    for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('passes on the sources as they are', () => {
    expect(checkLayers()).toMatchObject({ status: 0 });
  });

  it.each([
    ['src/shared/contract/problem.ts', "import '../tensor/shape';", 'shared/contract'],
    ['src/shared/tensor/shape.ts', "import 'node:fs';", 'shared runs in every process'],
    ['src/renderer/api.ts', "import '../main/handlers';", 'main and renderer meet only'],
    ['src/renderer/api.ts', "import '@shared/inference/generate';", 'the window neither trains'],
    ['src/main/services.ts', "import 'electron';", 'Electron has few users'],
    ['src/shared/tensor/shape.ts', "import '@tensorflow/tfjs-core';", 'tf is passed in'],
  ])('fails when %s gets %s', (file, line, rule) => {
    const { status, printed } = checkWith(file, line);
    expect(printed).toContain(rule);
    expect(status).toBe(1);
  });
});
