import { languageModel } from '../inference/drawnModel';
import type { LanguageModel } from '../inference/languageModel';
import type { Tokenizer } from '../tokenizers/tokenizer';
import type { TrainedModel } from './gradients';
import type { Session } from './session';

/** How a prompt is put to a model. */
export interface Asked {
  readonly model: LanguageModel;
  /** What the answer goes on from. */
  readonly ids: readonly number[];
  /** The token that ends the answer; null = only its length does. */
  readonly end: number | null;
}

type Asking = Pick<Session, 'model' | 'dataset' | 'source'>;

/** Puts a prompt to the model as its objective does; null when it does not make text. */
export function ask({ model, dataset, source }: Asking, prompt: ArrayLike<number>): Asked | null {
  const { specials } = dataset.tokenizer;
  const [bos = 0, end = null] = [specials.get('<bos>'), specials.get('<eos>')];
  const ids = Array.from(prompt);
  switch (source.objective.type) {
    case 'nextToken': {
      const separator = specials.get('<sep>');
      const question = separator === undefined ? ids : [...ids, separator];
      return { model: languageModel(drawn(model)), ids: question, end };
    }
    case 'seq2seq':
      return { model: languageModel(drawn(model), Int32Array.from(ids)), ids: [bos], end };
    default:
      return null;
  }
}

export function drawn({ compiled, backend, weights }: TrainedModel) {
  return { compiled, ops: backend.ops, weights };
}

/** The prompt's ids; a line break, or the last token there is, when it is empty. */
export function promptIds(tokenizer: Tokenizer, prompt: string): number[] {
  const { ids } = tokenizer.encode(prompt);
  if (ids.length > 0) return Array.from(ids);
  const line = tokenizer.encode('\n');
  const known = line.n_unknown === 0 && line.ids.length > 0;
  return known ? Array.from(line.ids) : [tokenizer.n_vocab - 1];
}
