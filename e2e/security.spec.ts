import type { Bridge } from '../src/shared/contract/calls';
import { expect, test } from './driver';

declare const window: Window & { readonly api: Bridge };

test('the page runs in a sandbox, without Node', async ({ app }) => {
  const preferences = await app.main.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return contents && Reflect.apply(Reflect.get(contents, 'getLastWebPreferences'), contents, []);
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  const globals = await app.page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in globalThis),
  );
  expect(globals).toEqual([]);
  expect(await app.page.evaluate(() => Object.keys(window.api))).toEqual(['call', 'on']);
});

test('scripts come from the program alone', async ({ app }) => {
  app.expectComplaint(/Content Security Policy/);
  const header = await app.page.evaluate(async () => {
    const response = await fetch('/index.html');
    return response.headers.get('content-security-policy');
  });
  expect(header).toContain("default-src 'none'");
  expect(header).toContain("script-src 'self';");
  const inline = await app.page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.ranInline = true';
    document.head.append(script);
    return 'ranInline' in globalThis;
  });
  expect(inline).toBe(false);
});

test('the page reaches no network and no file', async ({ app }) => {
  app.expectComplaint(/Content Security Policy|Fetch API cannot load|Failed to fetch|ERR_/);
  for (const url of ['https://example.invalid/', 'file:///etc/passwd', 'ws://127.0.0.1:9/']) {
    const reached = await app.page.evaluate(
      (address) =>
        fetch(address).then(
          () => true,
          () => false,
        ),
      url,
    );
    expect(reached, url).toBe(false);
  }
});

test('the main process cancels requests to the network', async ({ app }) => {
  const outcome = await app.main.evaluate(({ session }) =>
    session.defaultSession.fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      (error: Error) => error.message,
    ),
  );
  expect(outcome).toContain('ERR_BLOCKED_BY_CLIENT');
});

test('app:// serves nothing outside its folder', async ({ app }) => {
  app.expectComplaint(/Failed to load resource/);
  const statuses = await app.page.evaluate(() =>
    Promise.all(
      ['/..%2fmain%2findex.js', '/%2e%2e%2f..%2fpackage.json', '/..%2frenderer2/x', '/nothing'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  );
  expect(statuses).toEqual([403, 403, 403, 404]);
});

test('the page cannot be led elsewhere', async ({ app }) => {
  const url = app.page.url();
  await app.page.evaluate(() => {
    location.href = 'https://example.invalid/';
  });
  await app.page.waitForTimeout(300);
  expect(await app.main.evaluate(currentUrl)).toBe(url);
});

test('a redirect or a frame that leads elsewhere is refused', async ({ app }) => {
  const refused = await app.main.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const ask = (name: string, url: string) => {
      const prevented: string[] = [];
      const event = { url, preventDefault: () => void prevented.push(url) };
      Reflect.apply(Reflect.get(contents ?? {}, 'emit'), contents, [name, event, url]);
      return prevented.length > 0;
    };
    return [
      ask('will-redirect', 'https://example.invalid/'),
      ask('will-redirect', 'app://elsewhere/'),
      ask('will-navigate', 'file:///etc/passwd'),
      ask('will-frame-navigate', 'app://toyformer/index.html'),
      ask('will-attach-webview', 'app://toyformer/'),
      ask('will-redirect', 'app://toyformer/index.html'),
    ];
  });
  expect(refused).toEqual([true, true, true, true, true, false]);
});

test('no window, frame or webview opens', async ({ app }) => {
  app.expectComplaint(/Content Security Policy|frame/);
  expect(await app.page.evaluate(() => open('https://example.invalid/') === null)).toBe(true);
  await app.page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://example.invalid/';
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.invalid/');
    document.body.append(frame, view);
  });
  await app.page.waitForTimeout(300);
  const state = await app.main.evaluate(({ BrowserWindow, webContents }) => ({
    windows: BrowserWindow.getAllWindows().length,
    contents: webContents.getAllWebContents().length,
  }));
  expect(state).toEqual({ windows: 1, contents: 1 });
  const frames = app.page.frames().map((frame) => frame.url());
  expect(frames.filter((address) => address.includes('example'))).toEqual([]);
});

test('every permission is refused', async ({ app }) => {
  const answers = await app.page.evaluate(async () => ({
    notifications: await Notification.requestPermission(),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      (error: Error) => error.name,
    ),
    place: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        (error) => resolve(error.code),
      ),
    ),
  }));
  expect(answers.notifications).toBe('denied');
  expect(answers.camera).not.toBe('granted');
  expect(answers.place).toBe(1);
});

test('a call that is not in the contract, or with wrong arguments, changes nothing', async ({
  app,
}) => {
  const answers = await app.page.evaluate(async () => {
    const call = (name: string, args: unknown) =>
      Reflect.apply(window.api.call, window.api, [name, args]);
    return [
      await call('shell:run', 'true'),
      await call('constructor', null),
      await call('app:setLanguage', 'fr'),
    ];
  });
  expect(answers).toMatchObject([{ ok: false }, { ok: false }, { ok: false }]);
  expect(answers[2]).toMatchObject({
    problem: { what: { en: 'expected "en" or "zh", got "fr".' } },
  });
});

test('a foreign page is refused', async ({ app }) => {
  const outcome = await app.main.evaluate(async ({ app: program, BrowserWindow }) => {
    const own = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!own) return 'no window';
    const preload = `${program.getAppPath()}/out/preload/preload.js`;
    const foreign = new BrowserWindow({ show: false, webPreferences: { preload } });
    await foreign.loadURL(own.getURL());
    const answer = await foreign.webContents.executeJavaScript(
      "api.call('app:info', null).then(() => 'answered', (error) => error.message)",
    );
    foreign.destroy();
    return answer;
  });
  expect(outcome).toContain('refused: only the window of the program may call');
});

function currentUrl({ BrowserWindow }: typeof import('electron')): string | undefined {
  return BrowserWindow.getAllWindows()[0]?.webContents.getURL();
}
