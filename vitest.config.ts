import { defineConfig } from 'vitest/config';
import { figureStrokes } from '#ui/site-build/figure-strokes.ts';

/** Two workers: the suites share two cores with the servers that some of them start. */
const workers = 2;

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: workers,
    globalSetup: ['tests/support/temporary-folder.ts'],
    projects: [
      {
        test: {
          name: 'core',
          include: ['tests/core/**/*.test.ts', 'tests/scripts/**/*.test.ts'],
          // These tests change nothing that others see, so modules are loaded once for all of them.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'adapters',
          include: ['tests/adapters/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts', 'tests/{deploy,faults}/**/*.test.ts'],
          // The pages these tests read are built once, when a source changed.
          globalSetup: ['tests/support/build-site.ts'],
          // Native modules and signals want a process of their own.
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [figureStrokes],
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 20_000,
        },
      },
    ],
  },
});
