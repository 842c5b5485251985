import type { Data } from '@shared/contract/project';
import { type BpeState, bpeStateSchema } from '@shared/tokenizers/bpeState';
import { call } from '../api';
import { notifyProblem } from '../ui/notifyProblem';
import { shown } from '../ui/shown';
import { readAgain } from './data';
import { onRunEvents } from './runs';

/** Cuts the text by another tokenizer, with that one's defaults. */
export function chooseTokenizer(tokenizer: Data['tokenizer']): Promise<void> {
  return readAgain({ tokenizer, tokenizerParams: {}, tokenizerFile: null });
}

export function setTokenizerParam(
  params: NonNullable<Data['tokenizerParams']>,
  name: string,
  value: string | number,
): Promise<void> {
  return readAgain({ tokenizerParams: { ...params, [name]: value } });
}

/** Takes a tokenizer.json instead of fitting one. */
export async function importTokenizer(): Promise<void> {
  await shown(async () => {
    const tokenizerFile = await call('tokenizer:import', null);
    if (tokenizerFile === null) return;
    await readAgain({ tokenizer: 'bpe', tokenizerParams: {}, tokenizerFile });
  });
}

/** Answers whether it was written. */
export async function exportTokenizer(data: Data): Promise<boolean> {
  let written = false;
  await shown(async () => {
    written = await call('tokenizer:export', data);
  });
  return written;
}

/** The merges of the text's tokenizer. @throws ProblemError when it cannot be had. */
export async function loadMerges(data: Data): Promise<BpeState> {
  return bpeStateSchema.parse(await call('tokenizer:saved', data));
}

onRunEvents((events) => {
  for (const { event } of events)
    if (event.type === 'ready') for (const warning of event.warnings ?? []) notifyProblem(warning);
});
