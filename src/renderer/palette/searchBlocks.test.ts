import { describe, expect, it } from 'vitest';
import { searchBlocks } from './searchBlocks';

const first = (words: string) => searchBlocks(words)[0]?.type;

describe('searchBlocks', () => {
  it('finds a block by the start of its name in either language', () => {
    expect(first('self')).toBe('selfAttention');
    expect(first('自注')).toBe('selfAttention');
  });

  it('finds it by letters that come in order', () => {
    expect(searchBlocks('rmsn').map(({ type }) => type)).toContain('rmsNorm');
  });

  it('lists all blocks in the order of the flow when nothing is typed', () => {
    expect(first('')).toBe('tokens');
    expect(searchBlocks(' ').at(-1)?.group).toBe('head');
  });

  it('finds nothing for nonsense', () => {
    expect(searchBlocks('qqqq')).toEqual([]);
  });
});
