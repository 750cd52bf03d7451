import type { Locator, Page } from '@playwright/test';
import type { SiteAdmin } from './site.ts';
import { expect, type Labels, type Language, newEmail } from './test.ts';
import { text } from './text.ts';

interface Place {
  readonly page: Page;
  readonly t: Labels;
  readonly language: Language;
  readonly admin: SiteAdmin;
  readonly isMobile: boolean;
  /** Whether its files are still there. */
  readonly isKept: boolean;
}

export interface Journey {
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

/** What somebody does in a page that stayed open while another build took the place of its own. */
export const journeys: Readonly<Record<string, Journey>> = {
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
