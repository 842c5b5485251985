import { type Problem, ProblemError } from '@shared/contract/problem';
import type { Run } from '@shared/contract/project';
import type { Command, TrainerEvent } from '@shared/contract/trainer';
import { ClosedEarly, lossProblem, problemOf } from './lossProblem';
import { createRunRecord, type RunRecord } from './runRecord';
import type { RunPlace } from './trainers';
import {
  type Loss,
  type SpareWorkers,
  startTrainerWorker,
  type TrainerPaths,
  type TrainerWorker,
} from './trainerWorker';

/** A stopped trainer writes a checkpoint; one that has not done so after this long is ended without. */
const STOP_MS = 30_000;
const WATCH_MS = 30_000;
/** Training that is silent for so many watches has stalled. One of them may have slept through a suspend. */
const SILENT_WATCHES = 4;
/** Of a trainer that has made no step yet nobody knows how long one takes. */
const FIRST_WATCHES = 20;
/** A step may take so many times the longest one before. */
const LONGER = 10;
/** How often it is started again without having come to a new checkpoint. */
const MAX_RESTARTS = 2;

export interface TrainerHearer {
  onEvent(event: TrainerEvent): void;
  onChange(run: Run): void;
  /** It has ended: what comes next is another trainer. */
  onGone(): void;
}

/** What every trainer is started with. */
export interface TrainerProgram extends Pick<TrainerPaths, 'program' | 'cache'> {
  readonly spare: SpareWorkers | null;
  /** How often it is looked whether training still goes on. */
  readonly watchMs?: number | undefined;
}

interface Settle {
  resolve(run: Run): void;
  reject(error: unknown): void;
}

/** One run's trainer: its thread, what it leaves on disk, and what happens when it breaks. */
export class LiveTrainer {
  readonly place: RunPlace;
  /** Settles when the model stands. @throws ProblemError when it cannot, ClosedEarly when it is not waited for. */
  readonly ready: Promise<Run>;
  /** Tokens of the training part. */
  n_train_tokens: number | null = null;
  /** It takes no more orders; settles when it is gone and another may be opened. */
  leaving: Promise<void> | null = null;
  private readonly program: TrainerProgram;
  private readonly hearer: TrainerHearer;
  private readonly record: RunRecord;
  private readonly watch: NodeJS.Timeout;
  private worker: TrainerWorker;
  private settle: Settle | null = null;
  private onEnded: (() => void) | null = null;
  private checkpoint = 0;
  private restarts = 0;
  private silentWatches = 0;
  /** So many silent watches are believed to be work. */
  private patience = FIRST_WATCHES;
  private playWhenReady: boolean;
  /** The thread that runs now has a model. */
  private stands = false;
  private over = false;

  constructor(place: RunPlace, play: boolean, program: TrainerProgram, hearer: TrainerHearer) {
    this.place = place;
    this.playWhenReady = play;
    this.program = program;
    this.hearer = hearer;
    this.record = createRunRecord(place, (error) => this.tell(problemOf(this.run(), error)));
    this.ready = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    this.ready.catch(() => undefined);
    this.worker = this.start(program.spare);
    this.watch = setInterval(() => this.look(), program.watchMs ?? WATCH_MS);
    this.watch.unref();
  }

  run(): Run {
    return this.record.run();
  }

  isTraining(): boolean {
    return this.run().status === 'training';
  }

  /** Trains, or will as soon as it can. */
  isBusy(): boolean {
    return this.isTraining() || this.playWhenReady;
  }

  send(command: Command): void {
    this.worker.send(command);
  }

  /** Ends it at a checkpoint. What was training counts as stopped from then on. */
  finish(): Promise<void> {
    this.leaving ??= this.stopAndEnd();
    return this.leaving;
  }

  private async stopAndEnd(): Promise<void> {
    const { status, step } = this.run();
    if (status === 'training' || step > this.checkpoint) await this.stop();
    if (this.run().status !== 'failed') this.change(status === 'training' ? 'stopped' : status);
    await this.end();
  }

  private start(spare: SpareWorkers | null): TrainerWorker {
    const { folder: run, project } = this.place;
    const { program, cache } = this.program;
    return startTrainerWorker(
      { run, project, program, cache },
      spare,
      (event) => this.hear(event),
      (loss) => this.lost(loss),
    );
  }

  private stop(): Promise<void> {
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, STOP_MS);
      this.onEnded = () => {
        clearTimeout(timeout);
        resolve();
      };
      this.send({ type: 'stop' });
    });
  }

  private async end(): Promise<void> {
    this.over = true;
    clearInterval(this.watch);
    await this.worker.terminate();
    await this.record.flush();
    // Of one that stood, or failed, this is told to nobody.
    this.settle?.reject(new ClosedEarly(this.run()));
    this.hearer.onGone();
  }

  private change(status: Run['status'], step = this.run().step): void {
    this.record.update({ status, step }, true);
    this.hearer.onChange(this.run());
  }

  private hear(event: TrainerEvent): void {
    if (this.over) return;
    if (event.type === 'metrics')
      this.patience = Math.max(SILENT_WATCHES, LONGER * this.silentWatches);
    this.silentWatches = 0;
    this.note(event);
    if (this.onEnded !== null && (event.type === 'ended' || event.type === 'failed'))
      this.onEnded();
    else if (!this.over) this.hearer.onEvent(event);
  }

  private note(event: TrainerEvent): void {
    switch (event.type) {
      case 'ready':
        this.noteReady(event.step, event.backend);
        this.n_train_tokens = event.n_train_tokens;
        break;
      case 'state':
        this.change(event.state, event.step);
        break;
      case 'metrics':
        this.record.update({ step: event.metrics.at(-1)?.step ?? this.run().step }, false);
        break;
      case 'checkpoint':
        this.checkpoint = event.step;
        this.restarts = 0;
        this.record.update({}, true);
        break;
      case 'ended':
        if (this.onEnded === null) this.change(event.status, event.step);
        break;
      case 'failed':
        if (this.stands) this.change('failed', event.step);
        else this.giveUp(event.problem);
        break;
      case 'attention':
      case 'generated':
        break;
    }
  }

  private noteReady(step: number, backend: string): void {
    this.stands = true;
    this.checkpoint = step;
    this.record.update({ step, backend }, false);
    this.hearer.onChange(this.run());
    this.settle?.resolve(this.run());
    if (this.playWhenReady) this.send({ type: 'play' });
    this.playWhenReady = false;
  }

  private look(): void {
    if (!this.stands || !this.isTraining() || ++this.silentWatches < this.patience) return;
    const seconds = Math.round((this.silentWatches * (this.program.watchMs ?? WATCH_MS)) / 1000);
    void this.worker.terminate();
    this.lost({ outOfMemory: false, message: `silent for ${seconds} s` });
  }

  /** The thread is gone. It is started again from the last checkpoint, unless that would only break again. */
  private lost(loss: Loss): void {
    if (this.over) return;
    const again = !loss.outOfMemory && this.restarts < MAX_RESTARTS && this.onEnded === null;
    const problem = lossProblem(this.run(), loss, this.checkpoint, again);
    if (!again) {
      this.giveUp(problem);
      return;
    }
    this.restarts++;
    this.silentWatches = 0;
    this.patience = FIRST_WATCHES;
    this.stands = false;
    this.playWhenReady = this.isBusy();
    this.tell(problem);
    // Anew: a spare thread may have what the lost one had.
    this.worker = this.start(null);
  }

  private tell(problem: Problem): void {
    this.hearer.onEvent({ type: 'failed', step: this.run().step, problem });
  }

  private giveUp(problem: Problem): void {
    if (this.over) return;
    this.change('failed');
    this.settle?.reject(new ProblemError(problem));
    this.onEnded?.();
    this.tell(problem);
    this.leaving ??= this.end();
  }
}
