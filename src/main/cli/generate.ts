import { randomBytes } from 'node:crypto';
import { fail, ProblemError, sameText } from '@shared/contract/problem';
import { commandSchema, type TrainerEvent } from '@shared/contract/trainer';
import { Command } from 'commander';
import { parseAs } from '../files/zodProblem';
import { mustRead } from './brokenRuns';
import { numberOrText } from './flags';
import { telling } from './problems';
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
      const run = chosenRun(
        runs.map(({ id }) => id),
        flags.run,
      );
      process.stdout.write(flags.prompt);
      const done = new Promise<void>((resolve, reject) => {
        hear = (event) => write(event, request, resolve, reject);
      });
      await handlers['runs:command']({ run, command: order });
      await done;
      process.stdout.write('\n');
    },
  );
}

function write(
  event: TrainerEvent,
  request: string,
  resolve: () => void,
  reject: (error: unknown) => void,
): void {
  if (event.type === 'failed') reject(new ProblemError(event.problem));
  if (event.type !== 'generated' || event.request !== request) return;
  process.stdout.write(event.text);
  if (event.problem) reject(new ProblemError(event.problem));
  else if (event.done) resolve();
}

function chosenRun(runs: readonly string[], asked: string | undefined): string {
  const last = runs.at(-1) ?? noRun();
  if (asked === undefined || runs.includes(asked)) return asked ?? last;
  return fail(
    sameText(`--run ${asked.slice(0, 80)}`),
    { en: 'there is no such run.', zh: '没有这次训练。' },
    { en: `There are ${runs.join(', ')}.`, zh: `现有：${runs.join('、')}。` },
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
  return new Command('generate')
    .description('write text with a trained run')
    .option('--out, --project <folder>', 'the project', 'toyformer-project')
    .option('--run <id>', 'which run (default: the last)')
    .option('--prompt <text>', 'how the text begins', '\n')
    .option('--length <tokens>', 'how many tokens', '300')
    .option('--temperature <number>', '0 = always the likeliest token', '0.8')
    .option('--top_k <tokens>', 'choose among so many; 0 = all', '0')
    .option('--seed <number>', 'the same seed writes the same text', '1')
    .option('--uncached', 'compute every position anew for each token')
    .action((flags: GenerateFlags) => telling(() => generate(flags)));
}
