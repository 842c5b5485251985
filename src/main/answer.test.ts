import { fail, sameText } from '@shared/contract/problem';
import { expect, it } from 'vitest';
import { answerCall } from './answer';
import type { Handlers } from './handlers';

const never = async () => {
  throw new Error('not called in this test');
};

/** All calls, of which those given do something. */
function handlersWith(some: Partial<Handlers>): Handlers {
  const others = new Proxy(some, { get: (known, name) => Reflect.get(known, name) ?? never });
  return others as Handlers;
}

async function answer(some: Partial<Handlers>, name: unknown, args: unknown) {
  const faults: unknown[] = [];
  const answered = await answerCall(handlersWith(some), name, args, (error) => faults.push(error));
  return { answered, faults };
}

it('answers with the value of the handler', async () => {
  const { answered } = await answer({ 'runs:remove': async () => null }, 'runs:remove', 'run-1');
  expect(answered).toEqual({ ok: true, value: null });
});

it('hands the handler what the contract parsed', async () => {
  const seen: unknown[] = [];
  const append: Handlers['data:append'] = async (args) => {
    seen.push(args);
    return null;
  };
  const piece = { upload: 'u1', bytes: new Uint8Array([1, 2]), more: 'is dropped' };
  await answer({ 'data:append': append }, 'data:append', piece);
  expect(seen).toEqual([{ upload: 'u1', bytes: new Uint8Array([1, 2]) }]);
});

it('refuses wrong arguments with the place of the fault, before the handler sees them', async () => {
  const { answered, faults } = await answer({}, 'data:cancel', { upload: 4 });
  expect(answered).toMatchObject({
    ok: false,
    problem: {
      where: { en: 'data:cancel at upload' },
      what: { en: 'expected a text, got 4.', zh: '应为文本，实际为 4。' },
    },
  });
  expect(faults).toEqual([]);
});

it('passes on the Problem that a handler throws', async () => {
  const problem = { where: sameText('x'), what: sameText('is wrong.'), fix: sameText('Mend it.') };
  const open: Handlers['runs:open'] = async () => fail(problem.where, problem.what, problem.fix);
  const { answered, faults } = await answer({ 'runs:open': open }, 'runs:open', 'run-1');
  expect(answered).toEqual({ ok: false, problem });
  expect(faults).toEqual([]);
});

it('calls any other error a fault of the program, and reports it', async () => {
  const open: Handlers['runs:open'] = async () => {
    throw new Error('cannot read properties of undefined');
  };
  const { answered, faults } = await answer({ 'runs:open': open }, 'runs:open', 'run-1');
  expect(answered).toMatchObject({
    problem: {
      what: {
        en: 'a fault of the program itself: cannot read properties of undefined.',
        zh: '程序自身出错：cannot read properties of undefined。',
      },
    },
  });
  expect(faults).toHaveLength(1);
});

it.each(['shell:run', 'constructor', '__proto__', 7, null])('knows no call %s', async (name) => {
  const { answered, faults } = await answer({}, name, null);
  expect(answered).toMatchObject({ ok: false });
  expect(faults).toHaveLength(1);
});
