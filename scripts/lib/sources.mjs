// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './process.mjs';

/**
 * Every file below the given files and folders of the project, sorted.
 * @param {readonly string[]} paths relative to the project
 * @param {string} [project]
 * @returns {string[]}
 */
export function listFiles(paths, project = root) {
  /** @param {string} path @returns {string[]} */
  const below = (path) => {
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path).flatMap((name) => below(join(path, name)));
  };
  return paths.flatMap((path) => below(join(project, path))).sort();
}

/**
 * A hash over the names and bytes of sources. Tests are left out: they change nothing that is built.
 * @param {readonly string[]} paths
 */
export function hashSources(paths) {
  const hash = createHash('sha256');
  for (const file of listFiles(paths)) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs `build` unless `stamp` says that it was already run on the same sources. Answers the exit code.
 * @param {{ stamp: string, sources: readonly string[], build: () => number }} step
 */
export function whenStale({ stamp, sources, build }) {
  const file = join(root, stamp);
  const hash = hashSources(sources);
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return 0;
  const code = build();
  if (code === 0) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, hash);
  }
  return code;
}
