import type { ParamValue, Project, TaskChoice } from '@shared/contract/project';
import { findTask, taskByType } from '@shared/datasets/registry';
import { learnedBy } from './learned';
import { useProject } from './project';

/** The task chosen last in this window, for who goes to a file and comes back. */
let lastTask: TaskChoice | null = null;

const firstTask = (): TaskChoice => ({ type: [...taskByType.keys()][0] ?? '', params: {} });

/** A project that learns a task; its objective stays when it fits. */
export function withTask(project: Project, task: TaskChoice, objective?: string): Project {
  const { objectives } = findTask(task.type);
  const kept = objective ?? project.settings.objective;
  const fitting = objectives.includes(kept) ? kept : (objectives[0] ?? kept);
  return { ...project, task, settings: { ...project.settings, objective: fitting } };
}

/** Learns a task instead of the file. */
export function chooseTask(type: string): void {
  setTask({ type, params: {} });
}

function setTask(task: TaskChoice, merge?: string): void {
  lastTask = task;
  useProject.getState().edit((project) => withTask(project, task), merge);
}

export function learnTask(): void {
  setTask(lastTask ?? firstTask());
}

/** Learns the file again, by an objective that fits it. */
export function learnFile(): void {
  const { n_vocab, edit } = useProject.getState();
  edit((project) => {
    const asFile = { ...project, task: null };
    const { objectives } = learnedBy(asFile, n_vocab);
    const [first] = objectives;
    if (first === undefined || objectives.includes(project.settings.objective)) return asFile;
    return { ...asFile, settings: { ...project.settings, objective: first } };
  });
}

export function setTaskParam(name: string, value: ParamValue): void {
  const task = useProject.getState().project?.task;
  if (task == null) return;
  setTask({ ...task, params: { ...task.params, [name]: value } }, `task ${task.type} ${name}`);
}

export function setObjective(objective: string): void {
  useProject.getState().setSettings({ objective });
}
