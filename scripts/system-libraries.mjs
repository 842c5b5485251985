// @ts-check
/**
 * Finds what Electron needs of a Debian or Ubuntu system and does not have: shared libraries, a Chinese font and,
 * where there is no display, Xvfb. Root gets it installed; others get one command to copy.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture, exitWith, hasCommand, hasDisplay, isLinux, isRoot } from './lib/process.mjs';
import { electronExecutable, setupElectron } from './setup-electron.mjs';

/** Debian's package of a library; where Ubuntu renamed it for 64-bit time, `<name>t64` is tried first. */
const PACKAGES = new Map([
  ['libasound.so.2', 'libasound2'],
  ['libatk-1.0.so.0', 'libatk1.0-0'],
  ['libatk-bridge-2.0.so.0', 'libatk-bridge2.0-0'],
  ['libatspi.so.0', 'libatspi2.0-0'],
  ['libcairo.so.2', 'libcairo2'],
  ['libcups.so.2', 'libcups2'],
  ['libdbus-1.so.3', 'libdbus-1-3'],
  ['libdrm.so.2', 'libdrm2'],
  ['libexpat.so.1', 'libexpat1'],
  ['libgbm.so.1', 'libgbm1'],
  ['libgdk-3.so.0', 'libgtk-3-0'],
  ['libgdk_pixbuf-2.0.so.0', 'libgdk-pixbuf-2.0-0'],
  ['libgio-2.0.so.0', 'libglib2.0-0'],
  ['libglib-2.0.so.0', 'libglib2.0-0'],
  ['libgmodule-2.0.so.0', 'libglib2.0-0'],
  ['libgobject-2.0.so.0', 'libglib2.0-0'],
  ['libgtk-3.so.0', 'libgtk-3-0'],
  ['libnspr4.so', 'libnspr4'],
  ['libnss3.so', 'libnss3'],
  ['libnssutil3.so', 'libnss3'],
  ['libpango-1.0.so.0', 'libpango-1.0-0'],
  ['libpangocairo-1.0.so.0', 'libpangocairo-1.0-0'],
  ['libsmime3.so', 'libnss3'],
  ['libudev.so.1', 'libudev1'],
  ['libX11.so.6', 'libx11-6'],
  ['libXcomposite.so.1', 'libxcomposite1'],
  ['libXdamage.so.1', 'libxdamage1'],
  ['libXext.so.6', 'libxext6'],
  ['libXfixes.so.3', 'libxfixes3'],
  ['libXrandr.so.2', 'libxrandr2'],
  ['libxcb.so.1', 'libxcb1'],
  ['libxkbcommon.so.0', 'libxkbcommon0'],
]);
const FONTS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/**
 * The names that ldd could not resolve.
 * @param {string} lddOutput
 */
export function missingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '');
}

/**
 * The packages that hold these libraries, each once.
 * @param {readonly string[]} libraries
 */
export function packagesFor(libraries) {
  const unknown = libraries.filter((name) => !PACKAGES.has(name));
  if (unknown.length > 0)
    throw new Error(
      `Electron needs ${unknown.join(', ')}. Install the packages that hold them, then try again.`,
    );
  return [...new Set(libraries.map((name) => PACKAGES.get(name) ?? name))].sort();
}

/**
 * The font families for a language, as fontconfig knows them; without fontconfig, all font files.
 * @param {string} language
 */
function fontsFor(language) {
  const families = capture('fc-list', [`:lang=${language}`, 'family']);
  const files = () => FONTS.map((folder) => capture('find', [folder, '-type', 'f'])).join('');
  return (families ?? files()).split('\n').filter(Boolean);
}

/**
 * The fonts to add: a Chinese one, and one made for Latin letters, whose quotes a Chinese one spaces too widely.
 * @param {readonly string[]} latin fonts for English
 * @param {readonly string[]} chinese fonts for Chinese
 */
export function missingFonts(latin, chinese) {
  const isChinese = (/** @type {string} */ font) => /cjk|hei|song|ming|kai|fallback/i.test(font);
  return [
    ...(latin.every(isChinese) ? ['fonts-dejavu-core'] : []),
    ...(chinese.some(isChinese) ? [] : ['fonts-noto-cjk']),
  ];
}

function missingPackages() {
  const ldd = capture('ldd', [electronExecutable]) ?? '';
  const packages = packagesFor(missingLibraries(ldd));
  if (!hasDisplay() && !hasCommand('Xvfb')) packages.push('xvfb');
  return [...packages, ...missingFonts(fontsFor('en'), fontsFor('zh-cn'))];
}

/**
 * @param {string} name
 * @returns {string} the name that this release of the system knows the package by
 */
function currentName(name) {
  return capture('apt-cache', ['show', `${name}t64`]) === null ? name : `${name}t64`;
}

/**
 * Its progress, hundreds of lines, is kept away; its warnings and errors are not.
 * @param {string[]} args
 */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status ?? 1;
}

/** @param {readonly string[]} packages */
function install(packages) {
  process.stdout.write(`system: installing ${packages.join(' ')}\n`);
  aptGet('update', '-qq');
  const names = packages.map(currentName);
  if (aptGet('install', '-qq', '-y', '--no-install-recommends', ...names) !== 0)
    throw new Error(`system: apt-get could not install ${names.join(' ')}. See its message above.`);
}

/** @throws with the command to run, where it may not be run from here */
export function setupSystemLibraries() {
  if (!isLinux) return;
  const packages = missingPackages();
  if (packages.length === 0) return;
  if (!hasCommand('apt-get'))
    throw new Error(
      `system: Electron needs what Debian calls ${packages.join(' ')}. Install it with your system's package manager.`,
    );
  if (isRoot) return install(packages);
  const names = packages.map(currentName).join(' ');
  throw new Error(
    `system: Electron needs packages that are not installed. Run this, then try again:\n\n` +
      `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}\n`,
  );
}

/** An Electron that can open a window here. */
export async function prepareElectron() {
  await setupElectron();
  setupSystemLibraries();
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await exitWith(async () => {
    await prepareElectron();
    return 0;
  });
