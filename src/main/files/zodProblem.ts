import { expectation, wholeNumber } from '@shared/contract/expectation';
import { fail, sameText, type Text } from '@shared/contract/problem';
import { z } from 'zod';
import { findExcess, findFault, type JsonFault, placeIn } from './jsonFault';

type Issue = z.core.$ZodIssue;

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** JSON writes no such number, but `1e999` is read as one. */
function showUnbounded(value: number): Text {
  if (Number.isNaN(value)) return sameText('NaN');
  return value > 0
    ? { en: 'a number beyond 1.8e308', zh: '超出 1.8e308 的数' }
    : { en: 'a number below -1.8e308', zh: '低于 -1.8e308 的数' };
}

/** A value as it stands in a sentence: never longer than a line. */
function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' && !Number.isFinite(value)) return showUnbounded(value).en;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** With a space before it where it is not Chinese. */
function showValueZh(value: unknown): string {
  if (value === undefined) return '缺失';
  if (typeof value === 'number' && !Number.isFinite(value)) return showUnbounded(value).zh;
  if (Array.isArray(value)) return `长度为 ${value.length} 的列表`;
  return typeof value === 'object' && value !== null ? '对象' : ` ${showValue(value)}`;
}

/** The part of a schema that stands at a place; null where alternatives make that unclear. */
function schemaAt(
  schema: z.core.$ZodType | null,
  path: readonly PropertyKey[],
): z.core.$ZodType | null {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  )
    return schemaAt(schema.unwrap(), path);
  const [key, ...rest] = path;
  if (key === undefined || schema === null) return schema;
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[String(key)] ?? null, rest);
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest);
  return schema instanceof z.ZodRecord ? schemaAt(schema.valueType, rest) : null;
}

/** Names that one object may have: a block has a dozen params. */
const MAX_NAMES = 60;
/** Longer lists are refused by their schema, unread. */
const MAX_LIST = 10_000;

interface FoundFault {
  readonly path: readonly PropertyKey[];
  /** null: more names than can be checked in a moment. */
  readonly issue: Issue | null;
}

/**
 * The first fault of a value, found part by part: of a file in which nearly everything is wrong, the list of all faults would
 * take longer than anyone waits. Null when no part is at fault by itself.
 */
function firstFault(
  schema: z.core.$ZodType | null,
  value: unknown,
  path: readonly PropertyKey[] = [],
): FoundFault | null {
  const bare = schemaAt(schema, []);
  if (typeof value !== 'object' || value === null) return issueOf(schema, value, path);
  if (bare instanceof z.ZodRecord && Object.keys(value).length > MAX_NAMES)
    return { path, issue: null };
  const keys = innerKeys(bare, value);
  if (keys === null) return issueOf(schema, value, path);
  for (const key of keys) {
    const inner = valueAt(value, [key]);
    const fault = firstFault(partOf(bare, key), inner, [...path, key]);
    if (fault !== null) return fault;
  }
  return null;
}

/** The keys of the parts that have a schema each; null for what is checked as a whole. */
function innerKeys(schema: z.core.$ZodType | null, value: object): Iterable<PropertyKey> | null {
  if (schema instanceof z.ZodObject && !Array.isArray(value)) return Object.keys(schema.shape);
  const isList = schema instanceof z.ZodArray && Array.isArray(value) && value.length <= MAX_LIST;
  return isList ? Array.from(value.keys(), String) : null;
}

/** The schema of a part with its default: what is missing may be allowed to be. */
function partOf(schema: z.core.$ZodType | null, key: PropertyKey): z.core.$ZodType | null {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)] ?? null;
  return schema instanceof z.ZodArray ? schema.element : null;
}

function issueOf(
  schema: z.core.$ZodType | null,
  value: unknown,
  path: readonly PropertyKey[],
): FoundFault | null {
  const parsed = schema === null ? null : z.safeParse(schema, value);
  const issue = parsed?.error?.issues[0];
  return issue === undefined ? null : { path: [...path, ...issue.path], issue };
}

function tooManyNames(where: string, path: readonly PropertyKey[]): never {
  const at = showPath(path);
  return fail(
    { en: `${where} at ${at}`, zh: `${where} 的 ${at}` },
    { en: `it has more than ${MAX_NAMES} names.`, zh: `其中的名称超过 ${MAX_NAMES} 个。` },
    { en: 'This file was not written by Toyformer.', zh: '该文件不是由 Toyformer 写出的。' },
  );
}

function showPath(path: readonly PropertyKey[]): string {
  return path.map((key) => String(key).slice(0, 80)).join('.');
}

function isWhole(schema: z.core.$ZodType | null): boolean {
  return schema instanceof z.ZodNumber && schema.isInt;
}

/**
 * Checks a value that came from outside.
 * @throws ProblemError such as `project.json at nodes.3.params.n_heads: expected a whole number, got "four".`
 */
export function parseAs<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: string,
): z.output<S> {
  const found = firstFault(schema, value);
  if (found !== null) tell(schema, value, where, found);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue = null] = parsed.error.issues;
  return tell(schema, value, where, { path: issue?.path ?? [], issue });
}

function tell(schema: z.ZodType, value: unknown, where: string, found: FoundFault): never {
  const { path, issue } = found;
  if (issue === null) return tooManyNames(where, path);
  const at = showPath(path);
  const whole = issue.code === 'invalid_type' && isWhole(schemaAt(schema, path));
  const want = whole ? wholeNumber : expectation(issue);
  const got = valueAt(value, path);
  return fail(
    at === '' ? sameText(where) : { en: `${where} at ${at}`, zh: `${where} 的 ${at}` },
    {
      en: `expected ${want.en}, got ${showValue(got)}.`,
      zh: `应为${want.zh}，实际为${showValueZh(got)}。`,
    },
    sameText(''),
  );
}

/** Text → value. @throws ProblemError with the line and column. */
export function parseJson(text: string, where: string): unknown {
  const excess = findExcess(text);
  if (excess !== null) faulty(text, where, excess);
  try {
    return JSON.parse(text);
  } catch {
    return faulty(text, where, findFault(text));
  }
}

function faulty(text: string, where: string, { position, what, fix }: JsonFault): never {
  const place = placeIn(text, position);
  return fail({ en: `${where} ${place.en}`, zh: `${where} ${place.zh}` }, what, fix);
}
