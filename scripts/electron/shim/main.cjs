/**
 * What Electron's own default app does for `electron [flags] <app folder>`: becomes that app. The fallback
 * distribution carries none. Only what this project, electron-vite and Playwright use is here.
 */
const { app } = require('electron');
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');

function parse(args) {
  const preloads = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '-r' || arg === '--require') preloads.push(args[++i]);
    else if (arg === '-v' || arg === '--version') return { preloads, version: true, path: null };
    else if (!arg.startsWith('-')) return { preloads, version: false, path: arg };
  }
  return { preloads, version: false, path: null };
}

function nameApp(folder) {
  const { name, productName, version } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (version) app.setVersion(version);
  app.setName(productName ?? name);
}

function become(path) {
  const target = resolve(path);
  const isFolder = existsSync(join(target, 'package.json'));
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  if (isFolder) nameApp(target);
  app.setAppPath(isFolder ? target : dirname(target));
  // Electron chose this folder before the app's name was known.
  app.setPath('userData', join(app.getPath('appData'), app.getName()));
  Module._load(Module._resolveFilename(target, null, true), null, true);
}

// Never a dialog: with nobody there it would wait for a click for ever.
function end(message) {
  process.stderr.write(`electron: ${message}\n`);
  app.exit(1);
}

const { preloads, version, path } = parse(process.argv.slice(1));
if (version) {
  process.stdout.write(`v${process.versions.electron}\n`);
  process.exit(0);
}
Module._preloadModules(preloads);
try {
  if (path === null) end('no app folder given');
  else become(path);
} catch (error) {
  end(error.stack);
}
