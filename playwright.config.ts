import { defineConfig, devices } from '@playwright/test';

/** Chromium as root has no sandbox; the other switches keep it from calling home. */
const launchOptions = {
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** At the density of a desktop: without a GPU, a phone's sevenfold pixels cost a twelfth of the suite, and no test reads them. */
const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1, launchOptions };
const desktop = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  launchOptions,
};

/**
 * Journeys run in both languages and on both devices. What differs by device only carries `@phone` or `@desktop`; what
 * costs much and depends on neither runs in one of two pairs, `@pair-a` or `@pair-b`, each of which has both.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: [
    './tests/support/temporary-folder.ts',
    './tests/support/build-site.ts',
    './tests/e2e/support/shared-sites.ts',
  ],
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: { screenshot: 'only-on-failure', locale: 'nl-BE' },
  projects: [
    {
      name: 'nl-phone',
      use: phone,
      metadata: { language: 'nl' },
      grepInvert: /@desktop|@pair-b/,
    },
    {
      name: 'nl-desktop',
      use: desktop,
      metadata: { language: 'nl' },
      grepInvert: /@phone|@pair-a/,
    },
    {
      name: 'en-phone',
      use: phone,
      metadata: { language: 'en' },
      grepInvert: /@desktop|@pair-a/,
    },
    {
      name: 'en-desktop',
      use: desktop,
      metadata: { language: 'en' },
      grepInvert: /@phone|@pair-b/,
    },
  ],
});
