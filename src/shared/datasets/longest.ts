/** UTF-16 units of a row, a line or a paragraph. What is longer is no record of a text: memory must not grow with it. */
export const LONGEST_RECORD = 8_000_000;
