/** Ways to cut a text into pieces that no token crosses. */
export const splits = ['gpt2', 'han', 'none'] as const;
export type Split = (typeof splits)[number];

/** `\s` of the libraries that wrote this pattern is Unicode's White_Space, which differs from JavaScript's. */
const GPT2 =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;
const HAN = /\p{Script=Han}|\P{Script=Han}+/gu;
const IS_HAN = /^\p{Script=Han}/u;

/**
 * Shows every piece of a text in order; together they are the text.
 * @see Radford et al. 2019 (GPT-2), encoder.py, for the pattern `gpt2`; `han` cuts out every Chinese character first.
 */
export function eachPreToken(text: string, split: Split, visit: (piece: string) => void): void {
  if (text === '') return;
  if (split === 'none') visit(text);
  else if (split === 'gpt2') eachMatch(text, GPT2, visit);
  else {
    eachMatch(text, HAN, (part) => {
      if (IS_HAN.test(part)) visit(part);
      else eachMatch(part, GPT2, visit);
    });
  }
}

function eachMatch(text: string, pattern: RegExp, visit: (piece: string) => void): void {
  const own = new RegExp(pattern);
  for (let match = own.exec(text); match !== null; match = own.exec(text)) visit(match[0]);
}
