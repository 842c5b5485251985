import { NumberInput, Tooltip } from '@mantine/core';
import { ChevronsRight, Pause, Play, SkipForward, Square } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { connectData } from '../stores/data';
import { useActiveVariant, useProject } from '../stores/project';
import { continueRuns, pauseRuns, startRuns, stepRuns, stopRuns } from '../stores/runCommands';
import { connectRuns, useRuns } from '../stores/runs';
import { controlled } from './chosenRuns';
import { RunStats } from './RunStats';
import { useReadiness } from './readiness';
import { isGoingOn, type RunView } from './runView';
import { ToolButton } from './ToolButton';
import styles from './training.module.css';

const ICON = 14;

/** Train, pause, step, stop: what a person does to the runs of the variant in front. */
export function TrainToolbar() {
  useEffect(() => {
    connectRuns();
    connectData();
  }, []);
  const settings = useProject((state) => state.project?.settings ?? null);
  const runs = useControlledRuns();
  const starting = useRuns((state) => state.starting);
  return (
    <div className={styles.toolbar} data-testid="train-toolbar">
      <div className={styles.buttons}>
        <TrainButtons />
        <PlayButton runs={runs} />
        <StepAndStop runs={runs} />
      </div>
      <Seed seed={settings?.seed ?? 1} />
      <RunStats view={starting ? null : (runs[0] ?? null)} max_steps={settings?.max_steps ?? 1} />
    </div>
  );
}

function useControlledRuns(): RunView[] {
  const views = useRuns((state) => state.views);
  const shown = useRuns((state) => state.shown);
  const variant = useProject((state) => state.project?.activeVariant ?? '');
  return useMemo(() => controlled(views, shown, variant), [views, shown, variant]);
}

const noVariants: never[] = [];

function TrainButtons() {
  const { t } = useTranslation();
  const active = useActiveVariant();
  const variants = useProject((state) => state.project?.variants ?? noVariants);
  const one = useReadiness(active === null ? noVariants : [active]);
  const all = useReadiness(variants);
  const starting = useRuns((state) => state.starting);
  const name = active?.name ?? '';
  return (
    <>
      <ToolButton
        primary
        words
        label={t('training.train', { name })}
        hint={t('training.trainHint', { name, keys: 'Ctrl+Enter' })}
        icon={<Play size={ICON} />}
        reason={one}
        busy={starting}
        testId="train"
        onClick={() => active !== null && void startRuns([active.id])}
      />
      {variants.length > 1 && (
        <ToolButton
          words
          label={t(variants.length === 2 ? 'training.trainBoth' : 'training.trainAll')}
          hint={t('training.trainAllHint')}
          icon={<ChevronsRight size={ICON} />}
          reason={all}
          testId="train-all"
          onClick={() => void startRuns(variants.map(({ id }) => id))}
        />
      )}
    </>
  );
}

interface RunsProps {
  readonly runs: readonly RunView[];
}

/** One place for pause, resume and continue: they never apply at the same time. */
function PlayButton({ runs }: RunsProps) {
  const { t } = useTranslation();
  const first = runs[0];
  const why = useWhyNotContinue(runs);
  if (runs.some(({ live }) => live === 'training')) {
    return (
      <ToolButton
        label={t('training.pause')}
        hint={t('training.pauseHint')}
        icon={<Pause size={ICON} />}
        reason={null}
        testId="pause"
        onClick={() => void pauseRuns()}
      />
    );
  }
  const resume = first !== undefined && first.live !== null;
  return (
    <ToolButton
      label={t(resume ? 'training.resume' : 'training.continue')}
      hint={resume ? t('training.resumeHint', { step: first.step }) : t('training.continueHint')}
      icon={<Play size={ICON} />}
      reason={why}
      testId="continue"
      onClick={() => void continueRuns()}
    />
  );
}

function useWhyNotContinue(runs: readonly RunView[]): string | null {
  const { t } = useTranslation();
  const readOnly = useProject((state) => state.readOnly);
  const [first] = runs;
  if (readOnly) return t('training.readOnly');
  if (first === undefined) return t('training.nothingToStep');
  const { max_steps } = first.run.settings;
  const atEnd = runs.every(({ run, step }) => step >= run.settings.max_steps);
  return atEnd ? t('training.reachedEnd', { max_steps }) : null;
}

function StepAndStop({ runs }: RunsProps) {
  const { t } = useTranslation();
  const why = useWhyNotContinue(runs);
  const live = runs.some(isGoingOn);
  return (
    <>
      <ToolButton
        label={t('training.step')}
        hint={t('training.stepHint')}
        icon={<SkipForward size={ICON} />}
        reason={why}
        testId="step"
        onClick={() => void stepRuns(1)}
      />
      <ToolButton
        label={t('training.stop')}
        hint={t('training.stopHint', { keys: 'Ctrl+.' })}
        icon={<Square size={ICON} />}
        reason={live ? null : t('training.nothingToStop')}
        testId="stop"
        onClick={() => void stopRuns()}
      />
    </>
  );
}

function Seed({ seed }: { readonly seed: number }) {
  const { t } = useTranslation();
  const setSettings = useProject((state) => state.setSettings);
  return (
    <Tooltip label={t('training.seedHelp')} multiline maw={320} openDelay={500}>
      <div className={`${styles.stats} ${styles.seedBox}`}>
        <span className={styles.unit}>{t('training.seed')}</span>
        <NumberInput
          className={styles.seed}
          size="xs"
          aria-label={t('training.seed')}
          value={seed}
          min={0}
          max={2 ** 31 - 1}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          hideControls
          onChange={(value) => typeof value === 'number' && setSettings({ seed: value })}
        />
      </div>
    </Tooltip>
  );
}
