import { randomBytes } from 'node:crypto';
import { fail, type Problem, ProblemError, sameText } from '@shared/contract/problem';
import type { Run } from '@shared/contract/project';
import { commandSchema, type TrainerEvent } from '@shared/contract/trainer';
import { learnableOf } from '@shared/datasets/learnable';
import { Command } from 'commander';
import { parseAs } from '../files/zodProblem';
import { mustRead, warnOf } from './brokenRuns';
import { noFlagAsValue, numberOrText } from './flags';
import { telling, warn } from './problems';
import { withHost } from './session';

interface GenerateFlags {
  readonly project: string;
  readonly run?: string;
  readonly prompt: string;
  readonly length: string;
  readonly temperature: string;
  readonly top_k: string;
  readonly seed: string;
  readonly uncached?: boolean;
}

async function generate(flags: GenerateFlags): Promise<void> {
  const request = randomBytes(4).toString('hex');
  const order = parseAs(
    commandSchema,
    {
      type: 'generate',
      request,
      prompt: flags.prompt,
      length: numberOrText(flags.length),
      temperature: numberOrText(flags.temperature),
      top_k: numberOrText(flags.top_k),
      seed: numberOrText(flags.seed),
      use_cache: flags.uncached !== true,
    },
    'The command line',
  );
  let hear: (event: TrainerEvent) => void = () => undefined;
  await withHost(
    { project: flags.project },
    (event) => hear(event),
    async ({ handlers }) => {
      const opened = await handlers['project:open'](null);
      await mustRead(flags.project, flags.run);
      const runs = opened?.runs ?? [];
      const run = chosenRun(runs, flags.run);
      const opening = openingOf(run, flags.prompt);
      const done = new Promise<void>((resolve, reject) => {
        hear = writer(request, opening, resolve, reject);
      });
      // It may be refused while its trainer is still being opened.
      done.catch(() => undefined);
      await handlers['runs:command']({ run: run.id, command: order });
      await done;
      process.stdout.write('\n');
    },
  );
}

/** Writes an answer as it comes, behind its opening; nothing when it is refused. */
function writer(
  request: string,
  opening: string,
  resolve: () => void,
  reject: (error: unknown) => void,
): (event: TrainerEvent) => void {
  let ahead = opening;
  return (event) => {
    warnOf(event);
    if (event.type === 'failed') return reject(new ProblemError(event.problem));
    if (event.type !== 'generated' || event.request !== request) return;
    if (event.problem) return reject(new ProblemError(event.problem));
    if (event.n_unknown) warn(leftOut(event.n_unknown));
    process.stdout.write(ahead + event.text);
    ahead = '';
    if (event.done) resolve();
  };
}

/** What stands before the text: the prompt that it goes on from, or the source that it answers. */
function openingOf(run: Run, prompt: string): string {
  if (!readsSource(run)) return prompt;
  return prompt.trim() === '' ? noSource() : `${prompt} → `;
}

function chosenRun(runs: readonly Run[], asked: string | undefined): Run {
  const last = runs.at(-1) ?? noRun();
  const found = asked === undefined ? last : runs.find(({ id }) => id === asked);
  if (found !== undefined) return found;
  const ids = runs.map(({ id }) => id);
  return fail(
    sameText(`--run ${asked?.slice(0, 80)}`),
    { en: 'there is no such run.', zh: '没有这次训练。' },
    { en: `There are ${ids.join(', ')}.`, zh: `现有：${ids.join('、')}。` },
  );
}

/** Whether a run answers sources instead of going on from a text. */
function readsSource(run: Run): boolean {
  return learnableOf(run, []).fields.includes('source');
}

function leftOut(n: number): Problem {
  return {
    where: sameText('--prompt'),
    what: {
      en: `${n} unknown ${n === 1 ? 'token was' : 'tokens were'} left out.`,
      zh: `略去了 ${n} 个未知词元。`,
    },
    fix: { en: 'Use what the text holds that it learned.', zh: '请使用训练文本中出现过的内容。' },
  };
}

function noSource(): never {
  return fail(
    sameText('--prompt'),
    {
      en: 'this run answers a source, and none was given.',
      zh: '这次训练根据源序列作答，但没有给出源序列。',
    },
    {
      en: 'Give it one: --prompt "what is to be answered or translated".',
      zh: '请给出：--prompt "要回答或翻译的内容"。',
    },
  );
}

function noRun(): never {
  return fail(
    { en: 'Project', zh: '项目' },
    { en: 'there is no trained run in it.', zh: '其中没有训练过的模型。' },
    {
      en: 'Train one first: toyformer train --data FILE.',
      zh: '请先训练：toyformer train --data 文件。',
    },
  );
}

export function generateCommand(): Command {
  const command = new Command('generate')
    .description('write text with a trained run')
    .option('--out, --project <folder>', 'the project', 'toyformer-project')
    .option('--run <id>', 'which run (default: the last)')
    .option('--prompt <text>', 'how the text begins', '\n')
    .option('--length <tokens>', 'how many tokens', '300')
    .option('--temperature <number>', '0 = always the likeliest token', '0.8')
    .option('--top_k <tokens>', 'choose among so many; 0 = all', '0')
    .option('--seed <number>', 'the same seed writes the same text', '1')
    .option('--uncached', 'compute every position anew for each token');
  return noFlagAsValue(command).action((flags: GenerateFlags) => telling(() => generate(flags)));
}
