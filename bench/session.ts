import { type Run, settingsSchema } from '@shared/contract/project';
import { tokenizeText } from '@shared/datasets/textFile';
import { tinyGpt } from '@shared/graph/templates';
import { randomStream } from '@shared/tensor/random';
import { fitTokenizer } from '@shared/tokenizers/registry';
import { openSession, type Session } from '@shared/training/session';
import {
  type BackendChoice,
  createBackend,
  type TrainerBackend,
} from '../src/main/trainer/backend';
import { openTeam } from '../src/main/trainer/team/team';
import type { Config } from './configs';

/** What a measuring process is told, as JSON in its first argument. */
export interface Task {
  readonly mode:
    | 'train'
    | 'generate'
    | 'peak'
    | 'losses'
    | 'profile'
    | 'flat'
    | 'looking'
    | 'pair'
    | 'converge';
  readonly config: string;
  readonly threads: number;
  readonly seconds: number;
  readonly choice: BackendChoice | null;
  /** Of `flat` and `converge`. */
  readonly steps?: number;
  readonly seed?: number;
  /** A text to learn; without it, noise. */
  readonly text?: string;
}

/** Characters in random order: nothing to learn, but a vocabulary of the size asked for. */
function noise(n_vocab: number): string {
  const stream = randomStream(1, 'text');
  // One character fewer than the vocabulary: <unk> is a token too.
  const characters = Array.from({ length: n_vocab - 1 }, (_, i) => String.fromCharCode(0x4e00 + i));
  return Array.from({ length: 100_000 }, () => characters[stream.int(n_vocab - 1)]).join('');
}

export interface Opened {
  readonly backend: TrainerBackend;
  readonly session: Session;
}

/** The application's own path: a run's session with its text, its batches and its trainer. */
export async function open(task: Task, config: Config): Promise<Opened> {
  const { n_ctx, batch_size, n_vocab } = config;
  const text = task.text ?? noise(n_vocab);
  const backend = await createBackend(task.choice ? { choice: task.choice } : {});
  const max_steps = task.mode === 'converge' ? (task.steps ?? 1000) : 1_000_000;
  const run: Pick<Run, 'name' | 'drawing' | 'settings' | 'tokenizer' | 'data'> = {
    name: 'bench',
    drawing: tinyGpt(config),
    settings: settingsSchema.parse({ n_ctx, batch_size, max_steps, seed: task.seed ?? 1 }),
    tokenizer: fitTokenizer('character', text).save(),
    data: {
      name: 'bench.txt',
      file: 'data/bench.txt',
      sha256: '',
      sizeBytes: text.length,
      encoding: 'utf-8',
      tokenizer: 'character',
    },
  };
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
  const { choice } = backend;
  const session = await openSession({
    run,
    breathe,
    backend: async () => backend,
    openTokens: async (tokenizer) => tokenizeText(text, tokenizer),
    lastCheckpoint: async () => null,
    saveCheckpoint: async () => undefined,
    gradientTeam: async (model) =>
      openTeam({ model, run, choice, file: __filename, threads: task.threads, breathe }),
    now: () => performance.now(),
  });
  return { backend, session };
}
