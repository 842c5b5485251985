import { type Text, textSchema } from '@shared/contract/problem';
import { type ParamValue, paramValueSchema } from '@shared/contract/project';
import { z } from 'zod';

interface Common {
  readonly name: string;
  readonly help: Text | null;
  readonly default: ParamValue;
  /** Leaving it empty means something. */
  readonly nullable: boolean;
}

export interface NumberField extends Common {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly min: number | null;
  readonly max: number | null;
}

export interface ChoiceField extends Common {
  readonly kind: 'choice';
  readonly values: readonly string[];
}

export interface SwitchField extends Common {
  readonly kind: 'switch';
}

export interface TextField extends Common {
  readonly kind: 'text';
}

/** One field of a form, as a param's schema describes it. */
export type Field = NumberField | ChoiceField | SwitchField | TextField;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A schema with "or empty" taken apart: `anyOf [integer, null]` → the integer, nullable. */
function unwrap(schema: Json): { inner: Json; nullable: boolean } {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return { inner: schema, nullable: false };
  const options = anyOf.filter(isObject);
  const inner = options.find(({ type }) => type !== 'null') ?? {};
  return { inner, nullable: options.some(({ type }) => type === 'null') };
}

function bound(...values: readonly unknown[]): number | null {
  // JSON Schema writes the largest safe integers where zod has no bound.
  const found = values.find(
    (value) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER,
  );
  return typeof found === 'number' ? found : null;
}

function fieldOf(name: string, schema: Json): Field {
  const { inner, nullable } = unwrap(schema);
  const help = textSchema.safeParse(schema.help ?? inner.help);
  const value = paramValueSchema.safeParse(schema.default);
  const common = {
    name,
    help: help.success ? help.data : null,
    default: value.success ? value.data : null,
    nullable,
  };
  if (Array.isArray(inner.enum))
    return { ...common, kind: 'choice', values: inner.enum.map(String) };
  if (inner.type === 'boolean') return { ...common, kind: 'switch' };
  if (inner.type !== 'integer' && inner.type !== 'number') return { ...common, kind: 'text' };
  return {
    ...common,
    kind: 'number',
    integer: inner.type === 'integer',
    min: bound(inner.minimum, inner.exclusiveMinimum),
    max: bound(inner.maximum, inner.exclusiveMaximum),
  };
}

const kept = new WeakMap<z.ZodObject, readonly Field[]>();

/** The fields of a form for these params, in their order. */
export function fieldsOf(params: z.ZodObject): readonly Field[] {
  const known = kept.get(params);
  if (known !== undefined) return known;
  const { properties } = z.toJSONSchema(params, { io: 'input' });
  const fields = Object.entries(properties ?? {}).map(([name, schema]) =>
    fieldOf(name, isObject(schema) ? schema : {}),
  );
  kept.set(params, fields);
  return fields;
}

/** How far one press of a stepper goes. */
export function stepOf({ integer, min, max }: NumberField): number {
  if (integer) return 1;
  return min !== null && max !== null && max - min <= 1 ? 0.05 : 1;
}
