import { z } from 'zod';
import { fail, type Text } from './problem';

/**
 * Params with their defaults.
 * @throws Problem such as `Copy: length: expected a whole number from 1 to 64, got "x".`
 */
export function parseParams(
  schema: z.ZodObject,
  given: unknown,
  where: Text,
): Readonly<Record<string, unknown>> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path ?? [];
  const name = path.join('.');
  const { en, zh } = allowed(schema.shape[String(path[0])]);
  const got = JSON.stringify(givenAt(given, path[0])) ?? '';
  return fail(
    where,
    { en: `${name}: expected ${en}, got ${got}.`, zh: `${name}：应为${zh}，实际为 ${got}。` },
    { en: 'Choose another value.', zh: '请换一个值。' },
  );
}

function givenAt(given: unknown, key: PropertyKey | undefined): unknown {
  return typeof given === 'object' && given !== null && key !== undefined
    ? Reflect.get(given, key)
    : given;
}

/** What a field takes, in words. */
function allowed(field: z.core.$ZodType | undefined): Text {
  if (field instanceof z.ZodDefault) return allowed(field.unwrap());
  if (field instanceof z.ZodBoolean) return { en: 'true or false', zh: ' true 或 false' };
  if (field instanceof z.ZodEnum) {
    return { en: field.options.join(' or '), zh: ` ${field.options.join(' 或 ')}` };
  }
  if (!(field instanceof z.ZodNumber)) return { en: 'another value', zh: '其他值' };
  const kind = field.isInt ? { en: 'a whole number', zh: '整数' } : { en: 'a number', zh: '数字' };
  const { minValue: from, maxValue: to } = field;
  return { en: `${kind.en} from ${from} to ${to}`, zh: ` ${from} 到 ${to} 的${kind.zh}` };
}
