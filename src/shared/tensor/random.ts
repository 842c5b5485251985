import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Draws numbers one after the other. What it draws depends only on the (seed, name) it was made from. */
export interface RandomStream {
  /** In [0, 1), 53 random bits. */
  uniform(): number;
  /** Standard normal (Box-Muller). */
  normal(): number;
  /** A whole number in [0, n), every one equally likely. */
  int(n: number): number;
  /** Shuffles in place (Fisher-Yates) and answers the same list. */
  shuffle<L extends { readonly length: number; [index: number]: unknown }>(list: L): L;
}

/** The stream of that name: adding another stream never changes what this one draws. */
export function randomStream(seed: number, name: string): RandomStream {
  const generator = xoroshiro128plus(keyOf(seed, 0, name));
  // The first numbers of this generator still show its seed.
  for (let i = 0; i < 16; i++) generator.next();
  const uniform = () => uniformFloat64(generator);
  const int = (n: number) => uniformInt(generator, 0, n - 1);
  let spare: number | null = null;
  return {
    uniform,
    int,
    normal() {
      if (spare !== null) {
        const value = spare;
        spare = null;
        return value;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
      const angle = 2 * Math.PI * uniform();
      spare = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
    shuffle(list) {
      for (let i = list.length - 1; i > 0; i--) {
        const j = int(i + 1);
        [list[i], list[j]] = [list[j], list[i]];
      }
      return list;
    },
  };
}

/**
 * MurmurHash3's finalizer, a bijection of uint32. All arithmetic is modulo 2³² and every shift is unsigned:
 * `h ^= h >>> 16; h *= 0x85ebca6b; h ^= h >>> 13; h *= 0xc2b2ae35; h ^= h >>> 16`.
 */
export function mix32(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** uint32 key of what happens under `name` in `step` of a run with this seed. */
export function keyOf(seed: number, step: number, name: string): number {
  let hash = 0x811c9dc5; // FNV-1a over UTF-16 code units
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return mix32(mix32(mix32(hash) ^ seed) ^ step);
}

/** 2³² divided by the golden ratio: consecutive multiples fall far apart. */
const GOLDEN = 0x9e3779b9;

/** First half of the dropout hash, the same for a whole example: `mix32(key ^ (example + 1)·GOLDEN)`, uint32. */
export function exampleKey(key: number, example: number): number {
  return mix32(key ^ Math.imul(example + 1, GOLDEN));
}

/**
 * The random bits of keyed dropout, uint32, all arithmetic modulo 2³²:
 *
 *     exampleKey = mix32(key ^ ((example + 1) · 0x9e3779b9))
 *     bits       = mix32(exampleKey ^ (index · 0x9e3779b9))
 *     kept       ⇔ bits < keepThreshold(rate)      (unsigned compare)
 *
 * `example` is the number of the example within the whole batch (`firstExample` + row), `index` the position of
 * the element within that example in row-major order: t·d + i for (B, T, d), and (h·T + t)·S + s for an attention
 * pattern (B, n_heads, T, S). Kept elements are multiplied by 1 / (1 − rate), the others become 0.
 */
export function dropoutBits(key: number, example: number, index: number): number {
  return mix32(exampleKey(key, example) ^ Math.imul(index, GOLDEN));
}

/** uint32: an element is kept when its bits are below, which happens with probability 1 − rate. rate in (0, 1). */
export function keepThreshold(rate: number): number {
  return Math.min(0xffffffff, Math.round((1 - rate) * 2 ** 32));
}
