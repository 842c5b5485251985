import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  _electron,
  test as base,
  type ElectronApplication,
  expect,
  type Page,
} from '@playwright/test';

const root = join(__dirname, '..');
const asRoot = process.getuid?.() === 0;

/** The running program. Whatever its page complains of fails the test, unless it was announced. */
export class Toyformer {
  private readonly complaints: string[] = [];
  private readonly expected: RegExp[] = [];
  private readonly application: ElectronApplication;
  readonly page: Page;
  readonly userData: string;

  private constructor(application: ElectronApplication, page: Page, userData: string) {
    this.application = application;
    this.page = page;
    this.userData = userData;
    page.on('pageerror', (error) => this.complaints.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  /** Starts the program on a folder of its own, which outlives it: starting again finds what was left. */
  static async start(userData: string): Promise<Toyformer> {
    const application = await _electron.launch({
      args: [root, '--force-device-scale-factor=1', '--lang=en'],
      cwd: root,
      chromiumSandbox: !asRoot,
      env: { ...definedEnv(), TOYFORMER_USER_DATA: userData },
    });
    const page = await application.firstWindow({ timeout: 60_000 });
    const app = new Toyformer(application, page, userData);
    await page.locator('.react-flow').waitFor({ timeout: 60_000 });
    return app;
  }

  /** The main process. */
  get main(): ElectronApplication {
    return this.application;
  }

  /** Complaints like this are what the test is about. */
  expectComplaint(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** Closes the window as its close button does, and waits until the program has ended. */
  async closeWindow(): Promise<void> {
    const program = this.application.process();
    const ended = once(program, 'exit');
    await this.application.evaluate(({ BrowserWindow }) => {
      setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
    });
    await ended;
  }

  /** Ends the program whatever it asks, and fails when its page complained. */
  async end(): Promise<void> {
    const program = this.application.process();
    const ended = program.exitCode === null ? once(program, 'exit') : Promise.resolve();
    // The answer to this never comes when the program is quick: it is not waited for.
    this.application.evaluate(({ app }) => app.exit(0)).catch(() => undefined);
    const patience = setTimeout(() => program.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(patience);
    const surprising = this.complaints.filter(
      (complaint) => !this.expected.some((pattern) => pattern.test(complaint)),
    );
    expect(surprising, 'errors on the console of the page').toEqual([]);
  }
}

function definedEnv(): Record<string, string> {
  const pairs = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(pairs);
}

interface Fixtures {
  /** A folder for the program's own files, removed after the test. */
  userData: string;
  /** The program, started on that folder. */
  app: Toyformer;
}

/** The processes of a program that was killed end a moment after it, and may write once more until then. */
async function removeFolder(folder: string): Promise<void> {
  await expect(() => rmSync(folder, { recursive: true, force: true })).toPass({ timeout: 20_000 });
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  userData: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'toyformer-'));
    await use(folder);
    await removeFolder(folder);
  },
  app: async ({ userData }, use) => {
    const app = await Toyformer.start(userData);
    await use(app);
    await app.end();
  },
});

export { expect };
