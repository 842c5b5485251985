import type { Split } from '../contract/project';
import { LONGEST_RECORD } from './longest';
import { isHeldOut } from './lot';
import { trainLength, wholeCharacter } from './textFile';

export type Part = 'train' | 'val';
export type HearPart = (part: Part, text: string) => void;

/** How a text is to be split: what was measured of it before. */
export interface TextSplit {
  readonly split: Split;
  /** UTF-16 units of the whole text, or rows of the whole table. */
  readonly n_units: number;
  /** Empty lines part records; otherwise every line is one. */
  readonly byParagraph: boolean;
}

/** Takes a text that arrives bit by bit and hands on which part each bit belongs to. */
export interface Splitter {
  push(text: string): void;
  end(): void;
}

/** tooLong: what to do about a record that is longer than a record may be. */
export function textSplitter(how: TextSplit, hear: HearPart, tooLong: () => never): Splitter {
  return how.split === 'record'
    ? byRecord(how.byParagraph, hear, tooLong)
    : byPosition(how.n_units, hear);
}

/** The last tenth is for validation. */
function byPosition(n_units: number, hear: HearPart): Splitter {
  const border = trainLength(n_units);
  let at = 0;
  return {
    push(text) {
      const inside = Math.min(text.length, Math.max(0, border - at));
      const cut = inside < text.length ? wholeCharacter(text, inside) : inside;
      if (cut > 0) hear('train', text.slice(0, cut));
      if (cut < text.length) hear('val', text.slice(cut));
      at += text.length;
    },
    end: () => undefined,
  };
}

/** Of every ten records one is for validation. */
function byRecord(byParagraph: boolean, hear: HearPart, tooLong: () => never): Splitter {
  let count = 0;
  const tell = (record: string) => hear(isHeldOut(count++) ? 'val' : 'train', record);
  return recordSplitter(byParagraph, tell, tooLong);
}

/**
 * Cuts a text that arrives bit by bit into its lines, or into lines up to the next that follows an empty one. A record that
 * grows too long for memory is not told; `tooLong` is called instead, once or more.
 */
export function recordSplitter(
  byParagraph: boolean,
  hear: (record: string) => void,
  tooLong: () => void,
): Splitter {
  let waiting = '';
  /** It belongs to a record of which the start was dropped. */
  let cut = false;
  const tell = (record: string) => {
    if (cut || record.length > LONGEST_RECORD) tooLong();
    else hear(record);
    cut = false;
  };
  return {
    push(text) {
      waiting += text;
      let at = 0;
      for (let end = recordEnd(waiting, at, byParagraph); end >= 0; ) {
        tell(waiting.slice(at, end));
        at = end;
        end = recordEnd(waiting, at, byParagraph);
      }
      waiting = waiting.slice(at);
      if (waiting.length <= LONGEST_RECORD) return;
      tooLong();
      cut = true;
      // The end of a paragraph may have begun.
      waiting = waiting.slice(-2);
    },
    end() {
      if (waiting !== '') tell(waiting);
      waiting = '';
    },
  };
}

/** Where the record ends that starts at `from`; −1 when its end has not come yet. */
function recordEnd(text: string, from: number, byParagraph: boolean): number {
  if (!byParagraph) return text.indexOf('\n', from) + 1 || -1;
  let end = text.indexOf('\n\n', from);
  if (end < 0) return -1;
  while (text.charCodeAt(end) === 0x0a) end++;
  return end < text.length ? end : -1;
}
