import { defineConfig } from 'vitest/config';
import { figureStrokes } from '#ui/site-build/figure-strokes.ts';

/** One more than cores: a test that waits for a process that it has started leaves its core to another. */
const workers = 3;

/** How long a test waits for an event that it polls for, in milliseconds: a slow machine is no failure. */
const patience = { poll: { timeout: 10_000 } };

/** The conformance suite, over one server or several. */
const conformance = {
  expect: patience,
  include: ['tests/conformance/**/*.test.ts'],
  setupFiles: ['tests/conformance/support/clock-per-file.ts'],
  pool: 'forks' as const,
  // A server takes a second of work to load, and leaves nothing behind but the clock.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** The journeys of tests/engines in one browser engine. */
const engine = (name: string) => ({
  test: {
    name,
    include: ['tests/engines/journeys/*.journey.ts'],
    env: { COACHSITE_ENGINE: name },
    globalSetup: ['tests/support/build-site.ts', 'tests/engines/support/start-engines.ts'],
    pool: 'forks' as const,
    maxWorkers: 2,
    // A process connects to its browser once.
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});

/** They run where they are asked for by name only: an engine may not be installed, and each takes minutes. */
const engines = ['chromium', 'firefox', 'webkit']
  .filter((name) => process.argv.some((part) => part === name || part === `--project=${name}`))
  .map(engine);

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: workers,
    globalSetup: ['tests/support/temporary-folder.ts'],
    // Of the core by its own tests: `npm run coverage`.
    coverage: {
      provider: 'v8',
      include: ['core/src/**'],
      exclude: ['core/src/testing/**', 'core/src/index.ts'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { lines: 97 },
    },
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
          expect: patience,
          include: ['tests/adapters/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          expect: patience,
          include: ['tests/server/**/*.test.ts', 'tests/{deploy,faults}/**/*.test.ts'],
          // The pages these tests read are built once, when a source changed.
          globalSetup: ['tests/support/build-site.ts', 'tests/support/postgres.ts'],
          setupFiles: ['tests/conformance/support/clock-per-file.ts'],
          // Native modules and signals want processes. A server takes a second of work to load, so files share it.
          pool: 'forks',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'conformance',
          ...conformance,
        },
      },
      {
        test: {
          name: 'conformance-servers',
          ...conformance,
          // Two servers on one PostgreSQL database, behind a proxy that gives each request to the next one.
          env: { COACHSITE_TEST_SERVERS: process.env.COACHSITE_TEST_SERVERS ?? '2' },
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
      ...engines,
      {
        test: {
          // What npm run field runs beside the browser engines: real servers, one test file at a time.
          name: 'field',
          expect: patience,
          include: ['tests/field/**/*.test.ts'],
          globalSetup: ['tests/support/build-site.ts'],
          pool: 'forks',
          maxWorkers: 1,
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [figureStrokes],
        test: {
          name: 'ui',
          expect: patience,
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Each file has a document of its own; the modules compiled for one serve the others, at half the cost.
          pool: 'vmThreads',
          testTimeout: 20_000,
        },
      },
    ],
  },
});
