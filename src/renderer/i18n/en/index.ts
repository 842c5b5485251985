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

export const en = {
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

/** The texts of the window in some language: the same keys as in English, or it does not compile. */
export type Dictionary = Texts<typeof en>;
type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
