import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { commandLine, small } from '../cli.testing';
import { temporaryFolder } from '../files/folder.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const folder = temporaryFolder();
const text = join(folder, 'text.txt');
const run = commandLine(folder);
const few = ['--n_layers', '1', '--d_model', '16', '--batch_size', '2'];
beforeAll(() => writeFileSync(text, 'The cat sat on the mat.\n'.repeat(100)));

describe('generating', () => {
  it('asks for the sentence that an encoder-decoder is to answer', async () => {
    const size = ['--template', 'transformer2017', '--n_ctx', '24', ...few];
    await run('train', '--out', 'paper', '--task', 'translation', ...size, '--max_steps', '1');
    const blank = await run('generate', '--out', 'paper');
    expect(blank).toEqual({
      ...blank,
      code: 1,
      stdout: '',
      stderr:
        '--prompt: this run answers a source, and none was given. Give it one: --prompt "what is to be answered or translated".\n',
    });
    const asked = await run('generate', '--out', 'paper', '--prompt', 'the cat', '--length', '3');
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    expect(asked.stdout).toMatch(/^the cat → /);
    expect(asked.stdout).not.toMatch(/<\w+>/);
  });

  it('says which checkpoint it passed over, why none can be read, and that there is none', async () => {
    const every = ['--max_steps', '2', '--checkpoint_interval', '1'];
    await run('train', '--out', 'torn', '--data', text, ...small, ...every);
    const checkpoints = join(folder, 'torn/runs/001-a/checkpoints');
    const tear = (step: number) => {
      const path = join(checkpoints, `step-00000${step}/weights.safetensors`);
      truncateSync(path, readFileSync(path).length - 3);
    };
    const generate = () => run('generate', '--out', 'torn', '--length', '5');
    const torn = /^step-000002\/weights\.safetensors: [^\n]*\. /;
    tear(2);
    const older = await generate();
    expect(older.stderr).toMatch(torn);
    expect(older.stderr).toContain(
      'The run is as it was at step 1, its last checkpoint that can be read.',
    );
    expect(older).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\n[\s\S]{5,}/) });
    tear(1);
    const none = await generate();
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(torn) });
    expect(none.stderr.trimEnd().split('\n')).toHaveLength(1);
    rmSync(checkpoints, { recursive: true });
    expect(await generate()).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'Run "A": it has no checkpoint: its weights are as they started, and it would write noise. Train it further, or choose another run.\n',
    });
  });
});
