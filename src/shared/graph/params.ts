import type { z } from 'zod';
import type { AnyBlock } from '../blocks/block';
import { expectation } from '../contract/expectation';
import type { Target, Text } from '../contract/problem';
import type { DrawingNode } from '../contract/project';
import type { Params } from './compiled';
import { type Fault, faultAt } from './faults';

/** The params of a node as its block understands them, or what is wrong with the first wrong one. */
export function readParams(
  block: AnyBlock,
  node: DrawingNode,
  where: Text,
): { readonly params: Params } | { readonly fault: Fault } {
  const { shape } = block.params;
  const unknown = Object.keys(node.params).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) return { fault: unknownParam(block, node, { where, name: unknown }) };
  const parsed = block.params.safeParse(node.params);
  if (parsed.success) return { params: parsed.data };
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? '');
  const value = node.params[name];
  const wanted = issue ? expectation(issue) : { en: 'another value', zh: '其他值' };
  const repair = repairOf(block, name, issue);
  const target: Target = { node: node.id, ...(repair === undefined ? {} : { repair }) };
  const got = JSON.stringify(value) ?? 'undefined';
  const sentence = {
    where,
    what: {
      en: `${name}: expected ${wanted.en}, got ${got}.`,
      zh: `${name}：应为${wanted.zh}，实际为 ${got}。`,
    },
    fix: repair
      ? {
          en: `For example, use ${show(repair.value)}.`,
          zh: `例如可用 ${show(repair.value)}。`,
        }
      : { en: 'Change it.', zh: '请修改。' },
  };
  return { fault: faultAt('params', sentence, target) };
}

function unknownParam(
  block: AnyBlock,
  node: DrawingNode,
  { where, name }: { where: Text; name: string },
): Fault {
  const names = Object.keys(block.params.shape).join(', ');
  const sentence = {
    where,
    what: { en: `it has no param "${name}".`, zh: `它没有参数“${name}”。` },
    fix: names
      ? { en: `Its params are ${names}.`, zh: `它的参数有 ${names.replaceAll(', ', '、')}。` }
      : { en: 'It has no params.', zh: '它没有参数。' },
  };
  return faultAt('params', sentence, { node: node.id });
}

type Issue = z.core.$ZodIssue;

/** The nearest value that would do: the bound that was crossed, else the default. */
function repairOf(block: AnyBlock, param: string, issue: Issue | undefined): Target['repair'] {
  const value = nearest(issue) ?? block.params.parse({})[param];
  const fits = block.params.safeParse({ [param]: value }).success;
  if (!fits) return undefined;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    return { param, value };
  }
  return undefined;
}

function nearest(issue: Issue | undefined): number | undefined {
  if (issue?.code === 'too_small' && issue.inclusive !== false) return Number(issue.minimum);
  if (issue?.code === 'too_big' && issue.inclusive !== false) return Number(issue.maximum);
  return undefined;
}

function show(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
