import { defineConfig } from '@playwright/test';

/** npm run bench -- --window: the program as people use it, measured while it trains. */
export default defineConfig({
  testDir: '.',
  testMatch: 'window.measure.ts',
  outputDir: '../test-results/measure',
  timeout: 1_200_000,
  workers: 1,
  reporter: 'line',
  expect: { timeout: 60_000 },
});
