import { fail, sameText } from '@shared/contract/problem';
import { type Drawing, MAX_VARIANTS, type Project, type Settings } from '@shared/contract/project';
import { type Learnable, learnableOf } from '@shared/datasets/learnable';
import { taskByType } from '@shared/datasets/registry';
import { withClassifier } from '@shared/graph/labelled';
import { nextVariant } from '@shared/graph/variants';
import { findObjective } from '@shared/objectives/registry';
import { applyFlags, findTemplate } from './drawing';
import { type Flags, given } from './flags';

/**
 * The project with the variant to train in front: the one that is there; a copy with a letter of its own when flags change
 * how it is drawn.
 * @throws ProblemError when a template cannot learn from what the project has.
 */
export function withVariant(
  project: Project,
  flags: Flags,
  objective: Settings['objective'],
  isNew: boolean,
): Project {
  const active =
    project.variants.find(({ id }) => id === project.activeVariant) ?? project.variants[0];
  if (active === undefined) throw new Error('a project has a variant');
  const template = given(flags, 'template');
  const learned = learnableOf(project, findObjective(objective).specials);
  if (template !== undefined) mustHavePairs(template, learned);
  const start = template === undefined ? active.drawing : findTemplate(template).make();
  const drawing = withEnd(applyFlags(start, flags), objective, learned);
  const same = project.variants.find((variant) => isSame(variant.drawing, drawing));
  if (same !== undefined) return { ...project, activeVariant: same.id };
  if (isNew) return { ...project, variants: [{ ...active, drawing }] };
  const variant = nextVariant(project.variants, drawing) ?? full();
  return { ...project, variants: [...project.variants, variant], activeVariant: variant.id };
}

/** Where labels are asked for, a drawing ends in a classifier. */
function withEnd(drawing: Drawing, objective: string, learned: Learnable | null): Drawing {
  const { needs, output } = findObjective(objective);
  if (learned === null || learned.n_labels === 0 || !needs.includes('labels')) return drawing;
  const { n_labels } = learned;
  return withClassifier(drawing, n_labels, output({ n_vocab: 0, n_labels }).length === 2);
}

/** @throws ProblemError when a template reads two texts of an example, and there is but one. */
function mustHavePairs(template: string, learned: Learnable | null): void {
  const { objective } = findTemplate(template);
  if (learned === null || learned.fields.includes('source')) return;
  if (!findObjective(objective).needs.includes('source')) return;
  const tasks = [...taskByType.values()].filter(({ objectives: [first] }) => first === objective);
  const names = tasks.map(({ type }) => type).join(', ');
  fail(
    sameText(`--template ${template}`),
    {
      en: `it learns from pairs, and ${learned.name.en} has none.`,
      zh: `它需要成对的文本，而${learned.name.zh}中没有。`,
    },
    {
      en: `Give a table (.csv, .tsv or .jsonl) with the columns source and target as --data, or a task of pairs: --task ${names}.`,
      zh: `请用 --data 指定含 source 和 target 两列的表格（.csv、.tsv 或 .jsonl），或使用成对的任务：--task ${names}。`,
    },
  );
}

function isSame(a: Drawing, b: Drawing): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function full(): never {
  const n = MAX_VARIANTS;
  return fail(
    { en: 'Project', zh: '项目' },
    { en: `it has ${n} variants, which is all it can hold.`, zh: `已有 ${n} 个变体，达到上限。` },
    { en: 'Train into another --out folder.', zh: '请用 --out 指定其他文件夹。' },
  );
}
