import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Credentials, openSite, type Site, startSite } from '../../../e2e/support/site.ts';
import type { Language } from '../../../e2e/support/test.ts';
import { text } from '../../../e2e/support/text.ts';
import { decided } from '../../../e2e/support/visitor.ts';
import { installedPackages } from '../../../support/debian.ts';
import { addRow } from '../../rows.ts';
import { type Listener, startListening } from './listener.ts';

/** A visitor of the site in one language. */
export interface Scene extends Listener {
  readonly site: Site;
  readonly admin: Credentials;
  readonly main: Locator;
  readonly said: (key: string, values?: Readonly<Record<string, string>>) => string;
  /** Waits until a text of the site is on the page. */
  readonly shown: (key: string) => Promise<void>;
  /** Opens a page, and drops what was said. */
  readonly goTo: (path: string) => Promise<void>;
  /** Fills in the form for signing in and sends it. */
  readonly submitSignIn: (email: string, password: string) => Promise<void>;
  /** Signs in without the form. */
  readonly enterAs: (who: Credentials) => Promise<void>;
}

type Place = Pick<Scene, 'site' | 'admin'>;

function newScene(place: Place, ear: Listener, language: Language): Scene {
  const { url } = place.site;
  const { page, hear, press } = ear;
  const said: Scene['said'] = (key, values) => text(language, key, values);
  const main = page.getByRole('main');
  return {
    ...ear,
    ...place,
    main,
    said,
    shown: (key) => page.getByText(said(key)).first().waitFor(),
    goTo: async (path) => {
      await page.goto(url + path);
      await hear();
    },
    submitSignIn: async (email, password) => {
      await main.getByLabel(said('auth:field.email'), { exact: true }).fill(email);
      await main.getByLabel(said('auth:field.password'), { exact: true }).fill(password);
      await hear();
      await press('Return');
    },
    enterAs: async (data) => {
      const headers = { 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin' };
      const path = `${url}/auth/v1/token?grant_type=password`;
      const response = await page.request.post(path, { headers, data });
      const session = await response.text();
      await page.evaluate((kept) => localStorage.setItem('session', kept), session);
    },
  };
}

interface Options {
  readonly width?: number;
  /** Whether the visitor has answered the cookie banner. */
  readonly hasChosen?: boolean;
}

/** Starts a site and a screen reader for the scenes of a file. */
export function prepareScenes() {
  let site: Awaited<ReturnType<typeof startSite>>;
  let admin: Credentials;
  let orca: Awaited<ReturnType<typeof startListening>>;
  const heard = new Set<string>();

  beforeAll(async () => {
    site = await startSite({ AUTH_AUTOCONFIRM: 'true' });
    admin = await openSite(site);
    orca = await startListening();
  });
  afterAll(async () => {
    await orca.stop();
    await site.stop();
    const versions = installedPackages(['orca', 'chromium']);
    addRow({
      name: 'Orca with Chromium',
      version: [versions.get('orca'), versions.get('chromium')].join(', '),
      outcome: `${heard.size} scenes in two languages`,
    });
  });

  /** A scene in both languages: what `run` returns, said by Orca, is kept in a file of its name. */
  return function scene(
    name: string,
    { width = 1280, hasChosen = true }: Options,
    run: (scene: Scene) => Promise<readonly string[]>,
  ): void {
    describe.each(['nl', 'en'] as const)(name, (language) => {
      // On a busy machine Orca loses an event now and then, and with it what it would say; a fault is there each time.
      test(language, { retry: 2 }, async () => {
        const ear = await orca.open(`${site.url}/healthz`, width, language);
        const { page } = ear;
        try {
          await page.context().addCookies([{ name: 'language', value: language, url: site.url }]);
          await page.evaluate(
            ([consent, stored]) => {
              localStorage.setItem('language', stored);
              if (consent) localStorage.setItem('cookie-consent', JSON.stringify(consent));
            },
            [hasChosen ? decided : undefined, language] as const,
          );
          const parts = await run(newScene({ site, admin }, ear, language));
          const file = `heard/${name}.${language}.txt`;
          await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(file);
          heard.add(name);
        } finally {
          await ear.close();
        }
      });
    });
  };
}
