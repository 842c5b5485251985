import type { Split } from '../contract/project';
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

export function textSplitter(how: TextSplit, hear: HearPart): Splitter {
  return how.split === 'record' ? byRecord(how.byParagraph, hear) : byPosition(how.n_units, hear);
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
function byRecord(byParagraph: boolean, hear: HearPart): Splitter {
  let count = 0;
  return recordSplitter(byParagraph, (record) => {
    hear(isHeldOut(count++) ? 'val' : 'train', record);
  });
}

/** Cuts a text that arrives bit by bit into its lines, or into lines up to the next that follows an empty one. */
export function recordSplitter(byParagraph: boolean, tell: (record: string) => void): Splitter {
  let waiting = '';
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
