import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 240_000,
  /** Each test starts a program that trains: two at once would share two cores. */
  workers: 1,
  reporter: [['list']],
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixels: 20, animations: 'disabled' } },
  use: { trace: 'retain-on-failure' },
});
