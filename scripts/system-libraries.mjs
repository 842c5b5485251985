// @ts-check
/**
 * Finds what Electron needs of a Debian or Ubuntu system and does not have: shared libraries and, where there is no
 * display, Xvfb. Root gets it installed; others get one command to copy. Fonts that are missing are only told.
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
  return packages;
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

/**
 * @param {readonly string[]} names
 * @returns {boolean} whether they are there now
 */
function install(names) {
  process.stdout.write(`system: installing ${names.join(' ')}\n`);
  return aptGet('install', '-qq', '-y', '--no-install-recommends', ...names) === 0;
}

/**
 * What a person is told of packages that are missing and were not installed.
 * @param {readonly string[]} names
 * @param {boolean} hasApt
 */
export function howToInstall(names, hasApt) {
  return hasApt
    ? `Run this, then try again:\n\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}\n`
    : `They are what Debian calls ${names.join(' ')}. Install them with your system's package manager.`;
}

/** @throws with the command to run, where Electron cannot start without it */
export function setupSystemLibraries() {
  if (!isLinux) return;
  const libraries = missingPackages();
  const fonts = missingFonts(fontsFor('en'), fontsFor('zh-cn'));
  if (libraries.length + fonts.length === 0) return;
  const hasApt = hasCommand('apt-get');
  const mayInstall = hasApt && isRoot;
  if (mayInstall) aptGet('update', '-qq');
  const names = hasApt ? libraries.map(currentName) : libraries;
  if (names.length > 0 && !(mayInstall && install(names)))
    throw new Error(
      `system: Electron needs packages that are not installed. ${howToInstall(names, hasApt)}`,
    );
  if (fonts.length > 0 && !(mayInstall && install(fonts)))
    process.stderr.write(
      `system: some text of the window may not show well, for want of fonts. ${howToInstall(fonts, hasApt)}\n`,
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
