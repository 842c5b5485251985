import type { Text } from '../contract/problem';
import { type Shape, showShape } from '../tensor/shape';
import type { Sentence } from './faults';

/** The sentences of a drawing's faults: where, what with numbers, what to do. */

const list = (names: readonly Text[], language: 'en' | 'zh') =>
  names.map((name) => name[language]).join(language === 'en' ? ', ' : '、');

export function unknownBlock(where: Text, type: string): Sentence {
  return {
    where,
    what: {
      en: `this version has no block "${type}".`,
      zh: `这个版本没有模块“${type}”。`,
    },
    fix: { en: 'Delete it, or put another block here.', zh: '请删除它，或换成别的模块。' },
  };
}

export function sameId(where: Text, id: string): Sentence {
  return {
    where,
    what: { en: `the id "${id}" is used twice.`, zh: `编号“${id}”用了两次。` },
    fix: {
      en: 'Delete one of the two and place it again.',
      zh: '请删除其中一个，再重新放置。',
    },
  };
}

export function unknownGroup(where: Text, group: string): Sentence {
  return {
    where,
    what: {
      en: `it belongs to the repeat group "${group}", which is not in the drawing.`,
      zh: `它属于重复组“${group}”，但图中没有这个组。`,
    },
    fix: { en: 'Delete it and place it again.', zh: '请删除它，再重新放置。' },
  };
}

export function wireFromNowhere(where: Text, id: string): Sentence {
  return {
    where,
    what: {
      en: `a wire joins it with "${id}", which is not in the drawing.`,
      zh: `有一条连线连着“${id}”，但图中没有这个节点。`,
    },
    fix: { en: 'Remove the wire.', zh: '请删除这条连线。' },
  };
}

export function noPort(where: Text, port: string, ports: readonly string[]): Sentence {
  const fix =
    ports.length === 0
      ? { en: 'Remove the wire: it takes no input.', zh: '请删除这条连线：它不接受输入。' }
      : { en: `Wire to ${ports.join(' or ')}.`, zh: `请连到 ${ports.join(' 或 ')}。` };
  return {
    where,
    what: { en: `it has no input "${port}".`, zh: `它没有输入“${port}”。` },
    fix,
  };
}

export function twoWires(where: Text, port: Text): Sentence {
  return {
    where,
    what: {
      en: `two wires end at its input ${port.en}.`,
      zh: `它的输入“${port.zh}”上有两条连线。`,
    },
    fix: { en: 'Remove one of them.', zh: '请删除其中一条。' },
  };
}

/** port: null when the block has only one. */
export function unwired(where: Text, port: Text | null): Sentence {
  return {
    where,
    what:
      port === null
        ? { en: 'nothing is wired to its input.', zh: '输入没有连线。' }
        : { en: `nothing is wired to its input ${port.en}.`, zh: `输入“${port.zh}”没有连线。` },
    fix: { en: 'Wire an output to it.', zh: '请把一个输出连到这里。' },
  };
}

/** names: along the loop, from the wire's end to its start. */
export function loop(names: readonly Text[]): Sentence {
  const [first = { en: '', zh: '' }] = names;
  const round = [...names, first];
  return {
    where: first,
    what: {
      en: `a wire into it closes a loop: ${round.map(({ en }) => en).join(' → ')}.`,
      zh: `连到它的一条线形成了环路：${round.map(({ zh }) => zh).join(' → ')}。`,
    },
    fix: {
      en: 'Values flow one way: remove one wire of the loop.',
      zh: '数据只能单向流动：请删除环路中的一条连线。',
    },
  };
}

export function groupLoop(where: Text, through: Text): Sentence {
  return {
    where,
    what: {
      en: `what leaves the group comes back into it through ${through.en}.`,
      zh: `离开这个组的值又经过“${through.zh}”回到组里。`,
    },
    fix: {
      en: `All layers run before what follows: put ${through.en} into the group, or remove the wire back.`,
      zh: `所有层运行完才轮到后面的节点：请把“${through.zh}”放进组里，或删除返回的连线。`,
    },
  };
}

export function severalEntries(where: Text, sources: readonly Text[]): Sentence {
  return {
    where,
    what: {
      en: `wires from ${sources.length} outputs enter it (${list(sources, 'en')}), but only one value flows from layer to layer.`,
      zh: `有 ${sources.length} 个输出连进来（${list(sources, 'zh')}），但层与层之间只传递一个值。`,
    },
    fix: {
      en: 'Let all wires into the group come from one output, or move the other node into the group.',
      zh: '请让进入组的连线都来自同一个输出，或把另一个节点移进组里。',
    },
  };
}

export function noEntry(where: Text, count: number): Sentence {
  return {
    where,
    what: {
      en: `it repeats ${count} times, but no wire enters it, so layer 2 has nothing to take from layer 1.`,
      zh: `它重复 ${count} 次，但没有连线进入，第 2 层无法接上第 1 层。`,
    },
    fix: {
      en: 'Wire an output from outside into the group, or set it to 1 layer.',
      zh: '请从组外连一条线进来，或把层数设为 1。',
    },
  };
}

export function severalExits(where: Text, exits: readonly Text[]): Sentence {
  return {
    where,
    what: {
      en: `the outputs of ${exits.length} blocks leave it (${list(exits, 'en')}), but a layer has one output.`,
      zh: `有 ${exits.length} 个模块的输出离开它（${list(exits, 'zh')}），但一层只有一个输出。`,
    },
    fix: {
      en: 'Let only the last block of the layer be wired to the outside.',
      zh: '请只让这一层的最后一个模块连到组外。',
    },
  };
}

export function carryMismatch(where: Text, given: Shape, taken: Shape, count: number): Sentence {
  return {
    where,
    what: {
      en: `layer 1 gives ${showShape(given)}, but layer 2 takes ${showShape(taken)}, and it repeats ${count} times.`,
      zh: `第 1 层输出 ${showShape(given)}，第 2 层需要 ${showShape(taken)}，而它重复 ${count} 次。`,
    },
    fix: {
      en: 'Make the layer end with the size it starts with, or set it to 1 layer.',
      zh: '请让一层的输出与输入大小相同，或把层数设为 1。',
    },
  };
}

export function notTied(where: Text, title: Text, weight: string): Sentence {
  return {
    where,
    what: {
      en: `it shares ${weight} of a ${lower(title.en)}, but there is none before it.`,
      zh: `它共用“${title.zh}”的 ${weight}，但它前面没有这个模块。`,
    },
    fix: {
      en: `Wire it behind a ${lower(title.en)}, or let it have a weight of its own.`,
      zh: `请把它连在“${title.zh}”之后，或让它用自己的权重。`,
    },
  };
}

export function noOther(where: Text, weight: string): Sentence {
  return {
    where,
    what: {
      en: `it shares ${weight} of another block of its kind, but the drawing has none that owns one.`,
      zh: `它与同类的另一个模块共用 ${weight}，但图中没有自带这个权重的同类模块。`,
    },
    fix: { en: 'Let it have a weight of its own.', zh: '请让它用自己的权重。' },
  };
}

export function tiedMismatch(
  where: Text,
  owner: Text,
  weight: string,
  sizes: { readonly own: Shape; readonly needed: Shape },
): Sentence {
  return {
    where,
    what: {
      en: `it shares ${weight} of ${owner.en}, which is ${showShape(sizes.own)}, but needs ${showShape(sizes.needed)}.`,
      zh: `它共用“${owner.zh}”的 ${weight}，其形状是 ${showShape(sizes.own)}，但这里需要 ${showShape(sizes.needed)}。`,
    },
    fix: {
      en: 'Make both the same size, or let it have a weight of its own.',
      zh: '请让两者大小相同，或让它用自己的权重。',
    },
  };
}

export function openEnd(where: Text): Sentence {
  return {
    where,
    what: { en: 'its output goes nowhere.', zh: '它的输出没有连到任何地方。' },
    fix: { en: 'Wire it on, or delete it.', zh: '请把它连下去，或删除它。' },
  };
}

export function emptyDrawing(where: Text): Sentence {
  return {
    where,
    what: { en: 'it is empty.', zh: '还是空的。' },
    fix: {
      en: 'Place Tokens and wire blocks to it, or start from a template.',
      zh: '请放一个词元输入并往后连接模块，或从模板开始。',
    },
  };
}

export function noInput(where: Text): Sentence {
  return {
    where,
    what: { en: 'no tokens come in.', zh: '没有词元输入。' },
    fix: {
      en: 'Place the block Tokens and wire it to an embedding.',
      zh: '请放置“词元”模块，并把它连到嵌入。',
    },
  };
}

export function tooLarge(where: Text, n_params: number, limit: number): Sentence {
  const [count, most] = [n_params, limit].map((n) => n.toLocaleString('en-US'));
  return {
    where,
    what: {
      en: `it has ${count} parameters, more than the ${most} that fit in memory with their gradients.`,
      zh: `它有 ${count} 个参数，超过了连同梯度能放进内存的 ${most} 个。`,
    },
    fix: {
      en: 'Use fewer layers, or a smaller d_model or d_ff.',
      zh: '请减少层数，或减小 d_model、d_ff。',
    },
  };
}

function lower(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
