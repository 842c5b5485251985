import { Button, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { showProblem } from '@shared/contract/problem';
import { ChartLine as ChartIcon, EyeOff, Spline } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { useRuns } from '../stores/runs';
import { EmptyState } from '../ui/EmptyState';
import { Chart, type Guide } from './Chart';
import { ChartCursor } from './ChartCursor';
import { ChartLegend } from './ChartLegend';
import styles from './chart.module.css';
import { type Charted, type ChartRun, chartLines, valueRange } from './chartLines';
import { listRuns } from './chosenRuns';
import { axisEnd } from './ticks';
import { useChartRuns } from './useChartRuns';
import { useThrottled } from './useThrottled';

/** Redrawing the lines takes tens of milliseconds: twice a second is live, and leaves the window free. */
const REDRAW_MS = 500;
const MAX_POINTS = 1500;

interface Look {
  readonly charted: Charted;
  readonly log: boolean;
  readonly smoothing: string;
}

/** The curves of the runs shown: loss, learning rate, gradient norm or speed, by step. */
export function LossPanel() {
  const { t } = useTranslation();
  const runs = useThrottled(useChartRuns(), REDRAW_MS);
  const total = useRuns(({ views }) => listRuns(views).length);
  const [look, setLook] = useState<Look>({ charted: 'loss', log: false, smoothing: '0' });
  if (runs.length === 0) {
    return total === 0 ? (
      <EmptyState
        icon={ChartIcon}
        title={t('training.emptyTitle')}
        hint={t('training.emptyHint', { keys: 'Ctrl+Enter' })}
      />
    ) : (
      <EmptyState icon={EyeOff} title={t('training.hiddenTitle')} hint={t('training.hiddenHint')} />
    );
  }
  return (
    <div className={styles.panel} data-testid="loss-panel">
      <Controls look={look} change={(change) => setLook({ ...look, ...change })} />
      <ChartLegend runs={runs} />
      <Failures runs={runs} />
      <Plot runs={runs} look={look} />
    </div>
  );
}

interface ControlsProps {
  readonly look: Look;
  change(change: Partial<Look>): void;
}

function Controls({ look, change }: ControlsProps) {
  const { t } = useTranslation();
  const curves: { value: Charted; label: string }[] = [
    { value: 'loss', label: t('training.loss') },
    { value: 'right', label: t('training.right') },
    { value: 'lr', label: t('training.lr') },
    { value: 'grad_norm', label: t('training.gradNorm') },
    { value: 'tokens_per_second', label: t('training.speed') },
  ];
  return (
    <div className={styles.head}>
      <SegmentedControl
        aria-label={t('training.curve')}
        value={look.charted}
        data={curves}
        onChange={(charted) => change({ charted })}
      />
      <Button
        size="compact-xs"
        variant={look.log ? 'light' : 'default'}
        aria-pressed={look.log}
        onClick={() => change({ log: !look.log })}
      >
        {t('training.logScale')}
      </Button>
      <span className={styles.legendItem}>
        <Tooltip label={t('training.smoothing')}>
          <Spline size={14} />
        </Tooltip>
        <NativeSelect
          aria-label={t('training.smoothing')}
          size="xs"
          className={styles.smoothing}
          value={look.smoothing}
          data={['0', '0.6', '0.9', '0.98']}
          onChange={(event) => change({ smoothing: event.currentTarget.value })}
        />
      </span>
    </div>
  );
}

/** Why a run shown has failed, in the trainer's own sentence. */
function Failures({ runs }: { readonly runs: readonly ChartRun[] }) {
  const language = useLanguage();
  return runs.map(({ view }) =>
    view.problem === null ? null : (
      <div key={view.run.id} className={styles.problem} role="alert" data-testid="run-problem">
        {showProblem(view.problem, language)}
      </div>
    ),
  );
}

interface PlotProps {
  readonly runs: readonly ChartRun[];
  readonly look: Look;
}

function Plot({ runs, look: { charted, log, smoothing } }: PlotProps) {
  const { t } = useTranslation();
  const { ref, width, height } = useElementSize();
  const maxPoints = Math.min(MAX_POINTS, Math.max(100, 2 * width));
  const lines = useMemo(
    () => chartLines(runs, { charted, log, smoothing: Number(smoothing), maxPoints }),
    [runs, charted, log, smoothing, maxPoints],
  );
  const guides = useGuides(charted === 'loss' ? runs : []);
  const range = valueRange(
    lines,
    guides.map(({ value }) => value),
    log,
  );
  const lastStep = axisEnd(
    Math.max(1, ...lines.map(({ points }) => points.at(-1)?.step ?? 1)),
    Math.max(...runs.map(({ view }) => view.run.settings.max_steps)),
  );
  const titles: Record<Charted, string> = {
    loss: `${t('training.loss')} (${t('training.lossUnit')})`,
    right: t('training.rightTitle'),
    lr: t('training.lrTitle'),
    grad_norm: t('training.gradNormTitle'),
    tokens_per_second: `${t('training.speed')} (${t('training.speedUnit')})`,
  };
  const waiting =
    runs.some(({ view }) => view.live === 'training') &&
    lines.every(({ points }) => points.length === 0);
  const label = t('training.chartLabel', { curve: titles[charted] });
  return (
    <div className={styles.plot} ref={ref} data-testid="chart">
      {width > 0 && height > 0 && (
        <ChartCursor label={label} lines={lines} lastStep={lastStep} width={width} height={height}>
          <Chart
            lines={lines}
            guides={guides}
            range={range}
            lastStep={lastStep}
            log={log}
            width={width}
            height={height}
          />
          <span className={styles.axisTitle}>{titles[charted]}</span>
          {waiting && <span className={styles.waiting}>{t('training.waiting')}</span>}
        </ChartCursor>
      )}
    </div>
  );
}

/** What even guessing costs, once for each number of classes. */
function useGuides(runs: readonly ChartRun[]): Guide[] {
  const { t } = useTranslation();
  const classes = runs.map(({ view: { run, log } }) =>
    log.start === null ? run.n_vocab : Math.round(Math.exp(log.start.expected)),
  );
  const key = [...new Set(classes)].join(' ');
  return useMemo(
    () =>
      key.split(' ').flatMap((size) => {
        const n_vocab = Number(size);
        const value = Math.log(n_vocab);
        if (n_vocab < 2) return [];
        return [{ value, label: t('training.guide', { n_vocab, value: value.toFixed(3) }) }];
      }),
    [key, t],
  );
}
