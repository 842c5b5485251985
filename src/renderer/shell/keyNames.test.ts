import { describe, expect, it } from 'vitest';
import { showKey } from './keyNames';

describe('showKey', () => {
  it.each([
    ['$mod+Shift+KeyZ', 'Ctrl+Shift+Z', '⌘⇧Z'],
    ['$mod+Digit0', 'Ctrl+0', '⌘0'],
    ['$mod+Period', 'Ctrl+.', '⌘.'],
    ['Delete', 'Delete', 'Delete'],
    ['F1', 'F1', 'F1'],
  ])('prints %s as %s, on a Mac as %s', (key, plain, mac) => {
    expect([showKey(key, false), showKey(key, true)]).toEqual([plain, mac]);
  });
});
