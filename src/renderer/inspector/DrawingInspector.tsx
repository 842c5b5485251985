import { blockByType } from '@shared/blocks/registry';
import type { Drawing } from '@shared/contract/project';
import type { Compiled } from '@shared/graph/compiled';
import { nodeNames } from '@shared/graph/names';
import { useTranslation } from 'react-i18next';
import { showCount, useText } from '../i18n';
import { useParamCount } from '../i18n/useParamCount';
import { useCanvas } from '../stores/canvas';
import { groupColor } from '../theme';
import bars from './DrawingInspector.module.css';
import classes from './Inspector.module.css';
import { Problems } from './Problems';
import { Section } from './Section';

interface DrawingInspectorProps {
  readonly drawing: Drawing;
  readonly compiled: Compiled;
}

/** Which block holds how many parameters, as bars on one scale. */
function ParameterBars({ drawing, compiled }: DrawingInspectorProps) {
  const text = useText();
  const select = useCanvas((state) => state.select);
  const names = nodeNames(drawing);
  const rows = drawing.nodes
    .map((node) => ({ node, count: compiled.nodeParams.get(node.id) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const most = rows[0]?.count ?? 1;
  return (
    <ul className={bars.bars}>
      {rows.map(({ node, count }) => (
        <li key={node.id}>
          <button type="button" className={bars.bar} onClick={() => select({ nodes: [node.id] })}>
            <span className={bars.barName}>
              {text(names.get(node.id) ?? { en: node.id, zh: node.id })}
            </span>
            <span className={bars.barCount}>{showCount(count)}</span>
            <span
              className={bars.barFill}
              style={{
                width: `${Math.max(1, (count / most) * 100)}%`,
                background: groupColor(blockByType.get(node.type)?.group ?? 'input'),
              }}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** With nothing chosen: the whole drawing's problems and parameters. */
export function DrawingInspector({ drawing, compiled }: DrawingInspectorProps) {
  const { t } = useTranslation();
  const paramCount = useParamCount();
  const empty = drawing.nodes.length === 0;
  return (
    <div className={classes.inspector} data-testid="inspector-drawing">
      <p className={classes.soft}>{t('inspector.nothingSelected')}</p>
      {!empty && compiled.problems.length > 0 && (
        <Section title={t('inspector.problems')}>
          <Problems problems={compiled.problems} withPlaces />
        </Section>
      )}
      <Section title={t('inspector.parametersTotal')}>
        {empty ? (
          <p className={classes.soft}>{t('inspector.noNodes')}</p>
        ) : (
          <>
            <p className={bars.total}>{paramCount(compiled.n_params, compiled.n_trainable)}</p>
            <ParameterBars drawing={drawing} compiled={compiled} />
          </>
        )}
      </Section>
    </div>
  );
}
