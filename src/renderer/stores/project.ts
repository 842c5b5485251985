import type { OpenedProject } from '@shared/contract/calls';
import type { Data, Drawing, Project, Settings, Variant } from '@shared/contract/project';
import { nextVariant } from '@shared/graph/variants';
import { temporal } from 'zundo';
import { create } from 'zustand';
import { call } from '../api';
import { copyOfVariant, withoutVariant } from './variants';

/** Vocabulary assumed until a text is read: one entry per byte. */
const unknownVocab = 256;
/** Edits of the same thing within this time are one undo step, such as a number typed digit by digit. */
const mergeMs = 1000;
const historyLimit = 300;

interface ProjectValues {
  readonly opened: OpenedProject | null;
  /** How often a project was opened, saving under another name left out. */
  readonly n_opened: number;
  readonly project: Project | null;
  /** The project as it stands on disk, to know what is unsaved. */
  readonly saved: Project | null;
  readonly dirty: boolean;
  /** A save is on its way: what is kept beside the project meanwhile would be older than it. */
  readonly saving: boolean;
  /** Nothing can be edited or trained: the project is open in another window, or nothing can be written there. */
  readonly readOnly: boolean;
  /** From the preview of the text. */
  readonly n_vocab: number;
}

type Edit<T> = T | ((before: T) => T);

interface ProjectActions {
  load(opened: OpenedProject): void;
  /** The drawing stays as it is, to be looked at or saved elsewhere. */
  becomeReadOnly(opened: OpenedProject): void;
  /** `merge` names the thing edited: edits of the same thing in quick succession are one undo step. */
  edit(change: Edit<Project>, merge?: string): void;
  setDrawing(variant: string, drawing: Drawing, merge?: string): void;
  updateActiveDrawing(change: (drawing: Drawing) => Drawing, merge?: string): void;
  setSettings(change: Partial<Settings>): void;
  setData(data: Data | null, n_vocab: number): void;
  /** Adds a variant and shows it. Answers its id. */
  addVariant(drawing: Drawing, name?: string): string | null;
  /** Makes B from A. Answers the id of B. */
  duplicateVariant(variant: string): string | null;
  renameVariant(variant: string, name: string): void;
  removeVariant(variant: string): void;
  setActive(variant: string): void;
  /** Answers whether it was saved: false when the person cancelled. @throws ProblemError when it cannot be written. */
  save(as: boolean): Promise<boolean>;
  undo(): void;
  redo(): void;
}

export type ProjectState = ProjectValues & ProjectActions;

/** Everything that project.json holds except the tab that happens to be in front. */
function sameContent(a: Project | null, b: Project | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return (
    sameDrawn(a, b) && a.name === b.name && a.data === b.data && a.attentionText === b.attentionText
  );
}

/** What undo and redo bring back: drawings, settings and the task. */
function sameDrawn(a: Project | null, b: Project | null): boolean {
  const sameTask = (a?.task ?? null) === (b?.task ?? null);
  return a?.variants === b?.variants && a?.settings === b?.settings && sameTask;
}

let lastEdit = { what: '', at: 0 };

function isContinued(merge: string | undefined): boolean {
  const now = Date.now();
  const continued = merge !== undefined && merge === lastEdit.what && now - lastEdit.at < mergeMs;
  lastEdit = { what: merge ?? '', at: now };
  return continued;
}

function untracked(change: () => void): void {
  const history = useProject.temporal.getState();
  history.pause();
  change();
  history.resume();
}

/** Undo and redo leave alone what they do not bring back. */
function travel(go: () => void): void {
  const before = useProject.getState().project;
  if (before === null) return;
  lastEdit = { what: '', at: 0 };
  go();
  const { project, saved } = useProject.getState();
  if (project === null) return;
  const { name, data, attentionText } = before;
  const restored = { ...project, name, data, attentionText };
  untracked(() => useProject.setState({ project: restored, dirty: !sameContent(restored, saved) }));
}

/** The project with another drawing of a variant. */
export function withDrawn(project: Project, variant: string, drawing: Drawing): Project {
  const old = project.variants.find(({ id }) => id === variant);
  if (old === undefined || old.drawing === drawing) return project;
  const variants = project.variants.map((each) => (each === old ? { ...each, drawing } : each));
  return { ...project, variants };
}

type Set = (change: Partial<ProjectState>) => void;
type Get = () => ProjectState;
type Part<K extends keyof ProjectActions> = Pick<ProjectActions, K>;

function editing(
  set: Set,
  get: Get,
): Part<
  | 'load'
  | 'becomeReadOnly'
  | 'edit'
  | 'setDrawing'
  | 'updateActiveDrawing'
  | 'setSettings'
  | 'setData'
> {
  return {
    load: (opened) => {
      const { project, recovered, readOnly = false } = opened;
      const saved = recovered ? null : project;
      const n_opened = get().n_opened + 1;
      set({ opened, n_opened, project, saved, dirty: recovered, readOnly });
      lastEdit = { what: '', at: 0 };
      useProject.temporal.getState().clear();
    },

    becomeReadOnly: (opened) => set({ opened, readOnly: true }),

    edit: (change, merge) => {
      const { project: before, readOnly, saved } = get();
      if (before === null || readOnly) return;
      const project = typeof change === 'function' ? change(before) : change;
      if (project === before) return;
      const apply = () => set({ project, dirty: !sameContent(project, saved) });
      if (isContinued(merge)) untracked(apply);
      else apply();
    },

    setDrawing: (variant, drawing, merge) =>
      get().edit((project) => withDrawn(project, variant, drawing), merge),

    updateActiveDrawing: (change, merge) => {
      const variant = activeVariant(get());
      if (variant) get().setDrawing(variant.id, change(variant.drawing), merge);
    },

    setSettings: (change) =>
      get().edit(
        (project) => ({ ...project, settings: { ...project.settings, ...change } }),
        `settings ${Object.keys(change).join(' ')}`,
      ),

    setData: (data, n_vocab) => {
      set({ n_vocab });
      get().edit((project) => ({ ...project, data, task: null }));
    },
  };
}

function variants(
  get: Get,
): Part<'addVariant' | 'duplicateVariant' | 'renameVariant' | 'removeVariant' | 'setActive'> {
  return {
    addVariant: (drawing, name) => {
      const { project } = get();
      if (project === null) return null;
      const variant = nextVariant(project.variants, drawing, name);
      if (variant === null) return null;
      get().edit({
        ...project,
        variants: [...project.variants, variant],
        activeVariant: variant.id,
      });
      return variant.id;
    },

    duplicateVariant: (id) => {
      const { project } = get();
      const copied = project === null ? null : copyOfVariant(project.variants, id);
      if (project === null || copied === null) return null;
      get().edit({ ...project, variants: copied.variants, activeVariant: copied.id });
      return copied.id;
    },

    renameVariant: (id, name) =>
      get().edit((project) => ({
        ...project,
        variants: project.variants.map((each) => (each.id === id ? { ...each, name } : each)),
      })),

    removeVariant: (id) => get().edit((project) => withoutVariant(project, id)),

    setActive: (id) => get().edit((project) => ({ ...project, activeVariant: id })),
  };
}

function saving(set: Set, get: Get): Part<'save'> {
  return {
    save: async (as) => {
      const { project } = get();
      if (project === null) return false;
      set({ saving: true });
      const opened = await call('project:save', { project, as }).finally(() =>
        set({ saving: false }),
      );
      if (opened === null) return false;
      const { readOnly = false } = opened;
      const { name, data } = opened.project;
      const written = { ...project, name, data };
      const now = get().project ?? written;
      // Edits made while the dialog stood open stay unsaved.
      const current = now === project ? written : { ...now, name, data };
      const dirty = !sameContent(current, written);
      set({ opened, saved: written, project: current, dirty, readOnly });
      return true;
    },
  };
}

const nothing: ProjectValues = {
  opened: null,
  n_opened: 0,
  project: null,
  saved: null,
  dirty: false,
  saving: false,
  readOnly: false,
  n_vocab: unknownVocab,
};

export const useProject = create<ProjectState>()(
  temporal<ProjectState, [], [], Pick<ProjectValues, 'project'>>(
    (set, get) => ({
      ...nothing,
      ...editing(set, get),
      ...variants(get),
      ...saving(set, get),
      undo: () => travel(() => useProject.temporal.getState().undo()),
      redo: () => travel(() => useProject.temporal.getState().redo()),
    }),
    {
      limit: historyLimit,
      partialize: ({ project }) => ({ project }),
      equality: (a, b) => sameDrawn(a.project, b.project),
    },
  ),
);

export function activeVariant({ project }: Pick<ProjectState, 'project'>): Variant | null {
  return project?.variants.find(({ id }) => id === project.activeVariant) ?? null;
}

/** The variant in front, or null before a project is open. */
export function useActiveVariant(): Variant | null {
  return useProject(activeVariant);
}
