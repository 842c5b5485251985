import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showCount } from '../i18n';
import { useParamCount } from '../i18n/useParamCount';
import { useCanvas } from '../stores/canvas';
import { useCompiled } from '../stores/compiled';
import { useUi } from '../stores/ui';
import classes from './Legend.module.css';

/** What the edges of the cards mean, how large the model is, and whether it is sound. */
export function Legend() {
  const { t } = useTranslation();
  const compiled = useCompiled();
  const paramCount = useParamCount();
  const select = useCanvas((state) => state.select);
  const showRight = useUi((state) => state.showRight);
  if (compiled === null) return null;
  const { n_params, n_trainable } = compiled;
  const faults = compiled.problems.length;
  const showProblems = () => {
    select({});
    showRight('block');
  };
  return (
    <div className={classes.legend}>
      <span
        className={classes.total}
        title={paramCount(n_params, n_trainable)}
        data-testid="n-params"
      >
        {t('canvas.total', { n: showCount(n_params) })}
      </span>
      <button
        type="button"
        className={classes.state}
        data-state={faults > 0 ? 'faulty' : 'sound'}
        data-testid="drawing-state"
        onClick={showProblems}
      >
        {faults > 0 ? (
          <TriangleAlert size={13} aria-hidden />
        ) : (
          <CircleCheck size={13} aria-hidden />
        )}
        {faults === 0 && t('canvas.sound')}
        {faults === 1 && t('canvas.problemOne')}
        {faults > 1 && t('canvas.problemMany', { n: faults })}
      </button>
      <span className={classes.entry} title={t('canvas.parameters')}>
        <span className={classes.solid} aria-hidden />
        {t('canvas.legendParameters')}
      </span>
      <span className={classes.entry} title={t('canvas.activations')}>
        <span className={classes.dashed} aria-hidden />
        {t('canvas.legendActivations')}
      </span>
    </div>
  );
}
