import { join } from 'node:path';
import { type RecentProject, recentProjectSchema } from '@shared/contract/calls';
import { z } from 'zod';
import { readJsonAs, writeJson } from './jsonFile';
import { isProject, readProject } from './projectFolder';

const MAX_PROJECTS = 12;
const recentSchema = z.object({ version: z.literal(1), projects: z.array(recentProjectSchema) });

/** The projects opened last, newest first. */
export interface RecentProjects {
  /** Those whose folder is still there. */
  list(): Promise<RecentProject[]>;
  add(folder: string): Promise<void>;
  remove(folder: string): Promise<void>;
}

export function recentProjects(userData: string): RecentProjects {
  const file = join(userData, 'recent.json');
  const read = async (): Promise<RecentProject[]> => {
    const found = await readJsonAs(file, recentSchema).catch(() => null);
    return found?.projects ?? [];
  };
  const write = (projects: readonly RecentProject[]) =>
    writeJson(file, { version: 1, projects: projects.slice(0, MAX_PROJECTS) });
  return {
    async list() {
      const projects = await read();
      const there = await Promise.all(projects.map(({ folder }) => isProject(folder)));
      return projects.filter((_, i) => there[i]);
    },
    async add(folder) {
      const { name } = await readProject(folder);
      const others = (await read()).filter((project) => project.folder !== folder);
      await write([{ folder, name, openedAt: new Date().toISOString() }, ...others]);
    },
    async remove(folder) {
      await write((await read()).filter((project) => project.folder !== folder));
    },
  };
}
