import { parseArgs } from 'node:util';
import { createBackend } from '../../src/main/trainer/backend';
import { cloze } from './cloze';
import { type Figure, showSpread } from './figures';
import { heads } from './heads';
import type { Asked } from './measure';
import { norms } from './norms';
import { recall, whichFirst } from './positions';
import { translation } from './translation';

const EXPERIMENTS: Readonly<Record<string, readonly ((asked: Asked) => Promise<void>)[]>> = {
  a: [heads],
  b: [whichFirst, recall],
  e: [translation],
  g: [norms],
  h: [cloze],
};

function line({ arm, what, values, reference }: Figure): string {
  return [
    arm.padEnd(32),
    what.padEnd(20),
    showSpread(values).padEnd(16),
    reference.padEnd(16),
    values.map((value) => value.toFixed(3)).join(' '),
  ].join(' ');
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  });
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const letters = positionals.length > 0 ? positionals : Object.keys(EXPERIMENTS);
  const unknown = letters.filter((letter) => !(letter in EXPERIMENTS));
  if (unknown.length > 0) {
    const known = Object.keys(EXPERIMENTS).join(', ');
    throw new Error(`no experiment ${unknown.join(', ')}: there are ${known}`);
  }
  const backend = await createBackend();
  const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i);
  say(`${backend.name}; seeds ${seeds.join(', ')}`);
  for (const letter of letters) {
    const start = performance.now();
    const tell = (figure: Figure) => say(values.json ? JSON.stringify(figure) : line(figure));
    say(`(${letter}) ${'arm'.padEnd(28)} ${'figure'.padEnd(20)} ${'ours'.padEnd(16)} reference`);
    for (const experiment of EXPERIMENTS[letter] ?? [])
      await experiment({ backend, seeds, only: values.only, tell });
    say(`(${letter}) took ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
}

void run().then(
  () => process.exit(),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
