import type { z } from 'zod';
import { sameText, type Text } from './problem';

export const wholeNumber: Text = { en: 'a whole number', zh: '整数' };

const kinds: ReadonlyMap<string, Text> = new Map([
  ['int', wholeNumber],
  ['number', { en: 'a number', zh: '数字' }],
  ['string', { en: 'a text', zh: '文本' }],
  ['boolean', { en: 'true or false', zh: ' true 或 false' }],
  ['array', { en: 'a list', zh: '列表' }],
  ['object', { en: 'an object', zh: '对象' }],
  ['record', { en: 'an object', zh: '对象' }],
]);

const units: Readonly<Record<string, Text>> = {
  string: { en: ' characters', zh: ' 个字符' },
  array: { en: ' entries', zh: ' 项' },
};

/** What a schema expected at the place of an issue, in words: `a whole number`, `at least 1`. */
export function expectation(issue: z.core.$ZodIssue): Text {
  switch (issue.code) {
    case 'invalid_type':
      return kinds.get(issue.expected) ?? sameText(issue.expected);
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), issue.inclusive !== false, true);
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), issue.inclusive !== false, false);
    case 'invalid_value':
      return either(issue.values.map((value) => JSON.stringify(value)));
    case 'invalid_format':
      return issue.format === 'regex' && issue.pattern
        ? { en: `a text like ${issue.pattern}`, zh: `形如 ${issue.pattern} 的文本` }
        : sameText(issue.format);
    case 'invalid_union':
      return { en: 'a number, a text, true, false or null', zh: '数字、文本、true、false 或 null' };
    default:
      return sameText(issue.message);
  }
}

function bound(origin: string, limit: number, inclusive: boolean, lower: boolean): Text {
  const unit = units[origin] ?? sameText('');
  if (lower && !inclusive)
    return { en: `more than ${limit}${unit.en}`, zh: `大于 ${limit}${unit.zh}` };
  if (!lower && !inclusive)
    return { en: `less than ${limit}${unit.en}`, zh: `小于 ${limit}${unit.zh}` };
  return lower
    ? { en: `at least ${limit}${unit.en}`, zh: `至少 ${limit}${unit.zh}` }
    : { en: `at most ${limit}${unit.en}`, zh: `至多 ${limit}${unit.zh}` };
}

function either(values: readonly string[]): Text {
  if (values.length === 1) return sameText(values[0] ?? '');
  return {
    en: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
    zh: values.join('、'),
  };
}
