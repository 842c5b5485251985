import type { RecentProject } from '@shared/contract/calls';
import { call } from '../api';
import { askToLeave } from '../ui/questions';
import { useProject } from './project';

/** Asks what to do with unsaved changes. Answers whether the project may be left. */
async function mayLeave(): Promise<boolean> {
  const { dirty, project, save } = useProject.getState();
  if (!dirty || project === null) return true;
  const answer = await askToLeave(project.name);
  if (answer === 'save') return save(false);
  return answer === 'discard';
}

/** Opens the project of the last session, or a first one. @throws ProblemError when it cannot be read. */
export async function openLastProject(): Promise<void> {
  useProject.getState().load(await call('project:start', null));
}

export async function recentProjects(): Promise<readonly RecentProject[]> {
  return call('project:recent', null);
}

export async function newProject(): Promise<void> {
  if (!(await mayLeave())) return;
  useProject.getState().load(await call('project:new', null));
}

/** Opens a recent project's folder; null asks for one with a dialog. */
export async function openProject(folder: string | null): Promise<void> {
  if (!(await mayLeave())) return;
  const opened = await call('project:open', folder);
  if (opened !== null) useProject.getState().load(opened);
}

export async function saveProject(as: boolean): Promise<boolean> {
  return useProject.getState().save(as);
}

/** Goes back to the project as last saved, without the changes recovered after a crash. */
export async function discardRecovered(): Promise<void> {
  useProject.getState().load(await call('project:discardRecovered', null));
}
