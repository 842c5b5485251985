import { type Settings, settingsSchema } from '@shared/contract/project';
import { z } from 'zod';

export type NumberField = {
  [K in keyof Settings]: Settings[K] extends number ? K : never;
}[keyof Settings];

export interface FieldRange {
  readonly min: number;
  readonly max: number;
  /** `min` itself is not allowed. */
  readonly above: boolean;
  readonly whole: boolean;
  readonly default: number;
}

const jsonSchema = z.toJSONSchema(settingsSchema, { io: 'input' });

/** What a number of the settings may be, as their schema says. */
export function rangeOf(field: NumberField): FieldRange {
  const json = jsonSchema.properties?.[field];
  if (typeof json !== 'object') throw new Error(`settings have no ${field}`);
  const above = json.exclusiveMinimum !== undefined;
  return {
    min: Number(json.exclusiveMinimum ?? json.minimum ?? 0),
    max: json.maximum ?? Number.MAX_SAFE_INTEGER,
    above,
    whole: json.type === 'integer',
    default: Number(json.default),
  };
}

export type Fault = 'notANumber' | 'notWhole' | 'outOfRange';

/** A number as typed: its value, or what is wrong with it. */
export function readNumber(text: string, range: FieldRange): number | Fault {
  const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace(/,/g, ''));
  if (!Number.isFinite(value)) return 'notANumber';
  if (range.whole && !Number.isInteger(value)) return 'notWhole';
  const below = range.above ? value <= range.min : value < range.min;
  return below || value > range.max ? 'outOfRange' : value;
}

/** What an arrow key makes of a number: the next whole number, or a tenth more of a fraction's leading digit. */
export function stepped(value: number, direction: 1 | -1, range: FieldRange): number {
  const unit = range.whole ? 1 : leadingUnit(value, direction);
  const next = Number((value + direction * unit).toPrecision(12));
  const lowest = range.above ? value : range.min;
  return Math.min(range.max, Math.max(next <= range.min ? lowest : next, range.min));
}

/** 0.003 goes in steps of 0.001; downwards 0.001 goes in steps of 0.0001. */
function leadingUnit(value: number, direction: 1 | -1): number {
  if (value === 0) return 0.1;
  const power = 10 ** Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  return direction === -1 && value <= power * 1.000001 ? power / 10 : power;
}
