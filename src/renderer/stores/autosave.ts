import { call } from '../api';
import { shown } from '../ui/shown';
import { useProject } from './project';

/** Unsaved changes are kept beside the project this long after the last edit. */
const autosaveMs = 800;

function showTitle(): void {
  const { project, dirty } = useProject.getState();
  document.title = project === null ? 'Toyformer' : `${project.name}${dirty ? ' •' : ''}`;
}

/** Keeps unsaved changes on disk, and the title and the main process told about them. Answers how to stop. */
export function keepUnsaved(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    const { project, saving } = useProject.getState();
    if (saving) timer = setTimeout(keep, autosaveMs);
    else if (project !== null) void shown(() => call('project:autosave', project));
  };
  showTitle();
  const stop = useProject.subscribe((state, before) => {
    showTitle();
    if (state.dirty !== before.dirty) void shown(() => call('project:setDirty', state.dirty));
    const { project } = state;
    if (project === null || project === before.project) return;
    clearTimeout(timer);
    if (state.opened !== before.opened && !state.dirty) return;
    timer = setTimeout(keep, autosaveMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
