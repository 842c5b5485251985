import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@shared': fileURLToPath(new URL('src/shared', import.meta.url)) } },
  test: {
    environment: 'node',
    globalSetup: 'scripts/lib/vitest-setup.mjs',
    maxWorkers: 2,
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    /** Two cores, and gradients by central difference: slow is not wrong. */
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
