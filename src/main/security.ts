import { app, type Session, session, type WebContents, type WebFrameMain } from 'electron';

/** What every page of the program runs under. */
export const sandboxed = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const;

/** Compared as text: Node knows no origin of addresses like app://. */
function isWithin(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`);
}

/** Only the program's own page, in the top frame of its window, may call the main process. */
export function isOwnPage(frame: WebFrameMain | null, contents: WebContents, origin: string) {
  return frame !== null && frame === contents.mainFrame && isWithin(frame.url, origin);
}

/** No page ever leaves `origin`, opens a window, embeds another page or is granted a permission. */
export function lockDown(origin: string): void {
  app.on('web-contents-created', (_created, contents) => {
    const keepHere = (event: { preventDefault(): void }, url: string) => {
      if (!isWithin(url, origin)) event.preventDefault();
    };
    contents.on('will-navigate', keepHere);
    contents.on('will-redirect', keepHere);
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
  refusePermissions(session.defaultSession);
}

function refusePermissions(pages: Session): void {
  pages.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  pages.setPermissionCheckHandler(() => false);
  pages.setDevicePermissionHandler(() => false);
  // No network: whatever is asked for that is not the program's own page is cancelled.
  pages.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] },
    (details, answer) => answer({ cancel: !isDevServer(details.url) }),
  );
}

/** The page as it is developed comes from a server on this machine, named by electron-vite. */
export const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

function isDevServer(url: string): boolean {
  return devServer !== undefined && new URL(url).host === new URL(devServer).host;
}
