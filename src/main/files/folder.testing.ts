import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Problem, ProblemError, showProblem } from '@shared/contract/problem';
import { type Run, settingsSchema } from '@shared/contract/project';
import { afterAll } from 'vitest';

/** A real temporary folder that is removed after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toyformer-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The Problem that some work ends in. */
export async function problemIn(work: () => unknown): Promise<Problem> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('no Problem was thrown');
}

/** The sentence of the Problem that some work ends in. */
export async function sentenceOf(work: () => unknown): Promise<string> {
  return showProblem(await problemIn(work));
}

export function testRun(change: Partial<Run> = {}): Run {
  return {
    version: 1,
    id: '001-a',
    name: 'A',
    variant: 'a',
    comparison: null,
    createdAt: '2024-01-01T00:00:00.000Z',
    drawing: { nodes: [], wires: [], groups: [] },
    settings: settingsSchema.parse({}),
    data: {
      name: 'text.txt',
      file: 'data/00000000.txt',
      sha256: '0',
      sizeBytes: 1,
      encoding: 'utf-8',
      tokenizer: 'character',
    },
    tokenizer: null,
    n_vocab: 10,
    n_params: 100,
    status: 'paused',
    step: 0,
    backend: 'test',
    ...change,
  };
}
