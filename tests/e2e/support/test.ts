import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { installTool } from '../../support/npm-folder.ts';
import { type Labels, labels } from './labels.ts';
import { sharedSite } from './shared-sites.ts';
import { adminOf, type Credentials, type Site, type SiteAdmin, signUpMember } from './site.ts';
import { type TranslatedFrom, translate } from './translator.ts';
import { type Language, newEmail, newPassword, newVisitor, visitorState } from './visitor.ts';

interface TestFixtures {
  /** Whether the browser holds what `visitorState` says; without, it is new. */
  readonly hasVisited: boolean;
  /** Whether something translates every page, and from when on. */
  readonly translated: 'no' | TranslatedFrom;
  /**
   * Looks, after every test, whether React took over the page the server sent: where it had to draw it anew, the head has
   * everything twice and what somebody was typing is gone. The product repairs that in silence (docs/rules.md#8).
   */
  readonly takenOver: undefined;
  /** The labels of the contract in the language of this run. */
  readonly t: Labels;
  /** Makes a member who can sign in. */
  readonly newMember: () => Promise<Credentials>;
  /** Asserts that axe finds nothing against WCAG 2.2 AA in the page as it is now, its dark colours included. */
  readonly expectAccessible: () => Promise<void>;
}

interface WorkerFixtures {
  readonly language: Language;
  /** A running product that no other worker uses at the same time, with an admin and an e-book on offer. */
  readonly opened: { readonly site: Site; readonly admin: SiteAdmin };
  readonly site: Site;
  readonly admin: SiteAdmin;
}

/** Minified, it is put into a page in half the time. */
const axeSource = () =>
  readFileSync(join(installTool('axe').packages, 'axe-core/axe.min.js'), 'utf8');

/** What axe puts into a page. */
interface Axe {
  readonly run: (of: Document, options: object) => Promise<{ violations: readonly Violation[] }>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Any journey can be run in a translated page. */
const translated = (process.env.COACHSITE_E2E_TRANSLATED ?? 'no') as TestFixtures['translated'];

export const test = base.extend<TestFixtures, WorkerFixtures>({
  language: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, info) => use(info.project.metadata['language'] as Language),
    { scope: 'worker' },
  ],
  opened: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const site = sharedSite(parallelIndex);
      await use({ site, admin: await adminOf(site) });
    },
    { scope: 'worker' },
  ],
  site: [async ({ opened }, use) => use(opened.site), { scope: 'worker' }],
  admin: [async ({ opened }, use) => use(opened.admin), { scope: 'worker' }],
  t: async ({ language }, use) => use(labels[language]),
  baseURL: async ({ site }, use) => use(site.url),
  hasVisited: [true, { option: true }],
  translated: [translated, { option: true }],
  storageState: async ({ site, language, hasVisited }, use) =>
    use({ cookies: hasVisited ? visitorState(site.url, language).cookies : [], origins: [] }),
  // Playwright opens a page of its own to store something for an origin, in another process of the browser.
  page: async ({ page, site, language, hasVisited, translated }, use) => {
    if (translated !== 'no') await translate(page, translated);
    if (hasVisited) {
      await page.goto('/healthz', { waitUntil: 'commit' });
      await page.evaluate(
        (items) => {
          for (const { name, value } of items) localStorage.setItem(name, value);
        },
        visitorState(site.url, language).origins.flatMap(({ localStorage: items }) => items),
      );
    }
    await use(page);
  },
  // Sign-ins are counted per device, and a device is its user agent and its screen: each test is a device of its own.
  userAgent: async ({ userAgent }, use) => use(`${userAgent ?? ''} Visit/${randomUUID()}`),
  takenOver: [
    async ({ page }, use) => {
      await use(undefined);
      await expect.poll(() => page.locator('head > title').count()).toBeLessThanOrEqual(1);
    },
    { auto: true },
  ],
  newMember: async ({ site }, use) =>
    use(async () => {
      const who = { email: newEmail(), password: newPassword() };
      await signUpMember(site, who);
      return who;
    }),
  expectAccessible: async ({ page }, use) => use(() => expectAccessiblePage(page)),
});

/** Asserts that axe finds nothing against WCAG 2.2 AA in a page as it is now, its dark colours included. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  // Between two pages of the running app there is neither title nor heading: judge the page that comes.
  await expect(page).toHaveTitle(/\S/);
  await expect(page.locator('h1').first()).toBeAttached();
  // Half-way through a transition or an entrance, the colours are nobody's.
  const motion = await page.evaluate(() =>
    matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : null,
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await violations(page, wcagTags)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, { type: 'rule', values: ['color-contrast'] })).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  await page.emulateMedia({ reducedMotion: motion });
  // A tap that comes while the colours change back gets lost.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** What axe finds in a page; it is put into the page once, and describes only what is not in order. */
async function violations(page: Page, runOnly: object) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource());
  // Selectors cost a quarter of the time, and the markup names the elements already.
  // What is hidden is only ever for a human to look at, so that rule finds no violation.
  const rules = { 'hidden-content': { enabled: false } };
  const options = { runOnly, rules, resultTypes: ['violations'], selectors: false };
  const found = await page.evaluate(
    (chosen) => (globalThis as unknown as { axe: Axe }).axe.run(document, chosen),
    options,
  );
  return found.violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}

/** Starts React in a document by the intent that starts it for a visitor, and waits until it runs. */
export async function startApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { app } = document.documentElement.dataset;
    if (!app) throw new Error('The page names no app');
    await ((await import(app)) as { start: () => Promise<void> }).start();
  });
}

/** Keeps the app, or other files, from the pages opened from now on, until the function that it resolves with is called. */
export async function holdApp(page: Page, files = '**/assets/app-*.js'): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(files, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

/** Fills in the sign-in form of the page that is there and sends it. */
export async function submitSignIn(page: Page, t: Labels, who: Credentials): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel(t.auth.email, { exact: true }).fill(who.email);
  await main.getByLabel(t.auth.password, { exact: true }).fill(who.password);
  await main.getByRole('button', { name: t.auth.signIn, exact: true }).click();
}

/** Signs in through the page and waits until it leads on. */
export async function signIn(page: Page, t: Labels, who: Credentials): Promise<void> {
  await page.goto('/auth');
  await submitSignIn(page, t, who);
  await expect(page).not.toHaveURL(/\/auth/);
}

/** Puts a browser in the state of a visitor who signed in earlier, without going through the form. */
export async function enterAs(
  page: Page,
  who: Credentials,
  context: BrowserContext = page.context(),
): Promise<void> {
  const response = await context.request.post('/auth/v1/token?grant_type=password', {
    headers: { 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin' },
    data: { email: who.email, password: who.password },
  });
  expect(response.status()).toBe(200);
  const session = await response.text();
  await page.goto('/healthz');
  await page.evaluate((kept) => localStorage.setItem('session', kept), session);
}

/** Ends the session of a browser without telling the server. */
export async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('session'));
}

export { type Credentials, expect, type Labels, type Language, newEmail, newPassword, newVisitor };
