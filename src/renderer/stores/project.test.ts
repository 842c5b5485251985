import type { OpenedProject } from '@shared/contract/calls';
import { type Drawing, projectSchema, settingsSchema } from '@shared/contract/project';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activeVariant, useProject } from './project';

const node = (id: string, x = 0) => ({
  id,
  type: 'tokens',
  params: {},
  position: { x, y: 0 },
  group: null,
  label: null,
});
const drawing: Drawing = { nodes: [node('tokens')], wires: [], groups: [] };
const project = projectSchema.parse({
  version: 1,
  name: 'tiny',
  variants: [{ id: 'variant-1', name: 'A', drawing }],
  activeVariant: 'variant-1',
  data: null,
  settings: settingsSchema.parse({}),
  attentionText: null,
});
const opened: OpenedProject = { folder: '/p', draft: false, project, recovered: false, runs: [] };

const state = () => useProject.getState();
const moved =
  (x: number) =>
  (before: Drawing): Drawing => ({ ...before, nodes: before.nodes.map(({ id }) => node(id, x)) });
const x = () => activeVariant(state())?.drawing.nodes[0]?.position.x;

beforeEach(() => state().load(opened));

describe('undo and redo', () => {
  it('take back one edit of the drawing and do it again', () => {
    state().updateActiveDrawing(moved(10));
    state().updateActiveDrawing(moved(20));
    state().undo();
    expect(x()).toBe(10);
    state().undo();
    expect(x()).toBe(0);
    state().redo();
    expect(x()).toBe(10);
  });

  it('take back quick edits of one thing as one step', () => {
    state().updateActiveDrawing(moved(1), 'move tokens');
    state().updateActiveDrawing(moved(2), 'move tokens');
    state().updateActiveDrawing(moved(3), 'move tokens');
    state().undo();
    expect(x()).toBe(0);
  });

  it('keep edits of one thing apart after a rest', () => {
    vi.useFakeTimers();
    state().updateActiveDrawing(moved(1), 'move tokens');
    vi.advanceTimersByTime(1500);
    state().updateActiveDrawing(moved(2), 'move tokens');
    vi.useRealTimers();
    state().undo();
    expect(x()).toBe(1);
  });

  it('bring back settings, and leave the text and the name alone', () => {
    state().setSettings({ n_ctx: 32 });
    const data = {
      name: 'a.txt',
      file: 'data/a.txt',
      sha256: '',
      sizeBytes: 1,
      encoding: 'utf-8',
      tokenizer: 'byte' as const,
    };
    state().setData(data, 99);
    state().undo();
    expect(state().project?.settings.n_ctx).toBe(64);
    expect(state().project?.data).toEqual(data);
  });

  it('come back to the variant that the edit was made in', () => {
    state().duplicateVariant('variant-1');
    state().setActive('variant-1');
    state().updateActiveDrawing(moved(5));
    state().setActive('variant-2');
    state().undo();
    expect(state().project?.activeVariant).toBe('variant-1');
    expect(x()).toBe(0);
  });

  it('begin anew with another project', () => {
    state().updateActiveDrawing(moved(10));
    state().load(opened);
    state().undo();
    expect(x()).toBe(0);
    expect(useProject.temporal.getState().pastStates).toEqual([]);
  });
});

describe('the dirty mark', () => {
  it('comes with an edit and goes when the edit is taken back', () => {
    expect(state().dirty).toBe(false);
    state().updateActiveDrawing(moved(10));
    expect(state().dirty).toBe(true);
    state().undo();
    expect(state().dirty).toBe(false);
  });

  it('does not come from looking at another variant', () => {
    state().setActive('variant-1');
    expect(state().dirty).toBe(false);
  });

  it('is there from the start on recovered changes', () => {
    state().load({ ...opened, recovered: true });
    expect(state().dirty).toBe(true);
  });
});

describe('variants', () => {
  it('are copied right behind the original under the next free letter', () => {
    state().duplicateVariant('variant-1');
    state().duplicateVariant('variant-1');
    expect(state().project?.variants.map(({ id, name }) => `${id} ${name}`)).toEqual([
      'variant-1 A',
      'variant-3 C',
      'variant-2 B',
    ]);
    expect(state().project?.activeVariant).toBe('variant-3');
  });

  it('are never all removed', () => {
    state().removeVariant('variant-1');
    expect(state().project?.variants).toHaveLength(1);
  });

  it('give way to their neighbour when removed', () => {
    state().duplicateVariant('variant-1');
    state().removeVariant('variant-2');
    expect(state().project?.activeVariant).toBe('variant-1');
  });

  it('cannot be edited while nothing may be', () => {
    useProject.setState({ readOnly: true });
    state().updateActiveDrawing(moved(10));
    useProject.setState({ readOnly: false });
    expect(x()).toBe(0);
  });
});

describe('saving', () => {
  /** The main process answers a save with the project as it was written. */
  const answerWith = (change: Partial<OpenedProject>) =>
    vi.stubGlobal('window', {
      api: {
        call: async (
          _name: string,
          { project: written }: { project: OpenedProject['project'] },
        ) => ({
          ok: true,
          value: { ...opened, project: written, ...change },
        }),
      },
    });

  it('keeps what can be undone and done again', async () => {
    answerWith({});
    state().updateActiveDrawing(moved(10));
    state().updateActiveDrawing(moved(20));
    state().undo();
    expect(await state().save(false)).toBe(true);
    expect(state().dirty).toBe(false);
    state().redo();
    expect([x(), state().dirty]).toEqual([20, true]);
    state().undo();
    expect([x(), state().dirty]).toEqual([10, false]);
    state().undo();
    expect([x(), state().dirty]).toEqual([0, true]);
  });

  it('elsewhere ends being read-only', async () => {
    state().load({ ...opened, readOnly: true });
    state().updateActiveDrawing(moved(10));
    expect(x()).toBe(0);
    answerWith({ folder: '/copy' });
    await state().save(true);
    expect(state().readOnly).toBe(false);
    state().updateActiveDrawing(moved(10));
    expect(x()).toBe(10);
  });

  it('is read-only from the moment the project was taken over; the drawing stays to be saved elsewhere', () => {
    state().updateActiveDrawing(moved(10));
    state().becomeReadOnly({ ...opened, readOnly: true });
    expect([x(), state().readOnly, state().dirty]).toEqual([10, true, true]);
  });
});
