import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitTokenizer } from './registry';
import { encodeUtf8 } from './utf8';

const tokenizer = fitTokenizer('byte', '');

describe('byte tokenizer', () => {
  it('writes the same bytes as the platform, for every well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...encodeUtf8(text)]).toEqual([...new TextEncoder().encode(text)]);
      }),
    );
  });

  it('reads any bytes as the platform does, save that broken ones are chips', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const platform = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        const chips = /⟨[0-9A-F]{2}⟩/g;
        expect(tokenizer.decode(bytes).replace(chips, '')).toBe(platform.replace(/\ufffd/g, ''));
      }),
      { examples: [[new Uint8Array([0xe4, 0xbd])], [new Uint8Array([0xf0, 0x9f, 0x90, 0x41])]] },
    );
  });

  it('keeps the bytes of a character until it is whole', () => {
    const decoder = tokenizer.decoder();
    expect([0xe4, 0xbd, 0xa0, 0x41].map((id) => decoder.push(id))).toEqual(['', '', '你', 'A']);
    decoder.push(0xe4);
    expect(decoder.end()).toBe('⟨E4⟩');
  });

  it('shows bytes that are part of a character as chips', () => {
    expect(tokenizer.pieces(tokenizer.encode('a 你').ids)).toEqual([
      'a',
      '␣',
      '⟨E4⟩',
      '⟨BD⟩',
      '⟨A0⟩',
    ]);
  });
});
