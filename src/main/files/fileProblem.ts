import { type Problem, ProblemError, sameText, type Text } from '@shared/contract/problem';

interface Sentence {
  readonly what: Text;
  readonly fix: Text;
}

const sentences: Readonly<Record<string, Sentence>> = {
  ENOSPC: {
    what: { en: 'the disk is full.', zh: '磁盘已满。' },
    fix: { en: 'Free some space, then try again.', zh: '请腾出空间后重试。' },
  },
  EDQUOT: {
    what: { en: 'your disk quota is used up.', zh: '磁盘配额已用完。' },
    fix: { en: 'Free some space, then try again.', zh: '请腾出空间后重试。' },
  },
  EROFS: {
    what: { en: 'this disk is read-only.', zh: '该磁盘为只读。' },
    fix: { en: 'Save the project in another folder.', zh: '请把项目另存到其他文件夹。' },
  },
  EACCES: {
    what: { en: 'you have no permission for it.', zh: '没有访问权限。' },
    fix: {
      en: 'Change its permissions or choose another place.',
      zh: '请修改权限或选择其他位置。',
    },
  },
  ENOENT: {
    what: { en: 'it is not there any more.', zh: '它已不存在。' },
    fix: {
      en: 'It was moved or deleted: put it back, or choose another.',
      zh: '它可能被移动或删除：请放回原处，或另选一个。',
    },
  },
  EISDIR: {
    what: { en: 'it is a folder, not a file.', zh: '它是文件夹，不是文件。' },
    fix: { en: 'Choose a file.', zh: '请选择一个文件。' },
  },
  ENOTDIR: {
    what: { en: 'it is a file, not a folder.', zh: '它是文件，不是文件夹。' },
    fix: { en: 'Choose a folder.', zh: '请选择一个文件夹。' },
  },
  EEXIST: {
    what: { en: 'something of that name is there already.', zh: '同名的文件已存在。' },
    fix: { en: 'Choose another name or place.', zh: '请换一个名称或位置。' },
  },
  ENOTEMPTY: {
    what: { en: 'there are files in it.', zh: '其中已有文件。' },
    fix: { en: 'Choose another name or place.', zh: '请换一个名称或位置。' },
  },
  ENAMETOOLONG: {
    what: { en: 'the name is too long for this disk.', zh: '名称过长，该磁盘不支持。' },
    fix: { en: 'Use a shorter name.', zh: '请使用更短的名称。' },
  },
  EMFILE: {
    what: { en: 'too many files are open.', zh: '打开的文件过多。' },
    fix: { en: 'Close other programs, then try again.', zh: '请关闭其他程序后重试。' },
  },
  ERR_FS_FILE_TOO_LARGE: {
    what: { en: 'the file is larger than 2 GB.', zh: '文件超过 2 GB。' },
    fix: { en: 'Use a smaller one.', zh: '请使用较小的文件。' },
  },
  EIO: {
    what: { en: 'the disk reported an error.', zh: '磁盘读写出错。' },
    fix: { en: 'Save the project on another disk.', zh: '请把项目另存到其他磁盘。' },
  },
};
const aliases: Readonly<Record<string, string>> = { EPERM: 'EACCES', ENFILE: 'EMFILE' };

/** The system's code of a failed file operation, such as `ENOSPC`; null for any other error. */
export function fileErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (!('syscall' in error) && error.code !== 'ERR_FS_FILE_TOO_LARGE') return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** A failed file operation as a Problem at `where`; any other error as it is. */
export function fileProblem(error: unknown, where: Text): unknown {
  const code = fileErrorCode(error);
  if (code === null) return error;
  const sentence = sentences[aliases[code] ?? code] ?? {
    what: { en: `the system refused (${code}).`, zh: `系统拒绝了该操作（${code}）。` },
    fix: { en: 'Try again or choose another place.', zh: '请重试或选择其他位置。' },
  };
  return new ProblemError({ where, ...sentence });
}

/** A file's problem, its file named together with the folder that it lies in: `001-a/run.json`. */
export function inFolder(folder: string, { where, ...rest }: Problem): Problem {
  return { ...rest, where: { en: `${folder}/${where.en}`, zh: `${folder}/${where.zh}` } };
}

/** Does file work; what the system refuses becomes a Problem at `where`, usually the file's name. */
export async function withFileProblems<T>(
  where: Text | string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileProblem(error, typeof where === 'string' ? sameText(where) : where);
  }
}
