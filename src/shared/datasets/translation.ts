import { z } from 'zod';
import type { Example } from '../tensor/batch';
import { type RandomStream, randomStream } from '../tensor/random';
import { defineTask, param } from './task';

type Word = readonly [en: string, zh: string];
const subjects: readonly Word[] = [
  ['cat', '猫'],
  ['dog', '狗'],
  ['bird', '鸟'],
  ['panda', '熊猫'],
  ['boy', '男孩'],
  ['girl', '女孩'],
  ['teacher', '老师'],
  ['astronaut', '宇航员'],
];
const objects: readonly Word[] = [
  ['fish', '鱼'],
  ['apples', '苹果'],
  ['bread', '面包'],
  ['tea', '茶'],
  ['books', '书'],
  ['bikes', '自行车'],
  ['cars', '汽车'],
  ['flowers', '花'],
];
const verbs: readonly Word[] = [
  ['eats', '吃'],
  ['likes', '喜欢'],
  ['buys', '买'],
  ['sees', '看见'],
  ['sells', '卖'],
  ['repairs', '修'],
  ['draws', '画'],
  ['finds', '找到'],
];
const adjectives: readonly Word[] = [
  ['red', '红'],
  ['big', '大'],
  ['small', '小'],
  ['old', '旧'],
  ['white', '白'],
  ['new', '新'],
];
const places: readonly Word[] = [
  ['park', '公园'],
  ['school', '学校'],
  ['shop', '商店'],
  ['moon', '月球'],
];
const times: readonly Word[] = [
  ['today', '今天'],
  ['yesterday', '昨天'],
  ['tomorrow', '明天'],
  ['often', '经常'],
];
const words = [subjects, objects, verbs, adjectives, places, times].flat();
const symbols = ['the', 'in', '的', '在', '里', ...words.flat()];
const idOf = new Map(symbols.map((symbol, id) => [symbol, id]));

interface Sentence {
  readonly en: readonly string[];
  readonly zh: readonly string[];
}

function pick(random: RandomStream, list: readonly Word[]): Word {
  return list[random.int(list.length)] ?? ['', ''];
}

/** `the [adj] subject verb [adj] object [in the place] [time]` → `[时间] [形的] 主语 [在 地点 里] 动词 [形的] 宾语` */
function sentence(random: RandomStream): Sentence {
  const maybe = (chance: number, list: readonly Word[]) =>
    random.uniform() < chance ? [pick(random, list)] : [];
  const [s, v, o] = [pick(random, subjects), pick(random, verbs), pick(random, objects)];
  const [a1, a2] = [maybe(0.4, adjectives), maybe(0.5, adjectives)];
  const [place, time] = [maybe(0.5, places), maybe(0.5, times)];
  const english = (list: readonly Word[]) => list.map(([en]) => en);
  const described = (list: readonly Word[]) => list.flatMap(([, zh]) => [zh, '的']);
  return {
    en: [
      ...['the', ...english(a1), s[0], v[0], ...english(a2), o[0]],
      ...place.flatMap(([en]) => ['in', 'the', en]),
      ...english(time),
    ],
    zh: [
      ...time.map(([, zh]) => zh),
      ...[...described(a1), s[1], ...place.flatMap(([, zh]) => ['在', zh, '里'])],
      ...[v[1], ...described(a2), o[1]],
    ],
  };
}

const ids = (list: readonly string[]) => Int32Array.from(list, (word) => idOf.get(word) ?? 0);
const places64 = (list: readonly Word[]) =>
  new Map(list.map(([en], place) => [idOf.get(en) ?? -1, place]));
const verbPlace = places64(verbs);
const objectPlace = places64(objects);

/** A quarter of all pairs of a verb and an object never comes in training; each verb and each object does. */
function isNewPair({ source = new Int32Array(0) }: Example): boolean {
  const [verb = 0] = [...source].flatMap((id) => verbPlace.get(id) ?? []);
  const [object = 0] = [...source].flatMap((id) => objectPlace.get(id) ?? []);
  return (verb + object) % 4 === 0;
}

/** A toy English that is turned into Chinese: time and place come forward, adjectives take 的. */
export const translation = defineTask({
  type: 'translation',
  title: { en: 'English to Chinese', zh: '英译汉' },
  docs: {
    summary: {
      en: 'Translate a small English into Chinese word order. Validation: verbs with objects they were never seen with.',
      zh: '把简单的英语译成汉语语序。验证集用的是训练中从未搭配过的动词和宾语。',
    },
    source: 'Vaswani et al. 2017, §6.1, in the small; Lake & Baroni 2018 on new combinations',
  },
  params: z.object({
    n_train: param(z.int().min(0).max(1_000_000).default(2000), {
      en: 'Different training sentences; 0 = a new one every time.',
      zh: '训练句子的数目；0 = 每次都是新句子。',
    }),
  }),
  objectives: ['seq2seq', 'nextToken'],
  symbols: () => symbols,
  longest: () => 24,
  make(random, { n_train }) {
    // Of so many sentences a quarter is held out, and `n_train` are left.
    const number = n_train > 0 ? random.int(Math.ceil((n_train * 4) / 3)) : null;
    const own = number === null ? random : randomStream(0, `sentence ${number}`);
    const { en, zh } = sentence(own);
    return { source: ids(en), tokens: ids(zh) };
  },
  isHeldOut: isNewPair,
});
