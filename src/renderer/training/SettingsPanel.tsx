import type { Settings } from '@shared/contract/project';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '../stores/data';
import { useProject } from '../stores/project';
import { useRuns } from '../stores/runs';
import { ChoiceSetting } from './ChoiceSetting';
import { controlled } from './chosenRuns';
import type { NumberField } from './fields';
import { showCompact } from './format';
import { NumberSetting } from './NumberSetting';
import { ObjectiveSetting } from './ObjectiveSetting';
import { ScheduleCurve } from './ScheduleCurve';
import styles from './settings.module.css';

/** How the drawings are trained: the same for all variants, so that they can be compared. */
export function SettingsPanel() {
  const { t } = useTranslation();
  const settings = useProject((state) => state.project?.settings ?? null);
  if (settings === null) return null;
  return (
    <form
      className={styles.form}
      data-testid="settings"
      onSubmit={(event) => event.preventDefault()}
    >
      <ObjectiveSetting value={settings.objective} />
      <Group title={t('training.stepsGroup')}>
        <Numbers
          settings={settings}
          fields={['max_steps', 'batch_size', 'accumulation_steps', 'n_ctx', 'seed']}
        />
        <Amount settings={settings} />
      </Group>
      <Schedule settings={settings} />
      <Optimizer settings={settings} />
      <Group title={t('training.intervalsGroup')}>
        <Numbers settings={settings} fields={intervals} />
      </Group>
      <p className={styles.foot}>{t('training.settingsNote')}</p>
    </form>
  );
}

const intervals = [
  'eval_interval',
  'eval_batches',
  'sample_interval',
  'checkpoint_interval',
] as const satisfies readonly NumberField[];

interface Part {
  readonly settings: Settings;
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}

function Numbers({ settings, fields }: Part & { readonly fields: readonly NumberField[] }) {
  return fields.map((field) => <NumberSetting key={field} field={field} value={settings[field]} />);
}

/** How much that is: of a text, tokens per step, in all, and times through it; of a task, examples. */
function Amount({ settings }: Part) {
  const isTask = useProject((state) => state.project?.task != null);
  return isTask ? <ExampleAmount settings={settings} /> : <TextAmount settings={settings} />;
}

function ExampleAmount({ settings: { batch_size, accumulation_steps, max_steps } }: Part) {
  const { t } = useTranslation();
  const examples = batch_size * accumulation_steps;
  const total = showCompact(examples * max_steps);
  return (
    <p className={styles.note}>{t('task.perStep', { examples: showCompact(examples), total })}</p>
  );
}

function TextAmount({ settings: { batch_size, accumulation_steps, n_ctx, max_steps } }: Part) {
  const { t } = useTranslation();
  const n_train_tokens = useData((state) => state.preview?.n_train_tokens ?? null);
  const tokens = batch_size * accumulation_steps * n_ctx;
  const total = tokens * max_steps;
  const epochs = n_train_tokens ? total / n_train_tokens : null;
  return (
    <p className={styles.note}>
      {t('training.perBatch', { tokens: showCompact(tokens), total: showCompact(total) })}
      {epochs !== null && (
        <>
          <br />
          {epochs < 0.1
            ? t('training.part', { percent: Number((100 * epochs).toPrecision(2)) })
            : t('training.epochs', { epochs: showCompact(epochs) })}
        </>
      )}
    </p>
  );
}

function Schedule({ settings }: Part) {
  const { t } = useTranslation();
  const { lr, min_lr, warmup_steps, max_steps, schedule } = settings;
  const step = useFollowedStep(settings);
  const falls = schedule === 'linear' || schedule === 'cosine';
  const forSteps = schedule === 'stepwise' ? null : t('training.onlyStep');
  const rising = falls && min_lr > lr ? t('training.minAboveMax', { min_lr, lr }) : null;
  const long = warmup_steps >= max_steps;
  return (
    <Group title={t('training.scheduleGroup')}>
      <ScheduleCurve settings={settings} step={step} />
      <ChoiceSetting field="schedule" value={schedule} />
      <NumberSetting field="lr" value={lr} />
      <NumberSetting
        field="min_lr"
        value={min_lr}
        idle={falls ? null : t('training.notFalling')}
        note={rising}
      />
      <NumberSetting
        field="warmup_steps"
        value={warmup_steps}
        note={long ? t('training.warmupTooLong', { warmup_steps, max_steps }) : null}
      />
      <NumberSetting field="decay_steps" value={settings.decay_steps} idle={forSteps} />
      <NumberSetting field="decay_factor" value={settings.decay_factor} idle={forSteps} />
    </Group>
  );
}

/** The step of the run in front, as long as it was made with these very settings. */
function useFollowedStep(settings: Settings): number | null {
  const variant = useProject((state) => state.project?.activeVariant ?? '');
  return useRuns(({ views, shown }) => {
    const [view] = controlled(views, shown, variant);
    const same = view !== undefined && sameSchedule(view.run.settings, settings);
    return same ? Math.round(view.step / 10) * 10 : null;
  });
}

function sameSchedule(a: Settings, b: Settings): boolean {
  const fields = [
    'lr',
    'min_lr',
    'warmup_steps',
    'schedule',
    'max_steps',
    'decay_steps',
    'decay_factor',
  ] as const;
  return fields.every((field) => a[field] === b[field]);
}

function Optimizer({ settings }: Part) {
  const { t } = useTranslation();
  const { optimizer } = settings;
  const forAdam = optimizer.startsWith('adam') ? null : t('training.onlyAdam');
  const forBetas = optimizer === 'sgd' ? t('training.onlyBetas') : null;
  return (
    <Group title={t('training.optimizerGroup')}>
      <ChoiceSetting field="optimizer" value={settings.optimizer} />
      <NumberSetting field="beta1" value={settings.beta1} idle={forBetas} />
      <NumberSetting field="beta2" value={settings.beta2} idle={forBetas} />
      <NumberSetting field="eps" value={settings.eps} idle={forAdam} />
      <NumberSetting
        field="momentum"
        value={settings.momentum}
        idle={optimizer === 'sgd' ? null : t('training.onlySgd')}
      />
      <Numbers settings={settings} fields={['weight_decay', 'grad_clip', 'label_smoothing']} />
    </Group>
  );
}
