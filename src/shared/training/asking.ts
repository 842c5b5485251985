import { fail, type Text } from '../contract/problem';
import type { Dataset } from '../datasets/dataset';
import { beamSearch } from '../inference/beam';
import { languageModel } from '../inference/drawnModel';
import { type GenerateOptions, generate, type Writing } from '../inference/generate';
import type { LanguageModel } from '../inference/languageModel';
import { specialId } from '../objectives/targets';
import type { TrainedModel } from './gradients';
import type { Session } from './session';

/** How a prompt is put to a model. */
export interface Asked {
  readonly model: LanguageModel;
  /** What the answer goes on from. */
  readonly ids: readonly number[];
  /** The token that ends the answer; null = only its length does. */
  readonly end: number | null;
  /** The most tokens that an answer has room for; null = what was written first is let go. */
  readonly most: number | null;
  /** Tokens that only tell where a text begins, parts and ends: nobody reads them. */
  readonly marks: ReadonlySet<number>;
}

type Asking = Pick<Session, 'model' | 'dataset' | 'source'>;

/**
 * Puts a prompt to the model as its objective does; null when it does not make text.
 *
 * @throws Problem when a question is longer than the model can see.
 */
export function ask({ model, dataset, source }: Asking, prompt: ArrayLike<number>): Asked | null {
  const { tokenizer } = dataset;
  const { n_ctx } = model.compiled.sizes;
  const marks = marksOf(dataset);
  const ids = Array.from(prompt);
  switch (source.objective.type) {
    case 'nextToken': {
      const plain = languageModel(drawn(model));
      if (dataset.val(0).source === undefined) {
        const end = dataset.marks?.end ?? null;
        return { model: plain, ids: begun(dataset, ids), end, most: null, marks };
      }
      const question = [...ids, specialId(tokenizer, '<sep>')];
      checkFits(question.length, n_ctx);
      const most = n_ctx - question.length + 1;
      return { model: plain, ids: question, end: specialId(tokenizer, '<eos>'), most, marks };
    }
    case 'seq2seq':
      checkFits(ids.length, n_ctx);
      return {
        model: languageModel(drawn(model), Int32Array.from(ids)),
        ids: [specialId(tokenizer, '<bos>')],
        end: specialId(tokenizer, '<eos>'),
        most: n_ctx,
        marks,
      };
    default:
      return null;
  }
}

/** A text as the examples begin: behind their mark, when they have one. */
export function begun({ marks }: Pick<Dataset, 'marks'>, ids: ArrayLike<number>): number[] {
  return [...(marks ? [marks.begin] : []), ...Array.from(ids)];
}

const MARKS = ['<bos>', '<eos>', '<sep>'];

/** In a text that goes on from anywhere, no token is a mark. */
function marksOf(dataset: Dataset): ReadonlySet<number> {
  const isMarked = dataset.marks !== undefined || dataset.val(0).source !== undefined;
  const names = isMarked ? MARKS : [];
  return new Set(names.flatMap((name) => dataset.tokenizer.specials.get(name) ?? []));
}

const sourceName: Text = { en: 'Source', zh: '源序列' };

function checkFits(n: number, n_ctx: number): void {
  if (n <= n_ctx) return;
  fail(
    sourceName,
    {
      en: `it is ${n} tokens long, but the model sees ${n_ctx} (n_ctx).`,
      zh: `它有 ${n} 个词元，而模型只能看到 ${n_ctx} 个（n_ctx）。`,
    },
    { en: 'Shorten it.', zh: '请缩短它。' },
  );
}

/** @throws Problem always: the objective of this model is not to write. */
export function makesNoText({ source }: Pick<Session, 'source'>): never {
  const { title } = source.objective;
  return fail(
    { en: 'Text', zh: '文本' },
    {
      en: `a model that learns ${title.en} writes none.`,
      zh: `学习“${title.zh}”的模型不写文本。`,
    },
    {
      en: 'Train one that predicts the next token, or from a source.',
      zh: '请训练一个预测下一个词元或由源序列生成的模型。',
    },
  );
}

export interface AnswerOptions extends GenerateOptions {
  /** More than 1: beam search instead of drawing. */
  readonly n_beams?: number | undefined;
}

/** The answer, token by token. */
export function answer(asked: Asked, { n_beams = 1, ...given }: AnswerOptions): Writing {
  const { model, ids, end, most } = asked;
  const options = { ...given, end, length: Math.min(given.length, most ?? given.length) };
  if (n_beams <= 1) return generate(model, ids, options);
  return beamSearch(model, ids, { ...options, width: n_beams });
}

export function drawn({ compiled, backend, weights }: TrainedModel) {
  return { compiled, ops: backend.ops, weights };
}

/** What a typed prompt asks. */
export interface Prompt {
  readonly ids: readonly number[];
  /** Characters or words that the vocabulary lacks. */
  readonly n_unknown: number;
}

/**
 * Reads a typed prompt; an empty one asks the first held-out question of pairs.
 *
 * @throws Problem when nothing of a question is known.
 */
export function readPrompt({ dataset }: Pick<Session, 'dataset'>, typed: string): Prompt {
  const { source } = dataset.val(0);
  if (source === undefined) {
    const { n_unknown } = dataset.tokenizer.encode(typed);
    return { ids: promptIds(dataset, typed), n_unknown };
  }
  if (typed.trim() === '') return { ids: Array.from(source), n_unknown: 0 };
  const { ids, n_unknown } = dataset.tokenizer.encode(typed);
  if (ids.length > 0) return { ids: Array.from(ids), n_unknown };
  return fail(
    sourceName,
    { en: 'none of its words is in the vocabulary.', zh: '其中没有一个词在词表里。' },
    {
      en: `Write it like “${dataset.tokenizer.decode(source)}”.`,
      zh: `写法如“${dataset.tokenizer.decode(source)}”。`,
    },
  );
}

/** The prompt's ids. When it is empty, the mark of a beginning is enough; else a line break, or the last token there is. */
export function promptIds({ tokenizer, marks }: Dataset, prompt: string): number[] {
  const { ids } = tokenizer.encode(prompt);
  if (ids.length > 0 || marks) return Array.from(ids);
  const line = tokenizer.encode('\n');
  const known = line.n_unknown === 0 && line.ids.length > 0;
  return known ? Array.from(line.ids) : [tokenizer.n_vocab - 1];
}
