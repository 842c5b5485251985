/** Encodings on offer, by their label in the Encoding Standard. */
const common = [
  'utf-8',
  'gb18030',
  'gbk',
  'big5',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'iso-8859-2',
  'windows-1251',
] as const;

/** The encodings to choose from; the one in use is always among them. */
export function encodingChoices(current: string): string[] {
  const known: readonly string[] = common;
  return known.includes(current) ? [...known] : [current, ...known];
}
