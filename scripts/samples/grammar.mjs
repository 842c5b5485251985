/** A small story grammar: `{name}` is replaced by a choice, made once per story for what is remembered. */

/** A stream of numbers in [0, 1) (mulberry32): the same texts on every machine. */
export function stream(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = (random, list) => list[Math.floor(random() * list.length)];

/** Replaces every `{word}`: by what the story remembers, else by a fresh choice of the grammar. */
export function expand(random, text, memory, grammar) {
  return text.replace(/\{(\w+)\}/g, (_, word) => {
    if (memory[word] !== undefined) return memory[word];
    const choices = grammar[word];
    if (choices === undefined) throw new Error(`no rule for {${word}}`);
    return expand(random, pick(random, choices), memory, grammar);
  });
}

/** A list in another order. */
export function shuffled(random, list) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}
