import { describe, expect, it } from 'vitest';
import { countCharacters, firstLines } from './textPreview';

describe('firstLines', () => {
  it('keeps whole lines and whole characters', () => {
    expect(firstLines('a\nb\n'.repeat(100)).split('\n')).toHaveLength(40);
    expect(firstLines('🐼'.repeat(3000))).toBe('🐼'.repeat(1000));
    expect(firstLines(`a${'🐼'.repeat(3000)}`)).toBe(`a${'🐼'.repeat(999)}`);
  });
});

describe('countCharacters', () => {
  it('counts a character once, however it is stored', () => {
    expect(countCharacters('a猫🐼')).toBe(3);
  });
});
