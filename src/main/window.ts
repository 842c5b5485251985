import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { sandboxed } from './security';
import { readPlace, writePlace } from './windowPlace';

/** Opens the window where it was last; `url` is loaded by whoever called, once its calls are answered. */
export function createWindow(userData: string): BrowserWindow {
  const placeFile = join(userData, 'window.json');
  const { position, width, height, maximized } = readPlace(
    placeFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...position,
    width,
    height,
    minWidth: 900,
    minHeight: 600,
    title: app.getName(),
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff',
    webPreferences: {
      ...sandboxed,
      preload: join(__dirname, '../preload/preload.js'),
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const { x, y, ...size } = window.getNormalBounds();
    writePlace(placeFile, { position: { x, y }, ...size, maximized: window.isMaximized() });
  });
  return window;
}
