import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import startPostgres from '../support/postgres.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { roundRobin } from '../support/round-robin.ts';
import { renameBuild } from './support/other-build.ts';
import { copyProject } from './support/project-copy.ts';
import { openSite, type SiteAdmin, type StartedSite, startSite } from './support/site.ts';
import {
  enterAs,
  expect,
  type Labels,
  type Language,
  newEmail,
  startApp,
  test,
} from './support/test.ts';
import { text } from './support/text.ts';
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

interface Place {
  readonly page: Page;
  readonly t: Labels;
  readonly language: Language;
  readonly admin: SiteAdmin;
  readonly isMobile: boolean;
  /** Whether its files are still there. */
  readonly isKept: boolean;
}

interface Journey {
  readonly path: string;
  readonly isOfAdmin?: boolean;
  /** Whether its app runs before the other build takes its place. */
  readonly isAppStarted?: boolean;
  readonly use: (place: Place) => Promise<void>;
}

/** Presses, once more where the page was loaded anew meanwhile, until something shows. */
const until = (press: () => Promise<void>, shown: Locator) =>
  expect(async () => {
    if (!(await shown.isVisible())) await press();
    await expect(shown).toBeVisible({ timeout: 4000 });
  }).toPass();

const notice = (language: Language, key: string) => text(language, `programs:notify.${key}`);

/** What somebody does in a page that was opened before. */
const journeys: Readonly<Record<string, Journey>> = {
  'asks for a notice': {
    path: '/shop/8-week-kickstart',
    use: async ({ page, language }) => {
      // Typed once: it is still there where the page was loaded anew.
      await page.getByLabel(notice(language, 'email')).fill(newEmail());
      const send = page.getByRole('main').getByRole('button', { name: notice(language, 'action') });
      await until(() => send.first().click(), page.getByText(notice(language, 'sentTitle')));
    },
  },
  'opens the form on a card': {
    path: '/shop',
    use: async ({ page, language }) => {
      const open = page.getByRole('button', { name: notice(language, 'action') });
      await until(() => open.first().click(), page.getByLabel(notice(language, 'email')));
    },
  },
  'colours in the week': {
    path: '/',
    use: async ({ page }) => {
      const start = page.locator('[data-week]').getByRole('button').first();
      await until(() => start.press('Enter'), page.getByRole('gridcell').first());
    },
  },
  'opens the menu': {
    path: '/about',
    use: async ({ page, t }) => {
      const open = page.getByRole('button', { name: t.menu.open });
      if (await open.isVisible()) await until(() => open.click(), page.getByRole('dialog'));
    },
  },
  'takes the guide': {
    path: '/guide',
    use: async ({ page, t, language }) => {
      const said = { nl: 'Je download is gestart!', en: 'Your download has started!' }[language];
      const take = page.getByRole('link', { name: t.guide.download }).first();
      await until(() => take.click(), page.getByText(said).first());
    },
  },
  'signs in': {
    path: '/auth',
    use: async ({ page, t, admin, isKept }) => {
      const main = page.getByRole('main');
      const session = () => page.evaluate(() => localStorage.getItem('session')).catch(() => null);
      await main.getByLabel(t.auth.email, { exact: true }).fill(admin.email);
      // A password is kept nowhere: where the page is loaded anew it is typed again, and the address is not.
      await expect(async () => {
        if ((await session()) === null) {
          await main.getByLabel(t.auth.password, { exact: true }).fill(admin.password);
          await main.getByRole('button', { name: t.auth.signIn, exact: true }).click();
        }
        await expect.poll(session, { timeout: 5000 }).not.toBeNull();
      }).toPass();
      // Where the page is loaded anew meanwhile, somebody who is signed in stays on it.
      if (isKept) await expect(page).not.toHaveURL(/\/auth/);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.locator('.err-screen')).toHaveCount(0);
    },
  },
  'goes to the admin area': {
    path: '/account',
    isOfAdmin: true,
    use: async ({ page, language }) => {
      await page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('a[href="/admin"]');
        link?.click();
      });
      await expect(
        page.getByRole('heading', { level: 1, name: text(language, 'admin:title') }),
      ).toBeVisible();
    },
  },
  // Last, as all pages of a browser have one language.
  'switches the language': {
    path: '/services',
    isAppStarted: true,
    use: async ({ page, t, language, isMobile }) => {
      const other = language === 'nl' ? 'en' : 'nl';
      if (isMobile) await page.getByRole('button', { name: t.menu.open }).click();
      await page.getByRole('link', { name: t.language.other }).first().click();
      await expect(page.locator(`html[lang="${other}"] main h1`)).toBeVisible();
    },
  },
};

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

/** All 200 where every combination runs; a visit costs a third of a second. */
const visits = process.env['COACHSITE_E2E_ONCE'] ? 48 : 200;

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
