import { defineConfig } from '@playwright/test';

/** npm run bench -- --window, and -- --large-text: the program as people use it, measured. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.measure.ts',
  outputDir: '../test-results/measure',
  timeout: 3_600_000,
  workers: 1,
  reporter: 'line',
  expect: { timeout: 60_000 },
});
