import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import startPostgres from '../support/postgres.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { roundRobin } from '../support/round-robin.ts';
import { type Journey, journeys } from './support/open-page.ts';
import { renameBuild } from './support/other-build.ts';
import { copyProject } from './support/project-copy.ts';
import { openSite, type SiteAdmin, type StartedSite, startSite } from './support/site.ts';
import { enterAs, expect, type Language, startApp, test } from './support/test.ts';
import { visitorState } from './support/visitor.ts';

/*
 * Pages that stay open while another build takes the place of the one they came from. Each file of that build has another
 * name. Source: docs/decisions/0070-assets-of-earlier-builds.md.
 */

/** The build that comes after the one under test. */
let nextFolder: string;

test.beforeAll(() => {
  test.setTimeout(120_000);
  nextFolder = copyProject();
  renameBuild(nextFolder);
});

test.afterAll(() => rmSync(nextFolder, { recursive: true, force: true }));

/** What pages ask for in vain, and what they say of it. */
function watch(page: Page) {
  const problems: string[] = [];
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  return { problems, loads: () => loads };
}

/** Serves the build under test, opens pages of it, and puts the next build in its place. */
async function withNextBuild(
  browser: Browser,
  { language, options }: { readonly language: Language; readonly options: BrowserContextOptions },
  use: (opened: {
    readonly pages: ReadonlyMap<Journey, Page>;
    readonly admin: SiteAdmin;
    readonly dataDirectory: string;
  }) => Promise<void>,
): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-releases-'));
  const env = { PORT: String(await freePort()), DATA_DIR: dataDirectory };
  let site = await startSite(env);
  const state = visitorState(site.url, language);
  const contexts = await Promise.all(
    [0, 1].map(() => browser.newContext({ ...options, baseURL: site.url, storageState: state })),
  );
  try {
    const admin = await openSite(site);
    const [, ofAdmin] = contexts;
    if (ofAdmin) await enterAs(await ofAdmin.newPage(), admin, ofAdmin);
    const pages = new Map<Journey, Page>();
    for (const journey of Object.values(journeys)) {
      const page = await contexts[journey.isOfAdmin ? 1 : 0]?.newPage();
      if (!page) throw new Error('No browser context was opened');
      await page.goto(journey.path, { waitUntil: 'networkidle' });
      if (journey.isAppStarted) await startApp(page);
      pages.set(journey, page);
    }
    await site.stop();
    site = await startSite(env, nextFolder);
    await use({ pages, admin, dataDirectory });
  } finally {
    for (const context of contexts) await context.close();
    await site.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

test.describe('an open page', () => {
  test.skip(Number(process.env['COACHSITE_E2E_SERVERS'] ?? 1) > 1, 'each test starts its servers');
  test.setTimeout(240_000);

  for (const isKept of [true, false]) {
    test(isKept
      ? 'goes on with its own files after a release'
      : 'is loaded anew once, with what was typed, where its files are gone', {
      tag: isKept ? '@pair-a' : '@pair-b',
    }, async ({
      browser,
      language,
      t,
      contextOptions,
      viewport,
      isMobile,
      hasTouch,
      userAgent,
    }) => {
      const options = {
        ...contextOptions,
        viewport,
        isMobile,
        hasTouch,
        ...(userAgent && { userAgent }),
      };
      await withNextBuild(browser, { language, options }, async (opened) => {
        const { pages, admin, dataDirectory } = opened;
        const builds = join(dataDirectory, 'earlier-assets');
        expect(readdirSync(builds)).toHaveLength(2);
        if (!isKept) rmSync(builds, { recursive: true });
        for (const [name, journey] of Object.entries(journeys)) {
          const page = pages.get(journey) as Page;
          await test.step(name, async () => {
            const { problems, loads } = watch(page);
            await page.bringToFront();
            await journey.use({ page, t, language, admin, isMobile, isKept });
            if (isKept) expect(problems, name).toEqual([]);
            expect(loads(), name).toBeLessThanOrEqual(1);
          });
        }
      });
    });
  }
});

/** Where visitors go; each page starts what it has. */
const visited = ['/', '/about', '/shop', '/services', '/contact', '/guide', '/faq', '/blog'];

/** More than 200 where every combination runs: both languages together. A visit costs half a second. */
const visits = process.env['COACHSITE_E2E_ONCE'] ? 48 : 104;

test('visits that meet processes of two releases by turns miss nothing', {
  tag: '@pair-a',
}, async ({ page }) => {
  test.skip(Number(process.env['COACHSITE_E2E_SERVERS'] ?? 1) > 1, 'the test starts its servers');
  test.setTimeout(300_000);
  const stopPostgres = await startPostgres();
  const proxy = await roundRobin();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-releases-'));
  const env = {
    DATA_DIR: dataDirectory,
    DATABASE_URL: await newSchema(),
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
  };
  const sites: StartedSite[] = [];
  try {
    const ports = [await freePort(), await freePort()];
    for (const [index, folder] of [undefined, nextFolder].entries())
      sites.push(await startSite({ ...env, PORT: String(ports[index]) }, folder));
    proxy.use(ports);
    const { problems } = watch(page);
    for (let visit = 0; visit < visits; visit += 1) {
      await page.goto(`${proxy.url}${visited[visit % visited.length]}`);
      // A proxy by turns would otherwise give every page to one of them, and all its files to the other.
      if (visit % 3 === 0) await fetch(`${proxy.url}/healthz`);
      await page.evaluate(() => scrollTo(0, 200));
      if (visit % 2 === 0) await startApp(page);
    }
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
    const counts = [...proxy.counts().values()];
    expect(Math.min(...counts)).toBeGreaterThan(visits / 2);
  } finally {
    for (const site of sites) await site.stop();
    await proxy.stop();
    await stopPostgres();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});
