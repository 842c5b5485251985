import type { Settings } from '@shared/contract/project';
import { learningRate } from '@shared/contract/schedule';
import { useTranslation } from 'react-i18next';
import { showCompact, showRate } from './format';
import { scheduleSteps } from './scheduleSteps';
import styles from './settings.module.css';

const WIDTH = 220;
const HEIGHT = 56;

interface Props {
  readonly settings: Settings;
  /** Where the run in front is, when it follows this very schedule. */
  readonly step: number | null;
}

/** The learning rate of the run that is to come, as the trainer will take it. */
export function ScheduleCurve({ settings, step }: Props) {
  const { t } = useTranslation();
  const { lr, warmup_steps, max_steps, schedule, min_lr } = settings;
  const top = Math.max(lr, min_lr);
  const x = (at: number) => (WIDTH * at) / max_steps;
  const y = (at: number) => HEIGHT * (1 - learningRate(settings, at) / top);
  const points = scheduleSteps(settings).map((at) => `${x(at).toFixed(1)},${y(at).toFixed(1)}`);
  const label = t('training.scheduleCurve', {
    lr: showRate(lr),
    warmup_steps,
    schedule: t(`training.choice.${schedule}`),
    max_steps,
  });
  return (
    <div className={styles.curve}>
      <span className={styles.curveTop}>{showRate(top)}</span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <title>{label}</title>
        {warmup_steps > 0 && warmup_steps < max_steps && (
          <line
            className={styles.warmup}
            x1={x(warmup_steps)}
            x2={x(warmup_steps)}
            y1={0}
            y2={HEIGHT}
          />
        )}
        <polyline className={styles.curveLine} points={points.join(' ')} />
        {step !== null && step > 0 && (
          <line className={styles.now} x1={x(step)} x2={x(step)} y1={0} y2={HEIGHT} />
        )}
      </svg>
      <span className={styles.curveFoot}>
        <span>1</span>
        <span>{showCompact(max_steps)}</span>
      </span>
    </div>
  );
}
