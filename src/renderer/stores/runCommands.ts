import { fail, type Problem, sameText } from '@shared/contract/problem';
import type { Project, Run } from '@shared/contract/project';
import type { Command } from '@shared/contract/trainer';
import { call } from '../api';
import { controlled, runOfVariant, shownAfterStart } from '../training/chosenRuns';
import { isGoingOn, type RunView, viewOf } from '../training/runView';
import { shown } from '../ui/shown';
import { firstFault } from './faultyFields';
import { type Asked, learnsOf, noting } from './found';
import { useProject } from './project';
import { addRuns, askedOf, updateRun, useRuns } from './runs';

export function command(run: string, what: Command): Promise<null> {
  return call('runs:command', { run, command: what });
}

/** Starts a new run of each variant named; several share data, order and seed. */
export async function startRuns(variants: string[]): Promise<void> {
  const { project } = useProject.getState();
  if (project === null || useRuns.getState().starting || areTraining(variants)) return;
  useRuns.setState({ starting: true });
  await shown(async () => {
    mustBeSound();
    await letGo(variants);
    const start = () => call('runs:start', { project, variants });
    showStarted(await noting(drawnIn(project, variants), start));
  });
  useRuns.setState({ starting: false });
}

/** @throws ProblemError when a field of the settings holds something else than what would be trained with. */
function mustBeSound(): void {
  const fault = firstFault();
  if (fault !== null) fail({ en: 'Training', zh: '训练' }, sameText(fault), sameText(''));
}

/** Whose problem it is, of the variants that were asked for. */
function drawnIn(project: Project, asked: readonly string[]) {
  return ({ target }: Problem): Asked | undefined => {
    const at = target?.variant ?? (asked.length === 1 ? asked[0] : undefined);
    const variant = project.variants.find(({ id }) => id === at);
    return variant && { drawing: variant.drawing, learns: learnsOf(project) };
  };
}

function areTraining(variants: readonly string[]): boolean {
  return Object.values(useRuns.getState().views).some(
    ({ run, live }) => live === 'training' && variants.includes(run.variant),
  );
}

/** Stops what is paused or only looked at of these variants, so that a new run has the machine to itself. */
async function letGo(variants: readonly string[]): Promise<void> {
  const { views, peeks } = useRuns.getState();
  const old = Object.values(views).filter(
    (view) =>
      (view.peek ? view.live !== null : isGoingOn(view)) && variants.includes(view.run.variant),
  );
  for (const { run } of old) await command(run.id, { type: 'stop' });
  const kept = Object.entries(peeks).filter(([variant]) => !variants.includes(variant));
  useRuns.setState({ peeks: Object.fromEntries(kept) });
}

function showStarted(runs: readonly Run[]): void {
  const { views, shown: before } = useRuns.getState();
  const started = runs.map((run) => ({ ...viewOf(run), live: 'training' as const }));
  addRuns(started, { shown: shownAfterStart(views, before, started) });
}

function controlledNow(): RunView[] {
  const { views, shown: ids } = useRuns.getState();
  const variant = useProject.getState().project?.activeVariant;
  return variant === undefined ? [] : controlled(views, ids, variant);
}

async function commandAll(runs: readonly RunView[], what: Command): Promise<void> {
  await shown(() => Promise.all(runs.map(({ run }) => command(run.id, what))));
}

export function pauseRuns(): Promise<void> {
  return commandAll(
    controlledNow().filter(({ live }) => live === 'training'),
    { type: 'pause' },
  );
}

export function stopRuns(): Promise<void> {
  return commandAll(controlledNow().filter(isGoingOn), { type: 'stop' });
}

/** Plays what is paused, and opens what was stopped to train on from its last checkpoint. */
export async function continueRuns(): Promise<void> {
  await withModels(controlledNow(), { type: 'play' });
}

/** One more step, then a pause. */
export async function stepRuns(steps: number): Promise<void> {
  await withModels(controlledNow(), { type: 'step', steps });
}

async function withModels(runs: readonly RunView[], what: Command): Promise<void> {
  await shown(async () => {
    for (const { run, live } of runs) {
      if (live === 'training' || run.status === 'done') continue;
      if (live === null) await openRun(run.id);
      await command(run.id, what);
    }
  });
}

/** Loads a run's last checkpoint in a paused trainer, unless it is live. @throws ProblemError */
export async function openRun(id: string): Promise<void> {
  const view = useRuns.getState().views[id];
  if (view?.live != null) return;
  const run = await noting(
    () => view && askedOf(view.run),
    () => call('runs:open', id),
  );
  updateRun(id, (view) => ({ ...view, run, live: view.live ?? 'paused', step: run.step }));
}

/**
 * The run whose model stands for a variant, loaded: its newest run, else the untrained drawing.
 *
 * @throws ProblemError when it cannot be loaded
 */
export async function openModel(variant: string): Promise<string | null> {
  const { views, shown: ids } = useRuns.getState();
  const trained = runOfVariant(views, ids, variant);
  if (trained === null) return peek(variant);
  await openRun(trained.run.id);
  return trained.run.id;
}

async function peek(variant: string): Promise<string | null> {
  const { project } = useProject.getState();
  if (project === null) return null;
  const { peeks, views } = useRuns.getState();
  const old = views[peeks[variant] ?? ''];
  const looked = lookedAt(project, variant);
  if (old !== undefined && old.live !== null && sameLook(peeked.get(old.run.id), looked)) {
    return old.run.id;
  }
  if (old !== undefined && old.live !== null) await command(old.run.id, { type: 'stop' });
  const run = await noting(drawnIn(project, [variant]), () =>
    call('runs:peek', { project, variant }),
  );
  forgetPeeks(run.id);
  peeked.set(run.id, looked);
  addRuns([{ ...viewOf(run, true), live: 'paused' }], { peeks: { ...peeks, [variant]: run.id } });
  return run.id;
}

/** Only the model looked at last is kept loaded. */
function forgetPeeks(kept: string): void {
  for (const { run, peek: isPeek } of Object.values(useRuns.getState().views)) {
    if (isPeek && run.id !== kept) updateRun(run.id, (view) => ({ ...view, live: null }));
  }
}

/** What a model only looked at was made from, to see when it has changed. */
function lookedAt(project: Project, variant: string): readonly unknown[] {
  const drawing = project.variants.find(({ id }) => id === variant)?.drawing;
  return [drawing, project.task ?? null, project.data, project.settings.objective];
}

function sameLook(a: readonly unknown[] = [], b: readonly unknown[]): boolean {
  return b.every((value, place) => value === a[place]);
}

const peeked = new Map<string, readonly unknown[]>();

/** Loads a run's last checkpoint, to look at it, generate from it or train it on. */
export async function loadRun(id: string): Promise<void> {
  await shown(() => openRun(id));
}
