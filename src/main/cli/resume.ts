import { fail, sameText } from '@shared/contract/problem';
import { type Run, settingsSchema } from '@shared/contract/project';
import type { Handlers } from '../handlers';
import { anyDrawingSchema } from './drawing';
import type { Flags } from './flags';
import { anyTokenizerSchema } from './tokenizer';

/**
 * Goes on with the last run of the project, as it was set.
 * @throws ProblemError when there is none, or it is done.
 */
export async function resumeRun(
  handlers: Handlers,
  folder: string,
  runs: readonly Run[],
): Promise<Run> {
  const run = runs.at(-1) ?? nothingToResume(folder);
  if (run.status === 'done') nothingLeft(run);
  await handlers['runs:command']({ run: run.id, command: { type: 'play' } });
  return run;
}

const NEW_WORK = ['data', 'task', 'template', 'tokenizer'];

/** @throws ProblemError when a flag is given that would be left out of account. */
export function mustStay(flags: Flags): void {
  const settable = [anyTokenizerSchema(), anyDrawingSchema(), settingsSchema].flatMap(({ shape }) =>
    Object.keys(shape),
  );
  const given = [...NEW_WORK, ...settable].find((name) => typeof flags[name] === 'string');
  if (given === undefined) return;
  fail(
    sameText(`--resume --${given}`),
    { en: 'a run goes on as it was set.', zh: '续训沿用原来的设置。' },
    {
      en: `Leave out --${given}, or leave out --resume to train anew.`,
      zh: `请去掉 --${given}；若要重新训练，请去掉 --resume。`,
    },
  );
}

function nothingLeft({ id, step, settings }: Run): never {
  return fail(
    sameText(id),
    {
      en: `has done ${step} of ${settings.max_steps} steps: nothing is left to do.`,
      zh: `已完成 ${step} / ${settings.max_steps} 步，无需继续。`,
    },
    { en: 'Train anew without --resume.', zh: '若要重新训练，请去掉 --resume。' },
  );
}

export function nothingToResume(folder: string): never {
  return fail(
    sameText(folder),
    { en: 'there is no run to go on with.', zh: '没有可以继续的训练。' },
    { en: 'Train without --resume first.', zh: '请先不带 --resume 训练一次。' },
  );
}
