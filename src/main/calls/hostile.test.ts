import { type CallName, calls } from '@shared/contract/calls';
import { showProblem } from '@shared/contract/problem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerCall } from '../answer';
import { temporaryFolder } from '../files/folder.testing';
import { type TestHost, testHost } from '../host.testing';
import { buildWorkers } from '../workers.testing';

const root = temporaryFolder();
let host: TestHost;
beforeAll(async () => {
  host = testHost(root, await buildWorkers());
});
afterAll(() => host.close());

const faults: unknown[] = [];
const ask = (name: string, args: unknown) =>
  answerCall(host.handlers, name, args, (error) => faults.push(error));

const values: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  Number.NaN,
  1e308,
  '',
  '../../etc/passwd',
  '/',
  'x'.repeat(100_000),
  'a\0b',
  [],
  {},
  { run: '../..', command: { type: 'play' } },
  { run: '001-none', command: { type: 'play' } },
  { run: '001-none', command: { type: 'fly' } },
  { upload: 'nothing', bytes: new Uint8Array(3) },
  { name: '.', sizeBytes: 1 },
  { project: null, variants: [] },
  JSON.parse('{"__proto__": {"polluted": true}, "project": {"__proto__": []}}'),
];
const names = Object.keys(calls).filter((name) => name !== 'app:close') as CallName[];

it.each(names)('%s answers any arguments with a value or a sentence', async (name) => {
  for (const args of values) {
    const answer = await ask(name, args);
    if (!answer.ok) expect(showProblem(answer.problem)).toMatch(/\S: \S/);
  }
  expect(faults).toEqual([]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

it('answers before a project is open', async () => {
  const fresh = testHost(`${root}/fresh`, { trainer: '', data: '' });
  const faultsHere: unknown[] = [];
  for (const name of ['runs:open', 'runs:history', 'runs:remove'] as const) {
    const answer = await answerCall(fresh.handlers, name, '001-a', (error) =>
      faultsHere.push(error),
    );
    expect(answer.ok ? '' : showProblem(answer.problem)).toBe(
      'Project: no project is open. Open one or make a new one.',
    );
  }
  expect(faultsHere).toEqual([]);
});
