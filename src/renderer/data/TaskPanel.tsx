import { NativeSelect } from '@mantine/core';
import { showProblem } from '@shared/contract/problem';
import type { TaskChoice } from '@shared/contract/project';
import { findTask, taskByType } from '@shared/datasets/registry';
import type { AnyTask } from '@shared/datasets/task';
import { objectiveByType } from '@shared/objectives/registry';
import { useTranslation } from 'react-i18next';
import { useLanguage, useText } from '../i18n';
import { FieldRow } from '../inspector/FieldRow';
import { fieldsOf } from '../inspector/fields';
import { type Learned, useLearned } from '../stores/learned';
import { useProject } from '../stores/project';
import { chooseTask, setTaskParam } from '../stores/task';
import { showCount } from '../training/format';
import styles from './data.module.css';
import { TaskExamples } from './TaskExamples';

/** A synthetic task: its rule, its params, and what its examples look like. */
export function TaskPanel({ task }: { readonly task: TaskChoice }) {
  const language = useLanguage();
  const learned = useLearned();
  const kind = findTask(task.type);
  return (
    <div className={styles.task} data-testid="task-panel">
      <TaskChooser kind={kind} />
      <Params kind={kind} task={task} />
      {learned.problem !== null && (
        <div className={styles.problem} role="alert" data-testid="task-problem">
          {showProblem(learned.problem, language)}
        </div>
      )}
      {learned.dataset !== null && (
        <>
          <Counts kind={kind} task={task} learned={learned} />
          <TaskExamples dataset={learned.dataset} />
        </>
      )}
    </div>
  );
}

function TaskChooser({ kind }: { readonly kind: AnyTask }) {
  const { t } = useTranslation();
  const text = useText();
  const data = [...taskByType.values()].map(({ type, title }) => ({
    value: type,
    label: text(title),
  }));
  return (
    <div className={styles.choice}>
      <label htmlFor="task-type">{t('task.kind')}</label>
      <NativeSelect
        id="task-type"
        size="xs"
        data={data}
        value={kind.type}
        onChange={(event) => chooseTask(event.currentTarget.value)}
      />
      <p className={styles.soft}>{text(kind.docs.summary)}</p>
      <p className={styles.soft}>{kind.docs.source}</p>
    </div>
  );
}

interface KindProps {
  readonly kind: AnyTask;
  readonly task: TaskChoice;
}

function Params({ kind, task }: KindProps) {
  return fieldsOf(kind.params).map((field) => (
    <FieldRow
      key={`${kind.type} ${field.name}`}
      field={field}
      value={task.params[field.name] ?? field.default}
      problem={null}
      onChange={(value) => setTaskParam(field.name, value)}
    />
  ));
}

function Counts({ kind, task, learned }: KindProps & { readonly learned: Learned }) {
  const { t } = useTranslation();
  const text = useText();
  const n_ctx = useProject((state) => state.project?.settings.n_ctx ?? 0);
  const { dataset, sizes, objectives } = learned;
  const params = kind.params.safeParse(task.params).data ?? {};
  const { n_train } = params;
  const titles = objectives.map((type) => {
    const objective = objectiveByType.get(type);
    return objective === undefined ? type : text(objective.title);
  });
  const rows: [string, string][] = [
    [t('data.distinct'), showCount(sizes.n_vocab)],
    ...(dataset !== null && dataset.n_labels > 0
      ? [[t('task.labels'), showCount(dataset.n_labels)] satisfies [string, string]]
      : []),
    [t('task.longest'), `${showCount(kind.longest(params))} / ${showCount(n_ctx)}`],
    [
      t('task.training'),
      typeof n_train === 'number' && n_train > 0 ? showCount(n_train) : t('task.fresh'),
    ],
    [t('task.heldOut'), showCount(dataset?.n_val_examples ?? 0)],
    [t('task.asked'), titles.join(t('task.or'))],
  ];
  return (
    <dl className={styles.list} data-testid="task-counts">
      {rows.map(([name, value]) => (
        <div key={name} className={styles.entry}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
