import { type Problem, ProblemError, type Text } from '@shared/contract/problem';
import type { Run } from '@shared/contract/project';
import type { Loss } from './trainerWorker';

export function runName({ name }: Run): Text {
  return { en: `Run "${name}"`, zh: `训练“${name}”` };
}

/** What to tell when a trainer is gone without being asked. */
export function lossProblem(run: Run, loss: Loss, checkpoint: number, restarts: boolean): Problem {
  const where = runName(run);
  if (loss.outOfMemory) {
    return {
      where,
      what: {
        en: `there was not enough memory at step ${run.step}.`,
        zh: `第 ${run.step} 步时内存不足。`,
      },
      fix: {
        en: 'Use a smaller batch_size, n_ctx or model.',
        zh: '请减小 batch_size、n_ctx 或模型。',
      },
    };
  }
  return {
    where,
    what: {
      en: `the trainer ended unexpectedly at step ${run.step} (${loss.message}).`,
      zh: `训练进程在第 ${run.step} 步意外结束（${loss.message}）。`,
    },
    fix: restarts
      ? {
          en: `It goes on by itself from the checkpoint at step ${checkpoint}.`,
          zh: `已自动从第 ${checkpoint} 步的检查点继续。`,
        }
      : {
          en: `Press Continue to go on from the checkpoint at step ${checkpoint}.`,
          zh: `请按“继续”，从第 ${checkpoint} 步的检查点接着训练。`,
        },
  };
}

/** A run that waited for its model was closed by somebody: it did not fail, and stays as it is. */
export class ClosedEarly extends ProblemError {
  constructor(run: Run) {
    super({
      where: runName(run),
      what: {
        en: 'it was closed before its model stood.',
        zh: '模型尚未就绪，它就被关闭了。',
      },
      fix: { en: 'Start it again.', zh: '请重新开始。' },
    });
    this.name = 'ClosedEarly';
  }
}

/** Any error as something to tell about a run. */
export function problemOf(run: Run, error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return {
    where: runName(run),
    what: { en: `the program failed: ${message}.`, zh: `程序出错：${message}。` },
    fix: { en: 'Press Continue to try again.', zh: '请按“继续”重试。' },
  };
}
