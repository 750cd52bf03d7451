import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, inject } from 'vitest';
import { type Labels, labels } from '../../e2e/support/labels.ts';
import {
  adminOf,
  type Credentials,
  type Site,
  type SiteAdmin,
  signUpMember,
  siteAt,
} from '../../e2e/support/site.ts';
import { text as textOf } from '../../e2e/support/text.ts';
import { rewriteTexts, type TranslatedFrom } from '../../e2e/support/translator.ts';
import { decided, newEmail, newPassword } from '../../e2e/support/visitor.ts';
import type { Size, Tab } from '../drivers/driver.ts';
import { drivers, type Engine } from '../drivers/index.ts';
import { type Page, pageOn } from './page.ts';

const engine = process.env.COACHSITE_ENGINE as Engine;
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

/** The browser and the product of this process. */
async function connectAll() {
  const own = Number(process.env.VITEST_POOL_ID) - 1;
  const [url, handle] = [inject('browserUrls')[own], inject('sites')[own]];
  if (url === undefined || !handle) throw new Error(`No browser was started for worker ${own + 1}`);
  const site = siteAt(handle);
  return { browser: await drivers[engine].connect(url), site, admin: await adminOf(site) };
}
let connected: ReturnType<typeof connectAll> | undefined;

export interface Visit {
  readonly page: Page;
  readonly site: Site;
  readonly admin: SiteAdmin;
  readonly t: Labels;
  /** A text of the site by its key, as `text` of the browser tests. */
  readonly said: (key: string, values?: Readonly<Record<string, string>>) => string;
  readonly newMember: () => Promise<Credentials>;
  /** Signs the tab in without the form. */
  readonly enterAs: (who: Credentials) => Promise<void>;
  /** Signs the tab out, as if it were another browser of the same visitor. */
  readonly forget: () => Promise<void>;
}

interface Options {
  readonly on?: keyof typeof sizes;
  readonly language?: 'nl' | 'en';
  /** Whether the visitor has chosen cookies before, so that there is no banner. */
  readonly hasChosen?: boolean;
  /** From when on something rewrites the texts of each page, as translations and extensions do. */
  readonly translated?: TranslatedFrom;
  /** Engines in which it is not run, each with the issue of the engine. */
  readonly skip?: Partial<Readonly<Record<Engine, string>>>;
}

/** The forms are also sent in pages that something translates. */
export const translations: readonly (readonly [name: string, options: Options])[] = [
  ['in a page translated before the app starts', { translated: 'parsed' }],
  ['in a page translated once the app runs', { translated: 'started' }],
];

/** A page of few bytes that may call the server. */
const lightPage = '/accessibility';

/** Sign-ins are counted per device, which is a user agent and a screen: each journey has a screen of its own. */
let device = 2000 + (process.pid % 50_000);
const ownScreen = () => {
  device += 1;
  return `Object.defineProperty(screen, 'width', { get: () => ${device} });`;
};

const store = (tab: Tab, items: Readonly<Record<string, string>>) =>
  tab.call(
    '(items) => { for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value); }',
    items,
  );

async function signInByCall(tab: Tab, { email, password }: Credentials): Promise<void> {
  const session = await tab.call<string>(
    `async (body) => {
      const headers = { 'content-type': 'application/json', 'x-session-transport': 'cookie' };
      const response = await fetch('/auth/v1/token?grant_type=password', { method: 'POST', headers, body });
      if (!response.ok) throw new Error(await response.text());
      return response.text();
    }`,
    JSON.stringify({ email, password }),
  );
  await store(tab, { session });
}

type Report = Readonly<Record<'message' | 'url' | 'stack', string>>;

/** The errors that browsers reported to the site, as every page does. */
const reported = async (site: Site) =>
  ((await site.sql('SELECT message, url, stack FROM client_errors')) as Report[]).map(
    ({ message, url, stack }) => `${message} at ${url}: ${stack}`,
  );

/** A journey, run in the engine of this process. What a page reports as an error fails it. */
export function journey(
  name: string,
  { on = 'phone', language = 'nl', hasChosen = true, translated, skip = {} }: Options,
  run: (visit: Visit) => Promise<void>,
): void {
  base.skipIf(skip[engine] !== undefined)(name, async () => {
    connected ??= connectAll();
    const { browser, site, admin } = await connected;
    const tab = await browser.newTab(sizes[on] satisfies Size);
    const page = pageOn(tab, {
      origin: site.url,
      prelude: `${ownScreen()} ${translated ? `(${rewriteTexts})('${translated}');` : ''}`,
    });
    try {
      const earlier = (await reported(site)).length;
      await page.goTo('/healthz');
      await tab.call(
        `(language) => { document.cookie = 'language=' + language + '; path=/'; }`,
        language,
      );
      await store(tab, {
        language,
        ...(hasChosen && { 'cookie-consent': JSON.stringify(decided) }),
      });
      // Firefox asks for the icon of the plain page before, which has no policy for one.
      const before = tab.problems().length;
      await run({
        page,
        site,
        admin,
        t: labels[language],
        said: (key, values) => textOf(language, key, values),
        newMember: async () => {
          const who = { email: newEmail(), password: newPassword() };
          await signUpMember(site, who);
          return who;
        },
        enterAs: async (who) => {
          await page.goTo(lightPage);
          await signInByCall(tab, who);
        },
        forget: async () => {
          await page.goTo(lightPage);
          await tab.call(`async () => {
            localStorage.removeItem('session');
            await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers: { 'x-session-transport': 'cookie' } });
          }`);
        },
      });
      expect(tab.problems().slice(before)).toEqual([]);
      expect((await reported(site)).slice(earlier)).toEqual([]);
    } catch (error) {
      await keepScreenshot(name, await tab.screenshot().catch(() => undefined));
      throw error;
    } finally {
      await tab.close();
    }
  });
}

async function keepScreenshot(name: string, picture: Buffer | undefined): Promise<void> {
  if (!picture) return;
  const folder = join(import.meta.dirname, '../../../test-results', engine);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.png`), picture);
}
