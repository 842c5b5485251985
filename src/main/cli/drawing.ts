import { blockByType } from '@shared/blocks/registry';
import { fail, sameText } from '@shared/contract/problem';
import { type Drawing, groupSchema, paramsSchema, settingsSchema } from '@shared/contract/project';
import { type TemplateId, templates } from '@shared/graph/templates';
import { z } from 'zod';
import { anyGiven, schemaValues } from './flags';

type Given = Readonly<Record<string, unknown>>;

/**
 * What the command line can set of a drawing: every param of its blocks by name (not those that settings own), and
 * `n_layers`, the count of its repeat groups.
 */
export function drawingSchema(drawing: Drawing): z.ZodObject {
  const fields = new Map<string, z.core.$ZodType>();
  if (drawing.groups.length > 0) {
    const count = drawing.groups[0]?.count ?? 1;
    fields.set(
      'n_layers',
      groupSchema.shape.count.default(count).describe('layers of each repeat group'),
    );
  }
  for (const { type } of drawing.nodes) {
    const shape = blockByType.get(type)?.params.shape ?? {};
    for (const [name, field] of Object.entries(shape))
      if (!fields.has(name) && !(name in settingsSchema.shape)) fields.set(name, field);
  }
  return z.object(Object.fromEntries(fields));
}

/** What can be set of any template. */
export function anyDrawingSchema(): z.ZodObject {
  const drawings = Object.values(templates).map((template) => template.make());
  return drawingSchema({
    nodes: drawings.flatMap(({ nodes }) => nodes),
    groups: drawings.flatMap(({ groups }) => groups),
    wires: [],
  });
}

export function isTemplate(id: string): id is TemplateId {
  return Object.hasOwn(templates, id);
}

/** @throws ProblemError when there is no such template. */
export function findTemplate(id: string): (typeof templates)[TemplateId] {
  if (isTemplate(id)) return templates[id];
  const known = Object.keys(templates).join(', ');
  return fail(
    sameText('--template'),
    { en: `there is no template "${id}".`, zh: `没有名为“${id}”的模板。` },
    { en: `Use one of ${known}.`, zh: `可用：${known}。` },
  );
}

function mustHave(schema: z.ZodObject, given: Given): void {
  const foreign = Object.keys(anyDrawingSchema().shape).find(
    (name) => typeof given[name] === 'string' && !(name in schema.shape),
  );
  if (foreign === undefined) return;
  const known = Object.keys(schema.shape).join(', ');
  fail(
    sameText(`--${foreign}`),
    { en: 'no block of this drawing has it.', zh: '该图中没有模块使用此参数。' },
    {
      en: `It has ${known}; or choose another --template.`,
      zh: `可用：${known}；或更换 --template。`,
    },
  );
}

/**
 * The drawing with what was given set on every block that has a param of that name.
 * @throws ProblemError when no block of it has one.
 */
export function applyFlags(drawing: Drawing, given: Given): Drawing {
  const schema = drawingSchema(drawing);
  mustHave(schema, given);
  if (!anyGiven(schema, given)) return drawing;
  const values = schemaValues(schema, given);
  const isSet = (name: string) => name in schema.shape && typeof given[name] === 'string';
  const nodes = drawing.nodes.map((node) => {
    const names = Object.keys(blockByType.get(node.type)?.params.shape ?? {}).filter(isSet);
    const set = paramsSchema.parse(Object.fromEntries(names.map((name) => [name, values[name]])));
    return { ...node, params: { ...node.params, ...set } };
  });
  const groups = drawing.groups.map((group) =>
    isSet('n_layers') ? groupSchema.parse({ ...group, count: values.n_layers }) : group,
  );
  return { ...drawing, nodes, groups };
}
