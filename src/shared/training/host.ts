import type { Checkpoint, LastCheckpoint } from '../contract/checkpoint';
import type { Run } from '../contract/project';
import type { TrainerEvent } from '../contract/trainer';
import type { TokenizedRecords } from '../datasets/records';
import type { TokenizedText } from '../datasets/textFile';
import type { Backend } from '../tensor/ops';
import type { Platform, Tokenizer } from '../tokenizers/tokenizer';
import type { GradientTeam, TrainedModel } from './gradients';

/** What a trainer needs of whoever runs it: a thread of the main process, the command line, a test. */
export interface TrainerHost {
  readonly run: Pick<Run, 'name' | 'drawing' | 'settings' | 'tokenizer' | 'data' | 'task'>;
  readonly platform?: Platform;
  backend(): Promise<Backend>;
  /** The run's text or table as ids. @throws Problem when its file is not what it was. */
  openTokens(tokenizer: Tokenizer): Promise<TokenizedText | TokenizedRecords>;
  /** @throws Problem when there are some, and none can be read. */
  lastCheckpoint(): Promise<LastCheckpoint | null>;
  /** Resolves when the checkpoint is on disk, whole. */
  saveCheckpoint(checkpoint: Checkpoint): Promise<void>;
  /** More threads that share the work of a step; without it this thread does all. */
  gradientTeam?(model: TrainedModel): Promise<GradientTeam>;
  /** Lets messages that have arrived be heard, then resolves. */
  breathe(): Promise<void>;
  /** Milliseconds, from any start. */
  now(): number;
}

/** The trainer's end of a message port. */
export interface TrainerPort {
  postMessage(event: TrainerEvent): void;
  /** Every message is to be a Command. */
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}
