import { describe, expect, it } from 'vitest';
import { fitText } from './textFile';
import { countCharacters, describeText, firstLines } from './textPreview';

describe('describeText', () => {
  it('counts characters, tokens and what is unknown', () => {
    const text = `${'猫 sat.\n'.repeat(300)}${'🐼'.repeat(30)}`;
    const preview = describeText('a.txt', text, fitText('character', text));
    expect(preview).toMatchObject({ n_characters: 2130, n_vocab: 8, n_unknown: 30 });
    expect(preview.n_train_tokens + preview.n_val_tokens).toBe(preview.n_tokens);
    expect(preview.tokens.slice(0, 8)).toEqual(['猫', '␣', 's', 'a', 't', '.', '↵', '猫']);
    expect(preview.warning).toBeNull();
  });
});

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
