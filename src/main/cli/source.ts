import { stat } from 'node:fs/promises';
import type { DataPreview } from '@shared/contract/calls';
import { fail, sameText } from '@shared/contract/problem';
import type { Project } from '@shared/contract/project';
import { unreadableText } from '@shared/datasets/textProblems';
import type { Handlers } from '../handlers';
import { type Flags, given } from './flags';
import { warn } from './problems';
import { readTask } from './task';
import { mustHaveNoTokenizer, newText, withTokenizer } from './tokenizer';

/**
 * The project as far as the flags alone say what it learns: a task, the text it has, or none yet when one is named.
 * @throws ProblemError when they contradict each other, or there is nothing to learn.
 */
export function withSource(project: Project, flags: Flags): Project {
  const [task, path] = [given(flags, 'task'), given(flags, 'data')];
  if (task !== undefined && path !== undefined) textOrTask();
  if (path !== undefined) {
    withTokenizer(newText, flags);
    return { ...project, task: null, data: null };
  }
  if (task !== undefined || project.task) {
    mustHaveNoTokenizer(flags);
    return task === undefined ? project : { ...project, task: readTask(task) };
  }
  return { ...project, data: withTokenizer(project.data ?? noText(), flags) };
}

/** Reads the text that was given, if one was, into the project; tells the rows of a table that cannot be used. */
export async function withText(
  handlers: Handlers,
  project: Project,
  flags: Flags,
): Promise<Project> {
  if (given(flags, 'data') === undefined) {
    await tellOld(handlers, project);
    return project;
  }
  const preview = await handlers['data:open'](null);
  if (preview === null) throw new Error('the file was given');
  tell(preview);
  return { ...project, data: withTokenizer(preview.data, flags) };
}

async function tellOld(handlers: Handlers, { task, data }: Project): Promise<void> {
  if (task || !data?.table) return;
  const { encoding, tokenizer } = data;
  const preview = await handlers['data:preview']({ data, encoding, tokenizer });
  if (preview !== null) tell(preview);
}

/** Whether a text is long enough is judged by the run's own n_ctx, when it starts. */
function tell({ data, table, n_unreadable }: DataPreview): void {
  const warning = unreadableText(data.name, n_unreadable);
  if (warning) warn(warning);
  if (!table || table.n_faults === 0) return;
  const { n_faults, n_rows, faults } = table;
  const more = n_faults - faults.length;
  warn({
    where: sameText(data.name),
    what: {
      en: `rows that cannot be used: ${n_faults}; rows used: ${n_rows}.`,
      zh: `有 ${n_faults} 行无法使用，已使用 ${n_rows} 行。`,
    },
    fix:
      more > 0
        ? { en: `The first ${faults.length} of them:`, zh: `以下是其中前 ${faults.length} 行：` }
        : { en: '', zh: '' },
  });
  for (const fault of faults) warn(fault);
}

/** @throws ProblemError when there is no file to read. */
export async function mustExist(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return;
  fail(
    sameText(`--data ${path}`),
    found
      ? { en: 'this is no file.', zh: '这不是文件。' }
      : {
          en: 'there is no such file, or it may not be read.',
          zh: '没有这个文件，或没有读取权限。',
        },
    { en: 'Check the path.', zh: '请检查路径。' },
  );
}

function textOrTask(): never {
  return fail(
    sameText('--data --task'),
    { en: 'a run learns a text or a task, not both.', zh: '一次训练只能学习文本或任务之一。' },
    { en: 'Leave out one of them.', zh: '请去掉其中一个。' },
  );
}

function noText(): never {
  return fail(
    sameText('--data'),
    { en: 'there is no text to train on.', zh: '没有用于训练的文本。' },
    { en: 'Name a text file: --data FILE.', zh: '请指定文本文件：--data 文件。' },
  );
}
