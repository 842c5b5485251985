import { expect, it } from 'vitest';
import { encodingChoices } from './encodings';
import { tokenHues } from './tokenHue';

it('gives a token the same colour each time', () => {
  const hues = tokenHues(['a', 'b', 'c', 'a', 'b']);
  expect(hues[0]).toBe(hues[3]);
  expect(hues[1]).toBe(hues[4]);
});

it('tells different neighbours apart', () => {
  const hues = tokenHues(['a', 'g', 'm', 's']);
  for (let place = 1; place < hues.length; place += 1)
    expect(hues[place]).not.toBe(hues[place - 1]);
});

it('always offers the encoding in use', () => {
  expect(encodingChoices('utf-8')[0]).toBe('utf-8');
  expect(encodingChoices('koi8-r')[0]).toBe('koi8-r');
});
