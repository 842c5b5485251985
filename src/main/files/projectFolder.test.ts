import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '@shared/contract/problem';
import { drawingSchema } from '@shared/contract/project';
import { emptyProject } from '@shared/contract/project.testing';
import { anyDrawing, damagedDrawing, legalDrawing } from '@shared/graph/random.testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemIn, sentenceOf, temporaryFolder } from './folder.testing';
import { placeInside } from './inside';
import {
  copyProject,
  discardAutosave,
  parseProject,
  readAutosave,
  readProject,
  writeAutosave,
  writeProject,
} from './projectFolder';
import { parseJson } from './zodProblem';

const root = temporaryFolder();
const node = {
  id: 'attention',
  type: 'selfAttention',
  params: { n_heads: 4 },
  position: { x: 0, y: 0 },
  group: null,
  label: null,
};

function withNode(change: object) {
  const drawing = { nodes: [{ ...node, ...change }], wires: [], groups: [] };
  return { ...emptyProject, variants: [{ id: 'a', name: 'A', drawing }] };
}

it('reads what it wrote, in a file for people', async () => {
  const folder = join(root, 'plain');
  const project = parseProject(withNode({}));
  await writeProject(folder, project);
  expect(await readProject(folder)).toEqual(project);
  expect(readFileSync(join(folder, 'project.json'), 'utf8')).toMatch(/^\{\n {2}"version": 1,\n/);
});

it('keeps unsaved changes until the project is saved', async () => {
  const folder = join(root, 'autosave');
  await writeProject(folder, emptyProject);
  await writeAutosave(folder, { ...emptyProject, name: 'Changed' });
  expect((await readAutosave(folder))?.name).toBe('Changed');
  expect((await readProject(folder)).name).toBe('Test');
  await writeProject(folder, emptyProject);
  expect(await readAutosave(folder)).toBeNull();
  await discardAutosave(folder);
});

it('passes over unsaved changes that a crash tore', async () => {
  const folder = join(root, 'torn');
  await writeProject(folder, emptyProject);
  writeFileSync(join(folder, 'project.autosave.json'), '{"version": 1, "na');
  expect(await readAutosave(folder)).toBeNull();
});

describe('a project file of an earlier version', () => {
  it.each([1])('of format %i opens, and loses nothing', (version) => {
    const path = new URL(`fixtures/project-v${version}.json`, import.meta.url);
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    expect(parseProject(content)).toMatchObject({ ...Object(content), version: 1 });
  });
});

describe('a faulty project.json', () => {
  it.each([
    [
      withNode({ params: { n_heads: [4] } }),
      'project.json at variants.0.drawing.nodes.0.params.n_heads: expected a number, a text, true, false or null, got a list of 1.',
    ],
    [
      withNode({ position: { x: 'left', y: 0 } }),
      'project.json at variants.0.drawing.nodes.0.position.x: expected a number, got "left".',
    ],
    [
      withNode({ position: { x: Number.POSITIVE_INFINITY, y: 0 } }),
      'project.json at variants.0.drawing.nodes.0.position.x: expected a number, got null.',
    ],
    [
      { ...emptyProject, settings: { n_ctx: 'four' } },
      'project.json at settings.n_ctx: expected a whole number, got "four".',
    ],
    [
      { ...emptyProject, settings: { n_ctx: 2.5 } },
      'project.json at settings.n_ctx: expected a whole number, got 2.5.',
    ],
    [
      { ...emptyProject, settings: { n_ctx: 0 } },
      'project.json at settings.n_ctx: expected at least 1, got 0.',
    ],
    [
      { ...emptyProject, settings: { lr: 0 } },
      'project.json at settings.lr: expected more than 0, got 0.',
    ],
    [
      { ...emptyProject, settings: { schedule: 'sudden' } },
      'project.json at settings.schedule: expected "constant", "linear", "cosine", "stepwise" or "noam", got "sudden".',
    ],
    [
      { ...emptyProject, variants: [] },
      'project.json at variants: expected at least 1 entries, got a list of 0.',
    ],
    [{ ...emptyProject, name: undefined }, 'project.json at name: expected a text, got nothing.'],
    [[], 'project.json: expected an object, got a list of 0.'],
    [
      { ...emptyProject, version: 2 },
      'project.json: it was written by a newer Toyformer (format 2; this one reads up to 1). Open it with the newer one; the file was left as it is.',
    ],
  ])('is named with the place %#', async (content, sentence) => {
    const folder = join(root, 'faulty');
    mkdirSync(folder, { recursive: true });
    const before = JSON.stringify(content);
    writeFileSync(join(folder, 'project.json'), before);
    expect(await sentenceOf(() => readProject(folder))).toBe(sentence);
    expect(readFileSync(join(folder, 'project.json'), 'utf8')).toBe(before);
  });

  it('says the same in Chinese', async () => {
    const { where, what } = await problemIn(() =>
      parseProject({ ...emptyProject, settings: { n_ctx: 'four' } }),
    );
    expect(`${where.zh}：${what.zh}`).toBe(
      'project.json 的 settings.n_ctx：应为整数，实际为 "four"。',
    );
  });

  it('that is no JSON is named with line and column', async () => {
    const sentence = await sentenceOf(() => parseJson('{\n  "a": 1,\n}', 'project.json'));
    expect(sentence).toBe(
      'project.json line 3, column 1: this is not valid JSON. Undo the last edit of this file, or open another one.',
    );
  });

  it('that is missing names the folder', async () => {
    const folder = join(root, 'nothing');
    mkdirSync(folder);
    expect(await sentenceOf(() => readProject(folder))).toBe(
      'nothing: there is no project.json in this folder. Choose the folder of a Toyformer project.',
    );
  });

  it('cannot reach the prototype of objects', async () => {
    const text = JSON.stringify(withNode({})).replace('"n_heads":4', '"__proto__":{"polluted":1}');
    const outcome = await Promise.resolve()
      .then(() => parseProject(JSON.parse(text)))
      .catch((error: unknown) => error);
    expect(outcome instanceof ProblemError || typeof outcome === 'object').toBe(true);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('of a million nodes is refused', async () => {
    const nodes = Array.from({ length: 100_000 }, (_, i) => ({ ...node, id: `n-${i}` }));
    const project = { ...emptyProject };
    const variants = [{ id: 'a', name: 'A', drawing: { nodes, wires: [], groups: [] } }];
    expect(await sentenceOf(() => parseProject({ ...project, variants }))).toContain(
      'nodes: expected at most 2000 entries, got a list of 100000.',
    );
  });

  it('of any content gives a project or a Problem', () => {
    const json = JSON.stringify(parseProject(withNode({})));
    fc.assert(
      fc.property(fc.nat(json.length - 1), fc.string({ maxLength: 4 }), (at, text) => {
        try {
          parseProject(parseJson(json.slice(0, at) + text + json.slice(at + text.length), 'p'));
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});

describe('a drawing that is half wired or faulty', () => {
  it('is saved and opened again as it was, to the last byte', async () => {
    const folder = join(root, 'half-wired');
    const file = join(folder, 'project.json');
    const drawings = fc.oneof(anyDrawing, damagedDrawing, legalDrawing);
    const storable = drawings.filter((drawing) => drawingSchema.safeParse(drawing).success);
    await fc.assert(
      fc.asyncProperty(storable, async (drawing) => {
        const variants = [{ id: 'a', name: 'A', drawing }];
        const project = parseProject({ ...emptyProject, variants });
        expect(project.variants).toEqual(variants);
        await writeProject(folder, project);
        const read = await readProject(folder);
        // As text, for which −0 is 0.
        expect(JSON.stringify(read)).toBe(JSON.stringify(project));
        const before = readFileSync(file, 'utf8');
        await writeProject(folder, read);
        expect(readFileSync(file, 'utf8')).toBe(before);
      }),
      { numRuns: 150, seed: 1 },
    );
  });
});

describe('the copy of a project', () => {
  it('appears whole, without the lock', async () => {
    const from = join(root, 'from');
    await writeProject(from, emptyProject);
    mkdirSync(join(from, 'runs/001-a'), { recursive: true });
    writeFileSync(join(from, 'runs/001-a/run.json'), '{}');
    writeFileSync(join(from, 'project.lock'), 'host 1');
    await copyProject(from, join(root, 'deep/to'));
    expect(readdirSync(join(root, 'deep'))).toEqual(['to']);
    expect(readdirSync(join(root, 'deep/to')).sort()).toEqual(['project.json', 'runs']);
    expect(readdirSync(join(root, 'deep/to/runs/001-a'))).toEqual(['run.json']);
  });
});

describe('a file named by a project', () => {
  it.each(['../secret', '/etc/passwd', 'data/../../x', 'a\0b'])(
    'must lie inside: %j',
    async (file) => {
      expect(await sentenceOf(() => placeInside(root, file))).toContain(
        'lies outside of the project. Open the text again.',
      );
    },
  );

  it('must not leave through a link', async () => {
    const folder = join(root, 'links');
    mkdirSync(folder);
    symlinkSync('/etc', join(folder, 'data'));
    expect(await sentenceOf(() => placeInside(folder, 'data/passwd'))).toBe(
      'project.json: the file "data/passwd" lies outside of the project. Open the text again.',
    );
  });
});
