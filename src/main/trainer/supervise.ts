import { fail, sameText } from '@shared/contract/problem';
import type { Run } from '@shared/contract/project';
import type { Command } from '@shared/contract/trainer';
import { cacheFolder } from '../data/cache';
import { readRun, runFolder } from '../files/runFolder';
import type { Services } from '../services';
import { LiveTrainer } from './liveTrainer';
import { SpareThread } from './spareThread';
import type { RunPlace, Trainers } from './trainers';

/** Trainers that only wait are closed beyond this many, the one used longest ago first: each holds a model. */
const MAX_IDLE = 3;

export function superviseTrainers(services: Services): Trainers {
  return new Supervisor(services);
}

class Supervisor implements Trainers {
  private readonly services: Services;
  /** By run, the one used last at the end. */
  private readonly trainers = new Map<string, LiveTrainer>();
  private readonly spare: SpareThread | null;

  constructor(services: Services) {
    this.services = services;
    const { workers, spareAfterMs } = services;
    this.spare = spareAfterMs === undefined ? null : new SpareThread(workers.trainer, spareAfterMs);
  }

  async open(place: RunPlace, play = false): Promise<Run> {
    const { id } = place.run;
    for (let old = this.trainers.get(id); old?.leaving; old = this.trainers.get(id))
      await old.leaving;
    const trainer = this.trainers.get(id) ?? this.create(place, play);
    this.use(id, trainer);
    await this.closeIdle(id);
    return trainer.ready;
  }

  private create(place: RunPlace, play: boolean): LiveTrainer {
    const { id } = place.run;
    const { workers, userData, watchMs } = this.services;
    const { spare } = this;
    const program = { program: workers.trainer, cache: cacheFolder(userData), watchMs, spare };
    const trainer = new LiveTrainer(place, play, program, {
      onEvent: (event) => this.services.emit('run:event', { run: id, event }),
      onChange: (run) => this.services.emit('run:changed', run),
      onGone: () => {
        if (this.trainers.get(id) === trainer) this.trainers.delete(id);
      },
    });
    return trainer;
  }

  private use(id: string, trainer: LiveTrainer): void {
    this.trainers.delete(id);
    this.trainers.set(id, trainer);
  }

  private async closeIdle(except: string): Promise<void> {
    const idle = [...this.trainers].filter(
      ([id, each]) => id !== except && !each.isBusy() && !each.leaving,
    );
    const surplus = idle.slice(0, Math.max(0, idle.length + 1 - MAX_IDLE));
    await Promise.all(surplus.map(([id]) => this.close(id)));
  }

  command(id: string, command: Command): void {
    const trainer = this.staying(id) ?? notLive(id);
    this.use(id, trainer);
    trainer.send(command);
  }

  private staying(id: string): LiveTrainer | null {
    const trainer = this.trainers.get(id);
    return trainer === undefined || trainer.leaving !== null ? null : trainer;
  }

  live(id: string): Run | null {
    return this.staying(id)?.run() ?? null;
  }

  trainTokens(id: string): number | null {
    return this.trainers.get(id)?.n_train_tokens ?? null;
  }

  ids(): string[] {
    return [...this.trainers.keys()];
  }

  isTraining(): boolean {
    return [...this.trainers.values()].some((trainer) => trainer.isBusy());
  }

  async close(id: string): Promise<void> {
    await this.trainers.get(id)?.finish();
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.ids().map((id) => this.close(id)));
  }

  async end(): Promise<void> {
    await this.closeAll();
    await this.spare?.close();
  }

  async suspend(): Promise<(project: string) => Promise<void>> {
    const staying = [...this.trainers.values()].filter(({ leaving }) => leaving === null);
    const before = staying.map((trainer) => ({ place: trainer.place, plays: trainer.isBusy() }));
    await this.closeAll();
    return async (project) => {
      for (const { place, plays } of before) {
        if (place.peek) continue;
        const folder = runFolder(project, place.run.id);
        await this.open({ project, folder, run: await readRun(folder), peek: false }, plays);
      }
    };
  }
}

function notLive(id: string): never {
  return fail(
    sameText(id),
    { en: 'this run is not open.', zh: '这次训练没有打开。' },
    { en: 'Open it first.', zh: '请先打开它。' },
  );
}
