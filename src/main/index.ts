import { join } from 'node:path';
import type { EventName, Events } from '@shared/contract/calls';
import type { Language } from '@shared/contract/problem';
import { app, type BrowserWindow, powerMonitor } from 'electron';
import { createCloser } from './closing';
import { systemDialogs } from './dialogs';
import { handleCalls, sendEvent } from './handle';
import { createHost } from './host';
import { setMenu } from './menu';
import { ORIGIN, registerScheme, serveWindow } from './protocol';
import { devServer, lockDown } from './security';
import { createWindow } from './window';

const origin = devServer ? new URL(devServer).origin : ORIGIN;

registerScheme();
// The test of a start beside a person's own sessions needs a place of its own.
if (process.env.TOYFORMER_USER_DATA) app.setPath('userData', process.env.TOYFORMER_USER_DATA);
if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

function start(): void {
  serveWindow(join(__dirname, '../renderer'));
  lockDown(origin);
  const window = createWindow(app.getPath('userData'));
  hostWindow(window);
  app.on('window-all-closed', () => app.quit());
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  void window.loadURL(`${origin}/`);
}

/** Puts the host behind the window: its calls, events, dialogs, menu and closing. */
function hostWindow(window: BrowserWindow): void {
  const { webContents } = window;
  const emit = <K extends EventName>(name: K, event: Events[K]) =>
    sendEvent(webContents, name, event);
  let language: Language = app.getLocale().startsWith('zh') ? 'zh' : 'en';
  const setLanguage = (chosen: Language) => {
    language = chosen;
    setMenu(language, (command) => emit('menu:command', command));
  };
  setLanguage(language);

  const host = createHost({
    userData: app.getPath('userData'),
    resources: join(__dirname, '../resources'),
    info: {
      version: app.getVersion(),
      electron: process.versions.electron,
      platform: process.platform,
    },
    workers: { trainer: join(__dirname, 'trainer.js'), data: join(__dirname, 'data.js') },
    spareAfterMs: 4000,
    dialogs: systemDialogs(window, () => language),
    emit,
    language: () => language,
    setLanguage,
    setDirty: (dirty) => window.setDocumentEdited(dirty),
    answerClosing: (answer) => closer.answer(answer),
  });
  const closer = createCloser({
    isDirty: () => host.isDirty(),
    isTraining: () => host.isTraining(),
    ask: (state) => emit('app:closing', state),
    canAsk: () => !webContents.isDestroyed() && !webContents.isCrashed(),
    release: () => host.close(),
    close: () => window.destroy(),
  });
  window.on('close', (event) => {
    if (closer.mustStay()) event.preventDefault();
  });
  powerMonitor.on('resume', () => void host.wake());
  handleCalls(webContents, origin, host.handlers);
}
