import { fail, type Problem, sameText } from '../contract/problem';

/** How much of a text is looked at to tell whether it is one. */
const LOOKED_AT = 65_536;

/** Control characters that no text holds, and what stands for bytes that could not be read. */
function countBroken(text: string): number {
  let broken = 0;
  for (let i = 0; i < Math.min(text.length, LOOKED_AT); i++) {
    const unit = text.charCodeAt(i);
    const control = unit < 0x20 && !(unit >= 0x09 && unit <= 0x0d) && unit !== 0x1b;
    if (control || unit === 0xfffd || (unit >= 0x7f && unit < 0xa0)) broken++;
  }
  return broken;
}

const number = (n: number): string => n.toLocaleString('en-US');

/**
 * Refuses what cannot be trained on at all.
 * @throws Problem when the text is empty, a single character, or not text.
 */
export function checkText(name: string, text: string): void {
  const where = sameText(name);
  const choose = {
    en: 'Choose a text of at least a few thousand characters.',
    zh: '请选择至少几千个字符的文本。',
  };
  if (text.length === 0) fail(where, { en: 'the file is empty.', zh: '文件是空的。' }, choose);
  if ([...text.slice(0, 3)].length === 1) {
    fail(where, { en: 'the text has one character.', zh: '文本只有一个字符。' }, choose);
  }
  const broken = countBroken(text);
  const looked = Math.min(text.length, LOOKED_AT);
  if (broken > looked / 20) {
    fail(
      where,
      {
        en: `this does not look like text: ${number(broken)} of the first ${number(looked)} characters are not readable.`,
        zh: `这看起来不是文本：前 ${number(looked)} 个字符中有 ${number(broken)} 个无法显示。`,
      },
      {
        en: 'Choose a text file such as .txt or .md, or another encoding.',
        zh: '请选择 .txt 或 .md 等文本文件，或换一种编码。',
      },
    );
  }
}

/**
 * Refuses a text that is too short for the context length.
 * @throws Problem when a part has fewer than n_ctx + 1 tokens.
 */
export function checkLength(name: string, lengths: PartLengths, n_ctx: number): void {
  const short = shortText(name, lengths, n_ctx);
  if (short !== null) fail(short.where, short.what, short.fix);
}

/** Tokens of each part. */
export type PartLengths = Readonly<Record<Part, number>>;

/** What to say of a text of which a part has fewer than n_ctx + 1 tokens; null for a longer one. */
export function shortText(name: string, lengths: PartLengths, n_ctx: number): Problem | null {
  const short = tooShort('train', lengths, n_ctx) ?? tooShort('val', lengths, n_ctx);
  return short === null ? null : { where: sameText(name), ...short };
}

const partNames = {
  train: { en: 'the training part', zh: '训练部分' },
  val: { en: 'the validation part (the last tenth)', zh: '验证部分（最后十分之一）' },
};

type Part = keyof typeof partNames;

/** The advice holds for both parts: following it is enough. */
function tooShort(part: Part, lengths: PartLengths, n_ctx: number) {
  const n_tokens = lengths[part];
  if (n_tokens > n_ctx) return null;
  const { en, zh } = partNames[part];
  const longer = (n_ctx + 1) * 10;
  const most = Math.min(lengths.train, lengths.val) - 1;
  const smaller = most > 0;
  return {
    what: {
      en: `${en} has ${number(n_tokens)} ${n_tokens === 1 ? 'token' : 'tokens'}, but n_ctx ${n_ctx} needs at least ${n_ctx + 1}.`,
      zh: `${zh}只有 ${number(n_tokens)} 个词元，而 n_ctx ${n_ctx} 至少需要 ${n_ctx + 1} 个。`,
    },
    fix: {
      en: `Use a text of at least ${number(longer)} tokens${smaller ? `, or n_ctx ${most} or less` : ''}.`,
      zh: `请换一份至少 ${number(longer)} 个词元的文本${smaller ? `，或把 n_ctx 调到 ${most} 以下（含）` : ''}。`,
    },
  };
}

/** What to say of a text with `n_unreadable` places that its encoding does not have; null when there are none. */
export function unreadableText(name: string, n_unreadable: number): Problem | null {
  if (n_unreadable === 0) return null;
  return {
    where: sameText(name),
    what: {
      en: `${number(n_unreadable)} ${n_unreadable === 1 ? 'place' : 'places'} could not be read in this encoding.`,
      zh: `有 ${number(n_unreadable)} 处无法用当前编码读出。`,
    },
    fix: { en: 'Try another encoding.', zh: '请换一种编码试试。' },
  };
}
