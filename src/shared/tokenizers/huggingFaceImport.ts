import { fail, sameText } from '../contract/problem';
import { type BpeState, bpeStateSchema, MOST_TOKENS } from './bpeState';
import { GPT2_PATTERN, HAN_PATTERN } from './huggingFace';
import {
  type Fault,
  isObject,
  type Json,
  readAddedTokens,
  readMerges,
  readVocab,
  tooMany,
} from './huggingFaceModel';
import type { Split } from './preTokens';

/** A file of more characters, or of more entries than the largest vocabulary and its merges have, is refused unread. */
const LONGEST_FILE = 64_000_000;
const MOST_ENTRIES = 4 * MOST_TOKENS;

/**
 * Reads a `tokenizer.json` of Hugging Face's library.
 * @throws Problem naming the part that is wrong, or that is not supported here.
 */
export function readTokenizerJson(name: string, text: string): BpeState {
  const fault: Fault = (at, what) =>
    fail(
      at === '' ? sameText(name) : { en: `${name} at ${at}`, zh: `${name} 的 ${at}` },
      what,
      fix,
    );
  const file = parse(text, fault);
  const normalize = readNormalizer(file.normalizer, fault);
  const split = readPreTokenizer(file.pre_tokenizer, fault);
  for (const part of ['truncation', 'padding']) {
    if (file[part] != null) unsupported(part, 'a value', fault);
  }
  for (const part of ['post_processor', 'decoder']) {
    const type = typeOf(file[part]);
    if (type !== null && type !== 'ByteLevel') unsupported(part, type, fault);
  }
  const model = readModel(file.model, fault);
  const vocab = readVocab(model.vocab, fault);
  const specials = readAddedTokens(file.added_tokens ?? [], normalize, vocab, fault);
  const tokens = inOrder(vocab, new Set(specials.map(({ text: special }) => special)));
  const merges = readMerges(model.merges, vocab, fault);
  const state = { type: 'bpe', split, normalize, tokens, merges, counts: [], specials };
  const read = bpeStateSchema.safeParse(state);
  if (read.success) return read.data;
  const message = read.error.issues[0]?.message ?? 'not readable';
  return fault('model', { en: `${message}.`, zh: `内容有误（${message}）。` });
}

const fix = {
  en: 'Choose the tokenizer.json of a byte-level BPE, such as that of GPT-2.',
  zh: '请选择字节级 BPE 的 tokenizer.json，例如 GPT-2 的。',
};

function parse(text: string, fault: Fault): Json {
  if (text.length > LONGEST_FILE) {
    const megabytes = Math.round(text.length / 1e6);
    fault('', {
      en: `it has ${megabytes} MB; at most 64 MB can be read.`,
      zh: `文件有 ${megabytes} MB，最多能读取 64 MB。`,
    });
  }
  if (hasMoreCommas(text, MOST_ENTRIES)) tooMany('', MOST_ENTRIES, fault);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Told below, as of any other file that is none.
  }
  return fault('', { en: 'this is no tokenizer.json.', zh: '这不是 tokenizer.json 文件。' });
}

function hasMoreCommas(text: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0 && count <= most; at = text.indexOf(',', at + 1))
    count++;
  return count > most;
}

/** The `type` of a part; null when the part is missing. */
function typeOf(part: unknown): string | null {
  if (part == null) return null;
  const type = isObject(part) ? part.type : undefined;
  return typeof type === 'string' ? type : '?';
}

function unsupported(at: string, value: string, fault: Fault): never {
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return fault(at, { en: `${shown} is not supported.`, zh: `不支持 ${shown}。` });
}

function readNormalizer(part: unknown, fault: Fault): BpeState['normalize'] {
  const type = typeOf(part);
  if (type === null) return 'none';
  return type === 'NFC' ? 'nfc' : unsupported('normalizer', type, fault);
}

function readPreTokenizer(part: unknown, fault: Fault): Split {
  const steps = isObject(part) && part.type === 'Sequence' ? part.pretokenizers : [part];
  const list: readonly unknown[] = Array.isArray(steps) ? steps : [];
  const cuts = readByteLevel(list.at(-1), fault);
  if (list.length === 1) return cuts ? 'gpt2' : 'none';
  if (list.length > 2) unsupported('pre_tokenizer', `a sequence of ${list.length}`, fault);
  const pattern = readSplit(list[0], fault);
  if (pattern === HAN_PATTERN && cuts) return 'han';
  if (pattern === GPT2_PATTERN) return 'gpt2';
  return unsupported('pre_tokenizer', `the pattern ${pattern}`, fault);
}

/** Whether the last step cuts by its own pattern too. */
function readByteLevel(part: unknown, fault: Fault): boolean {
  const at = 'pre_tokenizer';
  if (!isObject(part) || part.type !== 'ByteLevel')
    return unsupported(at, typeOf(part) ?? 'a text that is not cut into bytes', fault);
  if (part.add_prefix_space === true) unsupported(at, 'add_prefix_space', fault);
  return part.use_regex !== false;
}

/** The pattern of a step that cuts out its matches. */
function readSplit(part: unknown, fault: Fault): string {
  const at = 'pre_tokenizer';
  if (!isObject(part) || part.type !== 'Split') return unsupported(at, typeOf(part) ?? '?', fault);
  if (part.behavior !== 'Isolated') unsupported(at, String(part.behavior), fault);
  if (part.invert === true) unsupported(at, 'invert', fault);
  const pattern = isObject(part.pattern) ? part.pattern.Regex : null;
  return typeof pattern === 'string' ? pattern : unsupported(at, 'a pattern that is none', fault);
}

function readModel(part: unknown, fault: Fault): Json {
  const type = typeOf(part);
  if (!isObject(part) || type !== 'BPE')
    return unsupported('model', type ?? 'a file without one', fault);
  for (const name of ['dropout', 'continuing_subword_prefix', 'end_of_word_suffix']) {
    const value = part[name];
    if (value != null && value !== '' && value !== 0)
      unsupported(`model.${name}`, JSON.stringify(value) ?? '?', fault);
  }
  for (const name of ['byte_fallback', 'ignore_merges']) {
    if (part[name] === true) unsupported(`model.${name}`, 'true', fault);
  }
  return part;
}

/** The tokens by id, but no special ones. */
function inOrder(vocab: ReadonlyMap<string, number>, specials: ReadonlySet<string>): string[] {
  const tokens: string[] = [];
  for (const [token, id] of vocab) if (!specials.has(token)) tokens[id] = token;
  return Array.from(tokens.slice(0, MOST_TOKENS), (token) => token ?? '');
}
