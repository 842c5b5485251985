import type { Dictionary } from '../en';
import { app } from './app';
import { canvas } from './canvas';
import { command } from './command';
import { compare } from './compare';
import { data } from './data';
import { generate } from './generate';
import { inspect } from './inspect';
import { inspector } from './inspector';
import { palette } from './palette';
import { stepTime } from './stepTime';
import { table } from './table';
import { task } from './task';
import { tokenizer } from './tokenizer';
import { training } from './training';

export const zh: Dictionary = {
  app,
  canvas,
  command,
  compare,
  data,
  generate,
  inspect,
  inspector,
  palette,
  stepTime,
  table,
  task,
  tokenizer,
  training,
};
