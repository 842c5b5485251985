import { type Project, settingsSchema } from './project';

/** A project in which nothing is drawn and nothing chosen. */
export const emptyProject: Project = {
  version: 1,
  name: 'Test',
  variants: [{ id: 'a', name: 'A', drawing: { nodes: [], wires: [], groups: [] } }],
  activeVariant: 'a',
  data: null,
  settings: settingsSchema.parse({}),
  attentionText: null,
};
