import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  /** Each test starts a program that trains: two at once would share two cores. */
  workers: 1,
  reporter: [['list']],
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixels: 20, animations: 'disabled' } },
  use: { trace: 'retain-on-failure' },
});
