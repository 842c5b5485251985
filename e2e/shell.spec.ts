import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, Toyformer, test } from './driver';

test('opens where it was closed, at the size it had', async ({ userData }) => {
  const first = await Toyformer.start(userData);
  expect(await first.main.evaluate(windowBounds)).toMatchObject({ width: 1400, height: 900 });
  await first.main.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 30, y: 40, width: 1000, height: 700 }),
  );
  await first.closeWindow();
  const second = await Toyformer.start(userData);
  expect(await second.main.evaluate(windowBounds)).toEqual({
    x: 30,
    y: 40,
    width: 1000,
    height: 700,
  });
  await second.end();
});

test('gets no smaller than 900 × 600', async ({ app }) => {
  const smallest = await app.main.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getMinimumSize(),
  );
  expect(smallest).toEqual([900, 600]);
});

test('has its menu in the chosen language, and an entry does what it says', async ({ app }) => {
  expect(await app.main.evaluate(menuTitles)).toEqual([
    'Project',
    'Edit',
    'View',
    'Training',
    'Help',
  ]);
  await app.main.evaluate(({ Menu }) => {
    const view = Menu.getApplicationMenu()?.items[2]?.submenu?.items ?? [];
    view.find(({ label }) => label.startsWith('Switch language'))?.click();
  });
  await expect
    .poll(() => app.main.evaluate(menuTitles))
    .toEqual(['项目', '编辑', '视图', '训练', '帮助']);
  await expect(app.page.locator('html')).toHaveAttribute('lang', /^zh/);
});

test('a second start of the same user hands over to the first', async ({ app, userData }) => {
  const executable = await app.main.evaluate(() => process.execPath);
  const second = spawn(executable, ['--no-sandbox', join(__dirname, '..')], {
    env: { ...process.env, TOYFORMER_USER_DATA: userData },
  });
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  expect(app.main.windows()).toHaveLength(1);
});

function windowBounds({ BrowserWindow }: typeof import('electron')) {
  return BrowserWindow.getAllWindows()[0]?.getBounds();
}

function menuTitles({ Menu }: typeof import('electron')): string[] {
  return (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label);
}
