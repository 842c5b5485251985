import type { Run } from '@shared/contract/project';
import type { Command } from '@shared/contract/trainer';

/** A run and where it lives. */
export interface RunPlace {
  readonly project: string;
  readonly folder: string;
  readonly run: Run;
  /** A model looked at without being trained: its folder is temporary. */
  readonly peek: boolean;
}

/** The trainers at work, one per live run. */
export interface Trainers {
  /**
   * Starts the run's trainer from its last checkpoint, unless it is live. Answers when it is ready; `play` trains on.
   * @throws ProblemError when the model cannot stand, ClosedEarly when it is closed before it does
   */
  open(place: RunPlace, play?: boolean): Promise<Run>;
  command(id: string, command: Command): void;
  /** The run as it is now; null when it is not live. */
  live(id: string): Run | null;
  /** Tokens of the training part; null when the run is not live. */
  trainTokens(id: string): number | null;
  /** Of all live runs. */
  ids(): string[];
  /** Some run trains, or will as soon as its model stands. */
  isTraining(): boolean;
  /** Ends the run's trainer at a checkpoint. */
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
  /** Closes all for good. */
  end(): Promise<void>;
  /** Ends all at a checkpoint; the answer brings them back as they were, in that project's folder. */
  suspend(): Promise<(project: string) => Promise<void>>;
}
