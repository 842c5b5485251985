// @ts-check
/**
 * npm run licences: writes docs/licences.md, the packages whose code is in the built program (their names stand in its source
 * maps) with their licences, and what npm audit knows of them. `-- --check` only compares the list with the file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './build.mjs';
import { exitWith, root } from './lib/process.mjs';
import { listFiles } from './lib/sources.mjs';

const PAGE = 'docs/licences.md';
const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'];
/** Taken along as files, not as source: they stand in no map. */
const AS_FILES = ['@tensorflow/tfjs-backend-wasm'];

/** @typedef {{ name: string, version: string, licence: string, folder: string }} Shipped */

/** Folders of packages named in the maps, such as `node_modules/a/node_modules/@b/c`. */
function packageFolders() {
  const folders = new Set(AS_FILES.map((name) => `node_modules/${name}`));
  const maps = ['out/main', 'out/preload', 'out/renderer'].flatMap((folder) =>
    listFiles([folder], root).filter((file) => file.endsWith('.map')),
  );
  if (maps.length === 0) throw new Error('licences: out/ holds no source maps; run npm run build.');
  for (const map of maps) {
    /** @type {{ sources: readonly string[] }} */
    const { sources } = JSON.parse(readFileSync(map, 'utf8'));
    for (const source of sources) {
      const found = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source);
      if (found) folders.add(found[0]);
    }
  }
  return [...folders];
}

/** @returns {Shipped[]} sorted by name */
function shipped() {
  const found = packageFolders().flatMap((folder) => {
    const path = join(root, folder, 'package.json');
    if (!existsSync(path)) return [];
    const { name, version, license, licenses } = JSON.parse(readFileSync(path, 'utf8'));
    const licence = license?.type ?? license ?? licenses?.[0]?.type ?? 'not stated';
    return [{ name, version, licence, folder: join(root, folder) }];
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The licences of all shipped packages in full, as they ask to be given along. */
export function licenceTexts() {
  return shipped()
    .map(({ name, version, licence, folder }) => {
      const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
      const text = file === undefined ? licence : readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version}\n${'-'.repeat(60)}\n${text}\n`;
    })
    .join('\n\n');
}

/**
 * @param {readonly string[]} args
 * @returns {any} null when the registry does not answer
 */
function audit(args) {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...args], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 28,
  });
  const report = stdout.trim().startsWith('{') ? JSON.parse(stdout) : null;
  return report?.metadata ? report : null;
}

/** @param {any} counts */
function showCounts(counts) {
  return SEVERITIES.map((severity) => `${counts[severity] ?? 0} ${severity}`).join(', ');
}

/** @param {readonly Shipped[]} packages */
function auditLines(packages) {
  const [runtime, all] = [audit(['--omit=dev']), audit([])];
  if (runtime === null) throw new Error('licences: npm audit did not answer.');
  const lines = [
    `- \`npm audit --omit=dev\`: ${showCounts(runtime.metadata.vulnerabilities)}. All packages are development`,
    '  dependencies, for the program is bundled; so this figure says little, and the next ones more.',
  ];
  if (all === null)
    return [
      ...lines,
      '- `npm audit` of all packages: the registry did not answer when this was written.',
    ];
  const names = new Set(packages.map(({ name }) => name));
  const concerned = Object.values(all.vulnerabilities)
    .filter(({ name }) => names.has(name))
    .map(({ name, severity }) => `${name} (${severity})`);
  return [
    ...lines,
    `- Of the packages below: ${concerned.join(', ') || 'none is named by `npm audit`'}.`,
    `- Tools that build and test included: ${showCounts(all.metadata.vulnerabilities)}.`,
  ];
}

/** @param {readonly Shipped[]} packages */
function table(packages) {
  const rows = packages.map(
    ({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`,
  );
  return ['| package | version | licence |', '|---|---|---|', ...rows].join('\n');
}

/** @param {readonly Shipped[]} packages */
function page(packages) {
  const licences = new Set(packages.map(({ licence }) => licence));
  return `# What is shipped, under which licences

Written by \`npm run licences\`; a test compares the table with the built program.

## Known weaknesses

${auditLines(packages).join('\n')}

## Packages in the built program

${packages.length} packages, under ${[...licences].sort().join(', ')}. KaTeX's fonts come with KaTeX (SIL Open Font License).

${table(packages)}

## Around it

A packaged program carries Electron (MIT) with Chromium and Node; their notices lie beside it as \`LICENSE.electron.txt\`
and \`LICENSES.chromium.html\`. The sample texts are made by grammars in scripts/samples and are the project's own.
`;
}

function main() {
  const failed = buildApp();
  if (failed) return failed;
  const packages = shipped();
  const path = join(root, PAGE);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, page(packages));
    process.stdout.write(`licences: ${packages.length} packages in ${PAGE}\n`);
    return 0;
  }
  if (existsSync(path) && readFileSync(path, 'utf8').includes(table(packages))) return 0;
  process.stderr.write(`licences: ${PAGE} is not up to date; run npm run licences.\n`);
  return 1;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await exitWith(main);
