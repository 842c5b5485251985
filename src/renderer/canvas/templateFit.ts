import type { Text } from '@shared/contract/problem';
import type { Drawing, Project } from '@shared/contract/project';
import { taskByType } from '@shared/datasets/registry';
import { moveNodes } from '@shared/graph/document';
import { withClassifier } from '@shared/graph/labelled';
import { type TemplateId, templates, withRecipe } from '@shared/graph/templates';
import { objectiveByType } from '@shared/objectives/registry';
import { type Learned, learnedBy } from '../stores/learned';
import { withDrawn } from '../stores/project';
import { withTask } from '../stores/task';
import { tidyPositions } from './layout';

const isTemplate = (id: string): id is TemplateId => id in templates;
export const templateIds = Object.keys(templates).filter(isTemplate);

const labels = (objective: string) => objectiveByType.get(objective)?.needs.includes('labels');

/** Whether a template can be trained as the project is set: by its own objective, or with a classifier at its end. */
export function fitsNow(id: TemplateId, objective: string, { sizes }: Learned): boolean {
  const own = templates[id].objective;
  if (own === objective) return true;
  const feeds = objectiveByType.get(own)?.feeds(['source', 'tokens']) ?? [];
  return labels(objective) === true && feeds.join() === sizes.feeds?.join();
}

/** The template's drawing, its end made for what the project asks. */
export function drawnFor(id: TemplateId, { sizes }: Learned): Drawing {
  const drawing = templates[id].make();
  const { output } = sizes;
  const n = output?.at(-1);
  if (output === undefined || typeof n !== 'number' || n === sizes.n_vocab) return drawing;
  return withClassifier(drawing, n, output.length === 2);
}

/** What a project must change so that a template can be trained. */
export interface Change {
  readonly objective: Text;
  /** The task it must learn, when what it learns now cannot be asked that way. */
  readonly task: Text | null;
  apply(project: Project): Project;
}

/** The objective alone where the data allows it, else also the first task that is meant for it. */
export function changeFor(id: TemplateId, { objectives }: Learned): Change {
  const type = templates[id].objective;
  const objective = objectiveByType.get(type)?.title ?? { en: type, zh: type };
  const task = [...taskByType.values()].find(({ objectives: [first] }) => first === type);
  if (objectives.includes(type) || task === undefined) {
    const apply = (project: Project) => ({
      ...project,
      settings: { ...project.settings, objective: type },
    });
    return { objective, task: null, apply };
  }
  const apply = (project: Project) => withTask(project, { type: task.type, params: {} }, type);
  return { objective, task: task.title, apply };
}

/** The project with another drawing in front, its blocks in order. */
export function withDrawing(project: Project, drawing: Drawing): Project {
  const placed = moveNodes(drawing, tidyPositions(drawing));
  return withDrawn(project, project.activeVariant, placed);
}

/** The project begun anew from a template: its drawing, and the settings of its recipe. n_vocab: of the file. */
export function begunFrom(project: Project, id: TemplateId, n_vocab: number): Project {
  const drawing = drawnFor(id, learnedBy(project, n_vocab));
  const trained = withRecipe(project, templates[id], drawing);
  return withDrawing({ ...project, ...trained }, drawing);
}
