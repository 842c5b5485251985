/**
 * npm run crash-test [-- --kills 200 --seed 1]: kills training with SIGKILL at random moments, or copies its folder at
 * a random moment as a power cut would leave it, goes on, and compares every loss with an undisturbed run.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProgram } from './build.mjs';
import { root } from './lib/process.mjs';
import { stream } from './samples/grammar.mjs';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const KILLS = Number(values.kills);
const STEPS = 2000;
const CHECKPOINT = 20;
const folder = mkdtempSync(join(tmpdir(), 'toyformer-crash-'));
const cli = join(folder, 'program/main/cli.js');
const text = join(folder, 'text.txt');
const random = stream(Number(values.seed));
const SETTINGS = [
  ...['--n_layers', '1', '--n_heads', '1', '--d_model', '8', '--n_ctx', '8', '--batch_size', '2'],
  ...['--max_steps', String(STEPS), '--checkpoint_interval', String(CHECKPOINT)],
  ...['--eval_interval', '100', '--sample_interval', '1000'],
];

/** Starts training; answers the process and its end. */
function train(project, ...more) {
  const child = spawn(process.execPath, [cli, 'train', '--out', project, ...more], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: folder },
  });
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  const end = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal, said }));
  });
  return { child, end };
}

/** A file of the project's run; before it has one, a place where nothing is. */
function runFile(project, name) {
  const runs = join(project, 'runs');
  const [id = ''] = existsSync(runs)
    ? readdirSync(runs).filter((each) => !each.includes('.tmp-'))
    : [];
  return join(runs, id, name);
}

const begin = (project) => train(project, '--data', text, ...SETTINGS);
const goOn = (project) =>
  existsSync(runFile(project, 'run.json')) ? train(project, '--resume') : begin(project);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A line's metric; null when a crash tore it. */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Every training loss on disk, by step; a step trained again must come to the same loss. */
function losses(project) {
  const path = runFile(project, 'metrics.jsonl');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const metrics = lines.map(parseLine);
  const bySteps = new Map();
  for (const { step, train_loss } of metrics.filter((metric) => metric?.train_loss !== undefined)) {
    if ((bySteps.get(step) ?? train_loss) !== train_loss)
      throw new Error(`step ${step} came to two losses`);
    bySteps.set(step, train_loss);
  }
  return { bySteps, torn: metrics.filter((metric) => metric === null).length };
}

const count = { kills: 0, copies: 0, runs: 0, equal: 0, torn: 0, refused: 0 };

const faults = () => count.kills + count.copies;

const sizeOf = (path) => (existsSync(path) ? statSync(path).size : 0);

/** A random moment: now and then while the program starts, mostly while it trains. */
async function moment(project) {
  if (random() < 0.2) return wait(random() * 1500);
  const before = sizeOf(runFile(project, 'metrics.jsonl'));
  for (let i = 0; i < 500 && sizeOf(runFile(project, 'metrics.jsonl')) === before; i++)
    await wait(20);
  return wait(random() * 1500);
}

/** A run can be killed when it has just ended: nothing is left to go on with. */
function isDone(project) {
  const path = runFile(project, 'run.json');
  return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).status === 'done';
}

/** One fault at a random moment. Answers the project to go on with. */
async function disturb(project, number) {
  if (isDone(project)) return { project, over: true };
  const { child, end } = goOn(project);
  const early = await Promise.race([end, moment(project)]);
  if (early !== undefined) {
    check(early);
    return { project, over: true };
  }
  if (random() < 0.2) {
    const copy = join(folder, `copy-${number}`);
    try {
      cpSync(project, copy, { recursive: true });
      count.copies++;
    } catch {
      // A file was replaced while it was copied: such a copy a person would see fail too.
      rmSync(copy, { recursive: true, force: true });
    }
    child.kill('SIGKILL');
    await end;
    if (!existsSync(copy)) return { project, over: false };
    rmSync(join(copy, 'project.lock'), { force: true });
    rmSync(project, { recursive: true, force: true });
    return { project: copy, over: false };
  }
  child.kill('SIGKILL');
  await end;
  count.kills++;
  return { project, over: false };
}

/** Bytes of the text and of the project that are not as they were. */
function lostBytes(project) {
  const [file = ''] = readdirSync(join(project, 'data'));
  const copy = readFileSync(join(project, 'data', file));
  const original = readFileSync(text);
  const content = readFileSync(join(project, 'project.json'), 'utf8');
  const drawn = ({ variants, settings }) => JSON.stringify({ variants, settings });
  const same = drawn(JSON.parse(content)) === drawn(JSON.parse(quietProject));
  return (copy.equals(original) ? 0 : original.length) + (same ? 0 : content.length);
}

function check({ code, said }) {
  if (code === 0) return;
  count.refused++;
  process.stdout.write(`refused: ${said.trim()}\n`);
}

writeFileSync(text, 'The cat sat on the mat. The dog sat on the log.\n'.repeat(200));
const failed = buildProgram();
if (failed) process.exit(failed);
// A copy of its own: the next build may begin while this goes on.
cpSync(join(root, 'out'), join(folder, 'program'), { recursive: true });
const quiet = join(folder, 'quiet');
check(await begin(quiet).end);
const expected = losses(quiet).bySteps;
if (expected.size !== STEPS) throw new Error(`the undisturbed run has ${expected.size} steps`);

const quietProject = readFileSync(join(quiet, 'project.json'), 'utf8');

let lost = 0;
let bytes = 0;
for (let number = 0; faults() < KILLS; number++) {
  let state = { project: join(folder, `run-${number}`), over: false };
  while (!state.over && faults() < KILLS) {
    state = await disturb(state.project, faults());
    if (faults() % 20 === 0) process.stdout.write(`${faults()} faults\n`);
  }
  if (!state.over) check(await goOn(state.project).end);
  const { bySteps, torn } = losses(state.project);
  count.runs++;
  count.torn += torn;
  const missing = [...expected].filter(([step, loss]) => bySteps.get(step) !== loss).length;
  lost += missing;
  bytes += lostBytes(state.project);
  if (missing === 0) count.equal++;
  else process.stdout.write(`run ${number}: ${missing} of ${STEPS} losses differ or are missing\n`);
  rmSync(state.project, { recursive: true, force: true });
  process.stdout.write(`run ${number}: ${faults()} faults so far, ${lost} losses lost\n`);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  `${faults()} faults injected (${count.kills} kills, ${count.copies} copies in mid-write); ` +
    `${count.equal} of ${count.runs} runs recovered, with the same ${STEPS} losses; ` +
    `${count.torn} torn lines passed over, ${count.refused} refusals, ${lost} losses and ${bytes} bytes lost\n`,
);
process.exit(count.equal === count.runs && count.refused === 0 && bytes === 0 ? 0 : 1);
