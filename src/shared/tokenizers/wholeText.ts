import { fail } from '../contract/problem';

/**
 * Refuses half characters, which a text in memory can hold but no file.
 * @throws Problem when the text has a lone surrogate.
 */
export function mustBeWhole(text: string): void {
  if (text.isWellFormed()) return;
  const at = text.search(/\p{Surrogate}/u);
  const unit = text.charCodeAt(at).toString(16).toUpperCase();
  fail(
    { en: 'Text', zh: '文本' },
    {
      en: `there is half a character (U+${unit}) at place ${at + 1}, which stands for nothing.`,
      zh: `第 ${at + 1} 个位置只有半个字符（U+${unit}），不代表任何文字。`,
    },
    { en: 'Delete it or type the character anew.', zh: '请删除它，或重新输入该字符。' },
  );
}
