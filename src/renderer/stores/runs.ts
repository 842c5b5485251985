import type { Run } from '@shared/contract/project';
import type { RunEvent } from '@shared/contract/trainer';
import { create } from 'zustand';
import { call, listen } from '../api';
import { latestPerVariant, type Views } from '../training/chosenRuns';
import { perFrame } from '../training/frames';
import { emptyLog, withMetrics } from '../training/metricLog';
import { afterEvent, type RunView, viewOf } from '../training/runView';
import { shown } from '../ui/shown';
import { type Asked, learnsOf, noteFound } from './found';
import { useProject } from './project';

interface RunsState {
  readonly views: Views;
  /** Runs whose curves are drawn. */
  readonly shown: readonly string[];
  /** The model of a variant as drawn, untrained, by variant: made to be looked at. */
  readonly peeks: Readonly<Record<string, string>>;
  /** A run is being made: its trainer starts. */
  readonly starting: boolean;
}

export const useRuns = create<RunsState>()(() => ({
  views: {},
  shown: [],
  peeks: {},
  starting: false,
}));

type Heard = (events: readonly RunEvent[]) => void;
const hearers = new Set<Heard>();

/** Hears all events of all runs, once per frame. For the stores of attention and generation. */
export function onRunEvents(hear: Heard): void {
  hearers.add(hear);
}

function takeEvents(events: readonly RunEvent[]): void {
  const ms = performance.now();
  const { views: before } = useRuns.getState();
  const views = { ...before };
  for (const { run, event } of events) {
    const view = views[run];
    if (view === undefined) {
      keepEarly({ run, event });
      continue;
    }
    if (event.type === 'failed') noteFound(askedOf(view.run), event.problem);
    views[run] = afterEvent(view, event, ms);
  }
  useRuns.setState({ views });
  for (const hear of hearers) hear(events);
}

/** What the model of a run was drawn as, and how it is asked. */
export function askedOf(run: Run): Asked {
  return { drawing: run.drawing, learns: learnsOf(run) };
}

/** What a new run says before the answer to `runs:start` has brought the run itself. */
const early = new Map<string, RunEvent[]>();

function keepEarly(event: RunEvent): void {
  const waiting = early.get(event.run) ?? [];
  if (waiting.length < 1000) early.set(event.run, [...waiting, event]);
}

/** Adds runs that the main process has made, and hears what they already said. */
export function addRuns(started: readonly RunView[], change: Partial<RunsState> = {}): void {
  useRuns.setState(({ views: before }) => {
    const views = { ...before };
    for (const view of started) views[view.run.id] = view;
    return { ...change, views };
  });
  const waiting = started.flatMap(({ run }) => early.get(run.id) ?? []);
  early.clear();
  if (waiting.length > 0) takeEvents(waiting);
}

export function updateRun(id: string, change: (view: RunView) => RunView): void {
  useRuns.setState(({ views }) => {
    const view = views[id];
    return view === undefined ? { views } : { views: { ...views, [id]: change(view) } };
  });
}

const leavers = new Set<() => void>();

/** Another project's runs bear the same ids: what is kept by them is forgotten when one is opened. */
export function onOtherProject(forget: () => void): void {
  leavers.add(forget);
}

const queue = perFrame(takeEvents);
let connected = false;

/** Begins to listen to the main process and to follow the open project. Does so once. */
export function connectRuns(): void {
  if (connected) return;
  connected = true;
  listen('run:event', queue.add);
  listen('run:changed', (run) => updateRun(run.id, (view) => ({ ...view, run })));
  follow(useProject.getState());
  useProject.subscribe((now, before) => {
    if (now.opened !== before.opened) follow(now);
  });
}

/** The project whose runs are shown: its folder, and how many were opened up to it. */
let followed: { folder: string; n_opened: number } | null = null;

/** Shows the runs of a project that was opened. Saving it in another place changes nothing here, nor opening it again. */
function follow({ opened, n_opened }: ReturnType<typeof useProject.getState>): void {
  if (opened === null) return;
  const { folder, runs } = opened;
  const known = useRuns.getState().views;
  const isSaved = followed?.n_opened === n_opened;
  const isSame = followed?.folder === folder && runs.every(({ id }) => known[id] !== undefined);
  followed = { folder, n_opened };
  if (isSaved || isSame) return;
  queue.drop();
  early.clear();
  for (const forget of leavers) forget();
  const views = Object.fromEntries(runs.map((run) => [run.id, viewOf(run)]));
  const latest = latestPerVariant(views);
  useRuns.setState({ views, shown: latest, peeks: {} });
  const others = runs.map(({ id }) => id).filter((id) => !latest.includes(id));
  void loadHistories([...latest, ...others]);
}

async function loadHistories(ids: readonly string[]): Promise<void> {
  const { n_opened } = useProject.getState();
  for (const id of ids) {
    const history = await shown(() => call('runs:history', id));
    if (useProject.getState().n_opened !== n_opened) return;
    if (history === undefined || useRuns.getState().views[id] === undefined) continue;
    const log = withMetrics(emptyLog, history.metrics);
    const speed = log.curves.tokens_per_second.last()?.value ?? null;
    updateRun(id, (view) => ({
      ...view,
      n_train_tokens: history.n_train_tokens,
      tokensPerSecond: view.tokensPerSecond ?? speed,
      log,
    }));
  }
}

/** Draws or hides the curves of a run. */
export function toggleShown(id: string): void {
  useRuns.setState(({ shown: ids }) => ({
    shown: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id],
  }));
}

/** Moves a run to the project's trash. */
export async function removeRun(id: string): Promise<void> {
  const removed = await shown(() => call('runs:remove', id));
  if (removed === undefined) return;
  useRuns.setState(({ views, shown: ids }) => {
    const { [id]: gone, ...rest } = views;
    return { views: gone === undefined ? views : rest, shown: ids.filter((each) => each !== id) };
  });
}
