import { ProblemError, sameText } from '@shared/contract/problem';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { parseAs } from '../files/zodProblem';

/** What a command was given: text, or `true` of a flag that takes none. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The text of a flag. */
export function given(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** nanoGPT's names for what is called otherwise here. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['block_size', 'n_ctx'],
  ['n_layer', 'n_layers'],
  ['n_head', 'n_heads'],
  ['n_embd', 'd_model'],
  ['max_iters', 'max_steps'],
  ['learning_rate', 'lr'],
  ['warmup_iters', 'warmup_steps'],
  ['eval_iters', 'eval_batches'],
]);

/** `--n-layer=4` → `--n_layers=4`: hyphens are as good as underscores, nanoGPT's names as good as ours. */
export function plainFlag(argument: string): string {
  const [, name, rest = ''] = /^--([A-Za-z][\w-]*)(=[\s\S]*)?$/.exec(argument) ?? [];
  if (name === undefined) return argument;
  const plain = name.replaceAll('-', '_');
  return `--${aliases.get(plain) ?? plain}${rest}`;
}

function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const wraps = schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wraps ? inner(schema.unwrap()) : schema;
}

/** Text of a command line → the value its field takes; what does not fit is left for the schema to refuse. */
function toValue(schema: z.core.$ZodType, text: string): unknown {
  const type = inner(schema);
  if (text === 'null') return null;
  if (type instanceof z.ZodNumber) return numberOrText(text);
  if (type instanceof z.ZodBoolean) return { true: true, false: false }[text] ?? text;
  return text;
}

/** A number where the text is one; other text is left for the schema to refuse. */
export function numberOrText(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function helpOf(schema: z.ZodType): string {
  const type = inner(schema);
  if (type instanceof z.ZodEnum) return type.options.join(' | ');
  return schema.description ?? '';
}

/** One option for each field of a schema, named as the field. */
export function schemaOptions(schema: z.ZodObject): Option[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const value = field instanceof z.ZodDefault ? field.def.defaultValue : undefined;
    const option = new Option(`--${name} <value>`, helpOf(field));
    const note = value === undefined ? '' : ` (default ${JSON.stringify(value)})`;
    option.description = `${option.description}${note}`.trim();
    return option;
  });
}

/** The options given on the command line that are fields of `schema`, over `base`. @throws ProblemError `--lr: expected …`. */
export function schemaValues<S extends z.ZodObject>(
  schema: S,
  given: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, unknown>> = {},
): z.output<S> {
  const values: Record<string, unknown> = { ...base };
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = given[name];
    if (typeof text === 'string') values[name] = toValue(field, text);
  }
  return parseAs(schema, values, 'The command line');
}

/** Whether any field of `schema` was given. */
export function anyGiven(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(schema.shape).some((name) => typeof given[name] === 'string');
}

/** Looks up what a flag names. @throws ProblemError that names the flag when there is no such thing. */
export function ofFlag<T>(flag: string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError({ ...error.problem, where: sameText(flag) });
  }
}

/** Refuses to take the flag that follows for the value of one that was given none. */
export function noFlagAsValue(command: Command): Command {
  for (const option of command.options.filter(({ required }) => required)) {
    option.argParser((value: string) => {
      const [name] = value.split('=');
      const isFlag = command.options.some(({ long, short }) => name === long || name === short);
      if (isFlag) command.error(`error: ${option.long} needs a value, but ${value} is a flag`);
      return value;
    });
  }
  return command;
}
