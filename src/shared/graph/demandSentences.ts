import type { Text } from '../contract/problem';
import { type Shape, showShape } from '../tensor/shape';
import type { Sentence } from './faults';

/** The sentences of a drawing that does not fit what it is to learn. */

/** block: the input block that would read the feed. */
export function unread(where: Text, block: Text, objective: Text): Sentence {
  return {
    where,
    what: {
      en: `${objective.en} feeds ${block.en.toLowerCase()}, but no block reads them.`,
      zh: `“${objective.zh}”提供${block.zh}，但没有模块读取。`,
    },
    fix: {
      en: `Place the block ${block.en} and wire it on, or choose another objective.`,
      zh: `请放置“${block.zh}”并往后连线，或换一个训练目标。`,
    },
  };
}

export function unfed(where: Text, objective: Text): Sentence {
  return {
    where,
    what: {
      en: `nothing is fed here: ${objective.en} has no such input.`,
      zh: `这里没有数据输入：“${objective.zh}”不提供它。`,
    },
    fix: {
      en: 'Choose data and an objective that feed it, or delete it.',
      zh: '请选择提供它的数据和训练目标，或删除它。',
    },
  };
}

/** A self-attention that looks ahead where it must not. */
export function looksAhead(where: Text, objective: Text): Sentence {
  return {
    where,
    what: {
      en: `it sees later tokens, which are the answers of ${objective.en}.`,
      zh: `它能看到后面的词元，而那正是“${objective.zh}”的答案。`,
    },
    fix: { en: 'Turn causal on.', zh: '请打开 causal。' },
  };
}

/** A memory that is made of the very tokens to be predicted. from: where the wire begins. */
export function memoryLeaks(where: Text, from: Text, objective: Text): Sentence {
  return {
    where,
    what: {
      en: `its memory comes from ${from.en}, which holds all tokens, and with them the answers of ${objective.en}.`,
      zh: `它的记忆来自“${from.zh}”，其中有全部词元，也就有“${objective.zh}”的答案。`,
    },
    fix: {
      en: 'Wire its memory to an encoder of Source tokens.',
      zh: '请把它的记忆连到源词元的编码器。',
    },
  };
}

/** What a test with numbers found: a block where a later token changes an earlier position. */
export function leaks(where: Text, changed: number, moved: number): Sentence {
  return {
    where,
    what: {
      en: `a change of token ${changed} changes its output at position ${moved}, before it.`,
      zh: `改动第 ${changed} 个词元会改变它在第 ${moved} 个位置的输出，而那个位置在前面。`,
    },
    fix: {
      en: 'Let no position see later ones here, or choose an objective that may look both ways.',
      zh: '请让这里的位置看不到后面，或选择可以双向查看的训练目标。',
    },
  };
}

/** How to come from the shape that a drawing ends in to the one that is needed. */
export function wrongEnd(
  where: Text,
  { shape, needed, n_vocab }: { shape: Shape; needed: Shape; n_vocab: number },
): Sentence {
  return {
    where,
    what: {
      en: `the drawing ends here with ${showShape(shape)}, but the loss needs ${showShape(needed)}.`,
      zh: `图在这里结束，形状是 ${showShape(shape)}，但损失需要 ${showShape(needed)}。`,
    },
    fix: endFix(shape, needed, n_vocab),
  };
}

function endFix(shape: Shape, needed: Shape, n_vocab: number): Text {
  const n = needed.at(-1);
  if (shape[1] === 'S' && needed[1] === 'T') {
    return {
      en: 'Let it end in the part that reads Tokens, not in the encoder.',
      zh: '请让它在读取“词元”的部分结束，而不是在编码器。',
    };
  }
  if (needed.length === 3 && n === n_vocab) {
    return { en: 'End it with an unembedding.', zh: '请以反嵌入结尾。' };
  }
  if (needed.length === 3) {
    return {
      en: `End it with a classifier of n_classes ${n}, without pooling.`,
      zh: `请以 n_classes 为 ${n} 的分类头结尾，不要池化。`,
    };
  }
  return {
    en: `End it with pooling and a classifier of n_classes ${n}.`,
    zh: `请以池化和 n_classes 为 ${n} 的分类头结尾。`,
  };
}

/** A classifier with the right form and another number of classes. */
export function wrongClasses(where: Text, given: number, needed: number): Sentence {
  return {
    where,
    what: {
      en: `it scores ${given} classes, but the labels need ${needed}.`,
      zh: `它给 ${given} 个类别打分，但标签需要 ${needed} 个。`,
    },
    fix: { en: `Set n_classes to ${needed}.`, zh: `请把 n_classes 设为 ${needed}。` },
  };
}
