import { defineConfig, devices, type Project } from '@playwright/test';
import { launchOptions } from './tests/support/chromium.ts';

const devicesByName = {
  /** At the density of a desktop: without a GPU, a phone's sevenfold pixels cost a twelfth of the suite, and no test reads them. */
  phone: { ...devices['Pixel 7'], deviceScaleFactor: 1, launchOptions },
  desktop: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, launchOptions },
};

/** English journeys are those of somebody who asked for less motion: in all combinations, each journey runs both ways. */
const motion = { nl: 'no-preference', en: 'reduce' } as const;

/** The journeys in one language and on one device, but those with a tag of `leftOut`. */
const journeys = (
  language: 'nl' | 'en',
  device: keyof typeof devicesByName,
  leftOut: RegExp,
): Project => ({
  name: `${language}-${device}`,
  use: { ...devicesByName[device], contextOptions: { reducedMotion: motion[language] } },
  metadata: { language },
  grepInvert: leftOut,
});

/** Every journey once, half of them in each language and on each device. */
const once = [
  journeys('nl', 'phone', /@desktop|@pair-b/),
  journeys('en', 'desktop', /@phone|@pair-a/),
];

const everyCombination = [
  journeys('nl', 'phone', /@desktop|@pair-b/),
  journeys('nl', 'desktop', /@phone|@pair-a/),
  journeys('en', 'phone', /@desktop|@pair-a/),
  journeys('en', 'desktop', /@phone|@pair-b/),
];

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
  projects: process.env.COACHSITE_E2E_ONCE ? once : everyCombination,
});
