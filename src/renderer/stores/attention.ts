import type { AttentionView } from '@shared/contract/trainer';
import { create } from 'zustand';
import { shown } from '../ui/shown';
import { useProject } from './project';
import { command, openModel } from './runCommands';
import { onOtherProject, onRunEvents, useRuns } from './runs';

interface AttentionState {
  /** The newest attention, by run. */
  readonly views: Readonly<Record<string, AttentionView>>;
  /** Runs that send their attention while they train. */
  readonly watched: readonly string[];
  /** Place of the attention block looked at, counted through the model. */
  readonly layer: number;
  /** A model is being loaded to be looked at. */
  readonly loading: boolean;
}

export const useAttention = create<AttentionState>()(() => ({
  views: {},
  watched: [],
  layer: 0,
  loading: false,
}));

onRunEvents((events) => {
  const views = { ...useAttention.getState().views };
  let changed = false;
  for (const { run, event } of events) {
    if (event.type === 'attention') {
      views[run] = sameTokens(views[run], event.view);
      changed = true;
    }
    if (event.type === 'ready' && isWatched(run)) void attendIfLive(run, true);
    if (event.type === 'ended' && isLookedAt(run, event.status)) void attend(run, isWatched(run));
  }
  if (changed) useAttention.setState({ views });
});

onOtherProject(() => useAttention.setState({ views: {}, layer: 0 }));

const isWatched = (run: string) => useAttention.getState().watched.includes(run);

/** The same sentence keeps its very list of tokens: what is measured of its labels stays true. */
function sameTokens(before: AttentionView | undefined, view: AttentionView): AttentionView {
  const tokens = sameList(before?.tokens, view.tokens);
  return view.source === undefined
    ? { ...view, tokens }
    : { ...view, tokens, source: sameList(before?.source, view.source) };
}

function sameList(before: string[] | undefined, list: string[]): string[] {
  const same = before?.length === list.length && before.every((token, at) => token === list[at]);
  return same ? before : list;
}

/** A run's model as it stands; `watch`: and again while it trains. */
async function attend(run: string, watch: boolean): Promise<void> {
  const text = useProject.getState().project?.attentionText ?? null;
  await shown(() => command(run, { type: 'attend', text, watch }));
}

async function attendIfLive(run: string, watch: boolean): Promise<void> {
  if (useRuns.getState().views[run]?.live != null) await attend(run, watch);
}

/** Whether the last step's attention, which no training follows any more, is to be shown. */
function isLookedAt(run: string, status: 'done' | 'stopped'): boolean {
  if (isWatched(run)) return true;
  // A run can be over before anyone could ask.
  const isNew = status === 'done' && !(run in useAttention.getState().views);
  return isNew && useRuns.getState().shown.includes(run);
}

/** From now on exactly these runs send their attention: only what somebody looks at is computed. */
export function watchRuns(runs: readonly string[]): void {
  const { watched } = useAttention.getState();
  useAttention.setState({ watched: runs });
  for (const run of watched) if (!runs.includes(run)) void attendIfLive(run, false);
  for (const run of runs) if (!watched.includes(run)) void attendIfLive(run, true);
}

/** Loads the models of these variants and looks at them: trained ones from their checkpoint, others as drawn. */
export async function lookAt(variants: readonly string[]): Promise<void> {
  useAttention.setState({ loading: true });
  await shown(async () => {
    for (const variant of variants) {
      const run = await openModel(variant);
      if (run === null) continue;
      const { watched } = useAttention.getState();
      if (!watched.includes(run)) useAttention.setState({ watched: [...watched, run] });
      const before = useAttention.getState().views[run];
      await attendIfLive(run, true);
      if (useRuns.getState().views[run]?.peek) await newView(run, before);
    }
  });
  useAttention.setState({ loading: false });
}

/** How long a model may take to show its attention. */
const SEEN_MS = 10_000;

/** Waits for the attention of a model that gives way to the next one looked at. */
function newView(run: string, before: AttentionView | undefined): Promise<void> {
  if (useAttention.getState().views[run] !== before) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(done, SEEN_MS);
    const forget = useAttention.subscribe(({ views }) => {
      if (views[run] !== before) done();
    });
  });
}

/** Sets the sentence looked at; null = the start of the validation text. */
export function setAttentionText(text: string | null): void {
  useProject.getState().edit((project) => ({ ...project, attentionText: text }));
  for (const run of useAttention.getState().watched) void attendIfLive(run, true);
}

export function setLayer(layer: number): void {
  useAttention.setState({ layer });
}
