import { type Run, settingsSchema } from '@shared/contract/project';

/** A run as tests need one. */
export function aRun(change: Partial<Run> = {}): Run {
  return {
    version: 1,
    id: 'a-1',
    name: 'A',
    variant: 'variant-1',
    comparison: null,
    createdAt: '2024-01-01T00:00:00Z',
    drawing: { nodes: [], wires: [], groups: [] },
    settings: settingsSchema.parse({}),
    data: {
      name: 'a.txt',
      file: 'data/1.txt',
      sha256: '',
      sizeBytes: 1,
      encoding: 'utf-8',
      tokenizer: 'character',
    },
    tokenizer: null,
    n_vocab: 65,
    n_params: 1000,
    status: 'stopped',
    step: 0,
    backend: 'wasm',
    ...change,
  };
}
