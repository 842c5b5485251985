import type { Language } from '@shared/contract/problem';
import { PROJECT_VERSION, type Project, settingsSchema } from '@shared/contract/project';
import { templates } from '@shared/graph/templates';

const names = { en: 'Untitled', zh: '未命名' };

/** What a person finds at the first start: the tiny GPT, ready to train. */
export function newProject(language: Language): Project {
  return {
    version: PROJECT_VERSION,
    name: names[language],
    variants: [{ id: 'a', name: 'A', drawing: templates.tinyGpt.make() }],
    activeVariant: 'a',
    data: null,
    settings: settingsSchema.parse({}),
    attentionText: null,
  };
}
