import { describe, expect, it } from 'vitest';
import { en } from './en';
import { zh } from './zh';

function flatten(texts: object, path = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const name = path ? `${path}.${key}` : key;
    if (typeof value === 'string') flat.set(name, value);
    else for (const [inner, text] of flatten(value, name)) flat.set(inner, text);
  }
  return flat;
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

describe('the window texts', () => {
  const english = flatten(en);
  const chinese = flatten(zh);

  it('have the same keys in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('are nowhere empty', () => {
    const empty = [...english, ...chinese].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each([...english.keys()])('%s names the same values in both languages', (key) => {
    expect(placeholders(chinese.get(key) ?? '')).toEqual(placeholders(english.get(key) ?? ''));
  });
});
