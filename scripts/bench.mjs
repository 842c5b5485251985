/**
 * npm run bench -- --window | --large-text
 * npm run bench -- [--quick] [--json] [--electron] [--profile] [--losses] [--flat] [--converge] [--configs T,S,M] [--seconds N] [--rounds N]
 *
 * Training steps of ours, of stock TensorFlow.js on its wasm backend and, where /usr/bin/python3 has it, of PyTorch, in
 * turns within one run: whatever else the machine does meets all of them. A figure is the fastest step of a process;
 * ratios are made round by round, and their median is shown.
 * With --window, the program itself while it trains (e2e/window.measure.ts); with --large-text, while it reads a text of
 * a gigabyte (e2e/largeText.measure.ts).
 */
import { parseArgs } from 'node:util';
import { bench } from '../bench/run.mjs';
import { benchWindow } from '../bench/window.mjs';

const flag = { type: /** @type {const} */ ('boolean'), default: false };
const { values } = parseArgs({
  options: {
    quick: flag,
    json: flag,
    electron: flag,
    profile: flag,
    losses: flag,
    flat: flag,
    converge: flag,
    window: flag,
    'large-text': flag,
    configs: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const {
  window = false,
  'large-text': large,
  configs: names,
  seconds: s,
  rounds: r,
  ...flags
} = values;
const quick = flags.quick ?? false;
const seconds = Number(s ?? (quick ? 0.5 : 3));
const rounds = Number(r ?? (quick ? 2 : 4));
const configs = (names ?? (quick ? 'T' : 'T,S,M')).split(',');
if (window && large) {
  process.stderr.write('bench: --window and --large-text are measured one at a time\n');
  process.exitCode = 2;
} else if (window || large) process.exitCode = await benchWindow(window ? 'window' : 'largeText');
else await bench({ ...flags, quick, configs, seconds, rounds });
