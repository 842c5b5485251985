import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStepTime, watchStepTime } from '../stores/stepTime';
import type { RunView } from './runView';
import styles from './stepTime.module.css';
import { type ShownPart, sliceStep } from './stepTimeParts';

/** Opens where a step's time goes: measured only as long as it stands open. */
export function StepTimeButton({ view }: { readonly view: RunView }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const label = t('stepTime.open', { name: view.run.name });
  return (
    <Popover opened={opened} onChange={setOpened} withArrow trapFocus returnFocus position="bottom">
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} aria-expanded={opened} onClick={() => setOpened(!opened)}>
            <Timer size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>{opened && <StepTimeList view={view} />}</Popover.Dropdown>
    </Popover>
  );
}

function StepTimeList({ view }: { readonly view: RunView }) {
  const { t } = useTranslation();
  const { id } = view.run;
  const time = useStepTime((state) => state.times[id]);
  useEffect(() => {
    watchStepTime(id);
    return () => watchStepTime(null);
  }, [id]);
  if (time === undefined) {
    const hint = view.live === 'training' ? 'stepTime.measuring' : 'stepTime.whileTraining';
    return <p className={styles.hint}>{t(hint)}</p>;
  }
  return (
    <section className={styles.root} aria-label={t('stepTime.title')} data-testid="step-time">
      <h3 className={styles.title}>{t('stepTime.title')}</h3>
      <dl className={styles.list}>
        {sliceStep(time).map(({ part, ms, share }) => (
          <div key={part} className={styles.line} data-part={part}>
            <dt>
              <PartName part={part} />
            </dt>
            <dd className={styles.bar}>
              <span style={{ width: `${100 * share}%` }} />
            </dd>
            <dd className={styles.number}>{ms.toFixed(ms < 9.95 ? 2 : 1)} ms</dd>
            <dd className={styles.number}>{Math.round(100 * share)} %</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        {t('stepTime.mean', { ms: time.ms.toFixed(1), n_steps: time.n_steps, step: time.step })}
      </p>
    </section>
  );
}

function PartName({ part }: { readonly part: ShownPart }) {
  const { t } = useTranslation();
  const names: Readonly<Record<ShownPart, string>> = {
    matmul: t('stepTime.matmul'),
    attention: t('stepTime.attention'),
    norms: t('stepTime.norms'),
    elementwise: t('stepTime.elementwise'),
    embedding: t('stepTime.embedding'),
    loss: t('stepTime.loss'),
    optimizer: t('stepTime.optimizer'),
    wait: t('stepTime.wait'),
    rest: t('stepTime.rest'),
  };
  return names[part];
}
