import type { Text } from '@shared/contract/problem';
import { jsonFault } from '@shared/datasets/tables/json';

/** Where a text stops being JSON that this program reads, why, and what to do. */
export interface JsonFault {
  readonly position: number;
  readonly what: Text;
  readonly fix: Text;
}

/** Nothing that is written here nests deeper than about ten. */
const MAX_DEPTH = 100;
/** The largest project has 1.4 million. */
const MAX_VALUES = 2_000_000;

const edited = {
  en: 'Undo the last edit of this file, or open another one.',
  zh: '请撤销对该文件的修改，或打开其他文件。',
};
const cutOff = {
  en: 'Put back a copy of it that is whole.',
  zh: '请换回一份完整的副本。',
};
const foreign = {
  en: 'This file was not written by Toyformer.',
  zh: '该文件不是由 Toyformer 写出的。',
};
const invalid = { en: 'this is not valid JSON.', zh: '不是合法的 JSON。' };

/** What would take long or much to read, though it may be JSON; null when there is nothing like that. */
export function findExcess(text: string): JsonFault | null {
  let depth = 0;
  let values = 1;
  for (let position = 0; position < text.length; position++) {
    switch (text[position]) {
      case '"':
        position = stringEnd(text, position);
        break;
      case '[':
      case '{':
        depth++;
        break;
      case ']':
      case '}':
        depth--;
        break;
      case ',':
        values++;
        break;
    }
    if (depth > MAX_DEPTH) return { position, what: tooDeep, fix: foreign };
    if (values > MAX_VALUES) return { position, what: tooMany, fix: foreign };
  }
  return null;
}

/** The place of the quote that ends the text which begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

const tooDeep = {
  en: `lists and objects lie in each other more than ${MAX_DEPTH} deep.`,
  zh: `列表与对象的嵌套超过 ${MAX_DEPTH} 层。`,
};
const tooMany = {
  en: `it holds more than ${MAX_VALUES.toLocaleString('en-US')} values.`,
  zh: `其中的值超过 ${MAX_VALUES.toLocaleString('en-US')} 个。`,
};

/** The first fault of a text that JSON.parse refused. */
export function findFault(text: string): JsonFault {
  if (text.trim() === '') {
    const what = { en: 'the file is empty.', zh: '文件为空。' };
    return { position: 0, what, fix: cutOff };
  }
  const position = jsonFault(text);
  if (position >= text.length) {
    const what = {
      en: 'the file ends here, in the middle of its content.',
      zh: '文件在此处中断，内容不完整。',
    };
    return { position, what, fix: cutOff };
  }
  const [word] =
    /^-?(?:NaN|Infinity|undefined|None|True|False)\b/.exec(text.slice(position, position + 20)) ??
    [];
  if (word === undefined) return { position, what: invalid, fix: edited };
  const what = { en: `${word} is no value of JSON.`, zh: `${word} 不是 JSON 的值。` };
  const fix = /NaN|Infinity/.test(word)
    ? { en: 'Write a number in its place.', zh: '请在此处写一个数字。' }
    : {
        en: 'Write null, true, false, a number or a text.',
        zh: '请写 null、true、false、数字或文本。',
      };
  return { position, what, fix };
}

/** `line 3, column 7`, counted from 1. */
export function placeIn(text: string, position: number): Text {
  const before = text.slice(0, position).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return {
    en: `line ${line}, column ${column}`,
    zh: `第 ${line} 行第 ${column} 列`,
  };
}
