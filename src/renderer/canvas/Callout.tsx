import { Button } from '@mantine/core';
import type { Problem, Target } from '@shared/contract/problem';
import { setParam } from '@shared/graph/document';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { useActiveVariant, useProject } from '../stores/project';
import classes from './Callout.module.css';
import { isUnfinished } from './wiring';

interface CalloutProps {
  readonly problems: readonly Problem[];
  /** The node, or null for a repeat group. */
  readonly node: string | null;
  readonly side: 'left' | 'right';
  readonly selected: boolean;
}

/** The button that mends a problem by one change of a param. */
export function RepairButton({ target }: { readonly target: Target | undefined }) {
  const { t } = useTranslation();
  const update = useProject((state) => state.updateActiveDrawing);
  const { node, repair } = target ?? {};
  if (node === undefined || repair === undefined) return null;
  const { param, value } = repair;
  return (
    <Button
      size="compact-xs"
      className="nodrag nopan"
      onClick={() => update((drawing) => setParam(drawing, node, param, value))}
    >
      {t('canvas.repair', { param, value: String(value) })}
    </Button>
  );
}

/** What is wrong with a node, beside it. A drawing not yet finished shows only a mark until one looks. */
export function Callout({ problems, node, side, selected }: CalloutProps) {
  const text = useText();
  const drawing = useActiveVariant()?.drawing;
  const [hovered, setHovered] = useState(false);
  const [first] = problems;
  if (first === undefined || drawing === undefined) return null;
  const calm = node !== null && problems.every((problem) => isUnfinished(problem, drawing));
  const open = !calm || selected || hovered;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only unfolds what the inspector says as well
    <div
      className={classes.anchor}
      data-side={side}
      data-calm={calm || undefined}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
    >
      {open ? (
        <div className={classes.callout} role="note" data-testid="callout">
          {problems.map((problem) => (
            <div key={problem.what.en} className={classes.problem}>
              <b>{text(problem.where)}</b> {text(problem.what)} <span>{text(problem.fix)}</span>
              <RepairButton target={problem.target} />
            </div>
          ))}
        </div>
      ) : (
        <TriangleAlert size={15} className={classes.mark} aria-hidden />
      )}
    </div>
  );
}
