import type { Checkpoint } from '../contract/checkpoint';
import { fail, type Text } from '../contract/problem';
import type { Data, TaskChoice } from '../contract/project';
import { hashText } from '../tokenizers/hash';
import type { Tokenizer } from '../tokenizers/tokenizer';

/** What the weights of a checkpoint were trained on. */
export interface Origin {
  readonly dataHash: string;
  readonly tokenizerHash: string;
}

/** Changes whenever a run would learn from something else: other bytes, or the same read, split or drawn otherwise. */
export function originOf(
  { data, task }: { readonly data: Data; readonly task?: TaskChoice | null | undefined },
  { hash }: Pick<Tokenizer, 'hash'>,
): Origin {
  const { sha256, encoding, table, split } = data;
  const columns = table ? { ...table, n_labels: 0 } : null;
  const learned = task ?? [sha256, encoding, columns, split ?? null];
  return { dataHash: hashText(JSON.stringify(learned)), tokenizerHash: hash };
}

/**
 * Weights mean something only with the tokens they were trained on. A checkpoint that does not say is taken.
 * @throws Problem when a checkpoint comes from another tokenizer, or from other data.
 */
export function checkOrigin(where: Text, { manifest }: Pick<Checkpoint, 'manifest'>, own: Origin) {
  const { step, tokenizerHash = own.tokenizerHash, dataHash = own.dataHash } = manifest;
  if (tokenizerHash !== own.tokenizerHash) {
    other(
      where,
      step,
      { en: 'another tokenizer', zh: '另一个分词器' },
      tokenizerHash,
      own.tokenizerHash,
    );
  }
  if (dataHash !== own.dataHash) {
    other(where, step, { en: 'other data', zh: '另一份数据' }, dataHash, own.dataHash);
  }
}

function other(where: Text, step: number, what: Text, theirs: string, own: string): never {
  return fail(
    where,
    {
      en: `the checkpoint of step ${step} was trained with ${what.en} (${theirs}, this run has ${own}).`,
      zh: `第 ${step} 步的检查点是用${what.zh}训练的（${theirs}，本次训练是 ${own}）。`,
    },
    {
      en: 'Put the checkpoint of this run back, or start a new run.',
      zh: '请放回本次训练自己的检查点，或新建一次训练。',
    },
  );
}
