import { UnstyledButton } from '@mantine/core';
import type { Problem } from '@shared/contract/problem';
import { CircleAlert, LocateFixed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RepairButton } from '../canvas/Callout';
import { useText } from '../i18n';
import { useCanvas } from '../stores/canvas';
import { ProblemText } from '../ui/ProblemText';
import classes from './Inspector.module.css';

interface ProblemsProps {
  readonly problems: readonly Problem[];
  /** Offers to go to the node at fault. */
  readonly withPlaces?: boolean;
}

/** What is wrong and what to do, with a button where one change mends it. */
export function Problems({ problems, withPlaces = false }: ProblemsProps) {
  const { t } = useTranslation();
  const text = useText();
  const { select, view } = useCanvas();
  const show = (node: string) => {
    select({ nodes: [node] });
    view?.showNode(node);
  };
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => {
        const { where, what, target } = problem;
        return (
          <li key={`${where.en} ${what.en}`} className={classes.problem}>
            <CircleAlert size={14} aria-hidden className={classes.problemIcon} />
            <div>
              <ProblemText problem={problem} />
              <div className={classes.problemActions}>
                <RepairButton target={target} />
                {withPlaces && target?.node !== undefined && (
                  <UnstyledButton className={classes.link} onClick={() => show(target.node ?? '')}>
                    <LocateFixed size={12} aria-hidden />{' '}
                    {t('inspector.showNode', { node: text(where) })}
                  </UnstyledButton>
                )}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
