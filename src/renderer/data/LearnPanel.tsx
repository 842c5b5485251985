import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProject } from '../stores/project';
import { learnFile, learnTask } from '../stores/task';
import { DataPanel } from './DataPanel';
import styles from './data.module.css';
import { TaskPanel } from './TaskPanel';

/** What the models learn: a text of one's own, or a synthetic task. */
export function LearnPanel() {
  const { t } = useTranslation();
  const task = useProject((state) => state.project?.task ?? null);
  return (
    <div className={styles.learn}>
      <div className={styles.what} data-testid="learn-what">
        <SegmentedControl
          fullWidth
          aria-label={t('task.what')}
          value={task === null ? 'file' : 'task'}
          data={[
            { value: 'file', label: t('task.file') },
            { value: 'task', label: t('task.task') },
          ]}
          onChange={(value) => (value === 'task' ? learnTask() : learnFile())}
        />
      </div>
      {task === null ? <DataPanel /> : <TaskPanel task={task} />}
    </div>
  );
}
