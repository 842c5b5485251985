// @ts-check
/**
 * npm run package [-- --out folder]: the program with its own Electron, as a folder that runs without Node: on Linux and
 * Windows. What Electron can do beyond running this program is switched off in its executable.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { buildApp } from './build.mjs';
import { FALLBACK } from './electron/fallback.mjs';
import { exitWith, root } from './lib/process.mjs';
import { licenceTexts } from './licences.mjs';
import { setupElectron } from './setup-electron.mjs';

const dist = join(root, 'node_modules/electron/dist');

/** Not part of the running program. */
const LEFT_OUT = /\.map$|[\\/]cli\.js$/;

/** What the program itself asks to be there: its version and where it starts. */
function manifest() {
  const { name, productName, version, license, main } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return { name, productName, version, license, main };
}

/** @param {string} folder */
async function packProgram(folder) {
  const staged = `${folder}.program`;
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  try {
    for (const part of ['main', 'preload', 'renderer', 'resources'])
      cpSync(join(root, 'out', part), join(staged, 'out', part), {
        recursive: true,
        filter: (path) => !LEFT_OUT.test(path),
      });
    writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest(), null, 2));
    await createPackage(staged, join(folder, 'resources/app.asar'));
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** @param {string} executable */
async function closeDoors(executable) {
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
  });
}

/**
 * Makes the folder anew. Answers the executable in it.
 * @param {string} out
 */
export async function packageApp(out) {
  if (process.platform === 'darwin')
    throw new Error('package: a macOS app needs a signature of its own, which this does not make.');
  const { productName } = manifest();
  const windows = process.platform === 'win32';
  const folder = join(out, `${productName}-${process.platform}-${process.arch}`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(dist, folder, { recursive: true, dereference: true });
  // The program that a development Electron starts when it is given none.
  for (const name of ['app', 'default_app.asar'])
    rmSync(join(folder, 'resources', name), { recursive: true, force: true });
  await packProgram(folder);
  writeFileSync(join(folder, 'LICENSES.packages.txt'), licenceTexts());
  const executable = join(folder, windows ? `${productName}.exe` : productName.toLowerCase());
  renameSync(join(folder, windows ? 'electron.exe' : 'electron'), executable);
  await closeDoors(executable);
  return executable;
}

function electronVersion() {
  const path = join(dist, 'version');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'unknown';
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await exitWith(async () => {
    const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
    await setupElectron();
    const failed = buildApp();
    if (failed) return failed;
    const executable = await packageApp(resolve(root, values.out));
    process.stdout.write(`package: ${relative(root, executable)}, Electron ${electronVersion()}\n`);
    if (electronVersion() === FALLBACK.electron)
      process.stdout.write(
        'package: this is the fallback of 2023, for tests only: make a release where Electron itself can be fetched.\n',
      );
    return 0;
  });
