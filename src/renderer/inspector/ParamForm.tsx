import { UnstyledButton } from '@mantine/core';
import type { AnyBlock } from '@shared/blocks/block';
import type { Problem } from '@shared/contract/problem';
import type { DrawingNode, ParamValue } from '@shared/contract/project';
import { setParam } from '@shared/graph/document';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../stores/project';
import { FieldRow } from './FieldRow';
import { type Field, fieldsOf } from './fields';
import classes from './Inspector.module.css';

interface ParamFormProps {
  readonly block: AnyBlock;
  readonly node: DrawingNode;
  readonly problems: readonly Problem[];
}

/** So many fields are shown at once; of longer forms those that stand on the card come first, the rest can be unfolded. */
const shortForm = 4;

/** Whether a problem is shown at the field of a param. */
export function isOfParam(problem: Problem, params: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(params).some((name) => problemOfParam([problem], name) !== undefined);
}

/** The problem of one param: the one whose repair it is, or whose sentence begins with its name. */
export function problemOfParam(problems: readonly Problem[], name: string): Problem | undefined {
  return problems.find(
    ({ target, what }) => target?.repair?.param === name || what.en.startsWith(`${name}:`),
  );
}

function splitFields(block: AnyBlock): { first: readonly Field[]; more: readonly Field[] } {
  const fields = fieldsOf(block.params);
  if (fields.length <= shortForm) return { first: fields, more: [] };
  const first = fields.filter(({ name }) => block.card.includes(name));
  return { first, more: fields.filter((field) => !first.includes(field)) };
}

/** The form of a node's params. */
export function ParamForm({ block, node, problems }: ParamFormProps) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const update = useProject((state) => state.updateActiveDrawing);
  const { first, more } = splitFields(block);
  if (first.length + more.length === 0)
    return <p className={classes.soft}>{t('inspector.noParams')}</p>;

  const set = (name: string, value: ParamValue) =>
    update((drawing) => setParam(drawing, node.id, name, value), `param ${node.id} ${name}`);
  const row = (field: Field) => {
    const problem = problemOfParam(problems, field.name);
    return (
      <FieldRow
        key={field.name}
        field={field}
        value={node.params[field.name] ?? field.default}
        problem={problem ?? null}
        onChange={(value) => set(field.name, value)}
      />
    );
  };
  const faultInside = more.some(({ name }) => problemOfParam(problems, name) !== undefined);
  const open = unfolded || faultInside;
  return (
    <>
      {first.map(row)}
      {more.length > 0 && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={open}
          onClick={() => setUnfolded(!open)}
        >
          <ChevronRight size={14} data-open={open || undefined} />
          {t('inspector.more', { n: more.length })}
        </UnstyledButton>
      )}
      {open && more.map(row)}
    </>
  );
}
