import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { OpenedProject } from '@shared/contract/calls';
import { showProblem } from '@shared/contract/problem';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { type TestHost, testHost } from '../host.testing';
import type { WorkerFiles } from '../services';
import { buildWorkers } from '../workers.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const root = temporaryFolder();
let workers: WorkerFiles;
let host: TestHost;
let folder = '';
let count = 0;
beforeAll(async () => {
  workers = await buildWorkers();
});
beforeEach(() => {
  folder = join(root, String(++count));
  host = testHost(folder, workers);
});
afterEach(() => host.close());

const start = () => host.handlers['project:start'](null);

async function save(opened: OpenedProject, place: string | null): Promise<OpenedProject | null> {
  host.answers.place = place;
  return host.handlers['project:save']({ project: opened.project, as: place !== null });
}

async function restart(): Promise<void> {
  await host.close();
  host = testHost(folder, workers);
}

describe('the first start', () => {
  it('shows the tiny GPT with a text of our own, as a draft', async () => {
    const opened = await start();
    expect(opened).toMatchObject({ draft: true, recovered: false, runs: [] });
    expect(opened.project.data?.name).toBe('english.txt');
    expect(opened.project.variants[0]?.drawing.groups).toHaveLength(1);
  });

  it('comes back to the same draft, with what was drawn since', async () => {
    const { project, folder: draft } = await start();
    await host.handlers['project:autosave']({ ...project, name: 'Mine' });
    await restart();
    expect(await start()).toMatchObject({
      folder: draft,
      recovered: false,
      project: { name: 'Mine' },
    });
  });
});

describe('a new project', () => {
  it('replaces a draft that nobody touched', async () => {
    const first = await start();
    await host.handlers['project:new'](null);
    expect(existsSync(first.folder)).toBe(false);
  });

  it('leaves a draft that somebody worked on among the recent projects', async () => {
    const first = await start();
    await host.handlers['project:autosave'](first.project);
    await host.handlers['project:new'](null);
    const recent = await host.handlers['project:recent'](null);
    expect(recent.map((each) => each.folder)).toContain(first.folder);
  });
});

describe('saving', () => {
  it('asks for a place once, moves the draft there and names the project after it', async () => {
    const opened = await start();
    const place = join(folder, 'My GPT');
    const saved = await save(opened, place);
    expect(saved).toMatchObject({ folder: place, draft: false, project: { name: 'My GPT' } });
    expect(existsSync(opened.folder)).toBe(false);
    expect(readdirSync(place).sort()).toEqual(['data', 'project.json', 'project.lock']);
    host.answers.place = null;
    if (saved) await save({ ...saved, project: { ...saved.project, attentionText: 'x' } }, null);
    expect(readFileSync(join(place, 'project.json'), 'utf8')).toContain('"attentionText": "x"');
  });

  it('does nothing when the person cancels', async () => {
    const opened = await start();
    expect(await save(opened, null)).toBeNull();
    expect(existsSync(opened.folder)).toBe(true);
  });

  it('never replaces what it did not write', async () => {
    const opened = await start();
    const place = join(folder, 'taken');
    mkdirSync(place);
    writeFileSync(join(place, 'thesis.doc'), 'years of work');
    expect(await sentenceOf(() => save(opened, place))).toBe(
      'taken: it holds 1 file or folder and no project. Choose a new or an empty folder.',
    );
    writeFileSync(join(place, 'project.json'), '{}');
    expect(await sentenceOf(() => save(opened, place))).toBe(
      'taken: it holds another project already. Choose a new or an empty folder.',
    );
    expect(readFileSync(join(place, 'thesis.doc'), 'utf8')).toBe('years of work');
  });

  it('cannot put a project inside itself', async () => {
    const opened = await start();
    expect(await sentenceOf(() => save(opened, join(opened.folder, 'inner')))).toBe(
      'inner: a project cannot be saved inside itself. Choose a place outside of its folder.',
    );
  });

  it('says when the place cannot be written', async () => {
    const opened = await start();
    writeFileSync(join(folder, 'file'), '');
    expect(await sentenceOf(() => save(opened, join(folder, 'file/inner')))).toContain('inner: ');
    expect(existsSync(join(opened.folder, 'project.json'))).toBe(true);
  });
});

describe('after a crash', () => {
  it('brings unsaved changes back, with a choice', async () => {
    const saved = await save(await start(), join(folder, 'p'));
    if (saved === null) throw new Error('not saved');
    await host.handlers['project:autosave']({ ...saved.project, name: 'Changed' });
    await restart();
    expect(await start()).toMatchObject({ recovered: true, project: { name: 'Changed' } });
    const back = await host.handlers['project:discardRecovered'](null);
    expect(back).toMatchObject({ recovered: false, project: { name: 'p' } });
  });
});

describe('opening', () => {
  it('takes only folders that it was given before', async () => {
    await start();
    expect(await sentenceOf(() => host.handlers['project:open']('/etc'))).toBe(
      'etc: this folder is not among the recent projects. Open it with the dialog.',
    );
  });

  it('keeps the open project when the other one is faulty', async () => {
    const opened = await start();
    const place = join(folder, 'faulty');
    mkdirSync(place);
    writeFileSync(join(place, 'project.json'), '{"version": 1}');
    host.answers.project = place;
    expect(await sentenceOf(() => host.handlers['project:open'](null))).toBe(
      'project.json at name: expected a text, got nothing.',
    );
    await host.handlers['project:autosave'](opened.project);
  });

  it('shows a new project and says why, when the last one is faulty', async () => {
    const saved = await save(await start(), join(folder, 'p'));
    await restart();
    writeFileSync(join(saved?.folder ?? '', 'project.json'), '{"version": 7}');
    const opened = await start();
    expect(opened.draft).toBe(true);
    expect(opened.notice?.what.en).toBe(
      'it was written by a newer Toyformer (format 7; this one reads up to 1).',
    );
  });

  it('tells a run that cannot be read, and how many there are, but not with every save', async () => {
    const saved = await save(await start(), join(folder, 'p'));
    const breakRun = (id: string) => {
      const broken = join(saved?.folder ?? '', 'runs', id);
      mkdirSync(broken, { recursive: true });
      writeFileSync(join(broken, 'run.json'), '{"version": 2}');
    };
    breakRun('001-a');
    await restart();
    const opened = await start();
    const { notice, runs } = opened;
    expect(runs).toEqual([]);
    expect(notice && showProblem(notice)).toBe('001-a/run.json at version: expected 1, got 2.');
    expect((await save(opened, null))?.notice).toBeUndefined();
    breakRun('002-b');
    const again = await host.handlers['project:open'](opened.folder);
    expect(again?.notice && showProblem(again.notice)).toBe(
      'Runs: 2 of them cannot be read. The first is 001-a/run.json at version: expected 1, got 2.',
    );
    expect(again?.notice && showProblem(again.notice, 'zh')).toMatch(
      /^训练：有 2 次无法读取。第一次是 001-a\/run\.json/,
    );
  });

  it('shows a project whose folder is gone no more', async () => {
    const saved = await save(await start(), join(folder, 'p'));
    await restart();
    rmSync(saved?.folder ?? '', { recursive: true });
    expect((await start()).draft).toBe(true);
    expect(await host.handlers['project:recent'](null)).toHaveLength(1);
  });

  it('is read-only where another window has it', async () => {
    const saved = await save(await start(), join(folder, 'p'));
    await restart();
    const place = saved?.folder ?? '';
    writeFileSync(join(place, 'project.lock'), `${hostname()} ${process.ppid}\n`);
    const opened = await start();
    expect(opened.readOnly).toBe(true);
    const sentence =
      'p: the project is open in another window, so this one can only look at it. Close the other window and open it again, or save it under another name.';
    expect(await sentenceOf(() => save(opened, null))).toBe(sentence);
    expect(await sentenceOf(() => host.handlers['data:sample']('chinese'))).toBe(sentence);
    const copy = await save(opened, join(folder, 'copy'));
    expect(copy?.readOnly).toBeUndefined();
    expect(existsSync(join(place, 'project.lock'))).toBe(true);
  });
});
