import type { Page } from '@playwright/test';
import { storedItems } from '#ui/src/features/legal/stored-items.ts';
import { expect, newEmail, signIn, test } from './support/test.ts';

/** Every name the browser holds for the site. */
async function storedNames(page: Page): Promise<readonly string[]> {
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  const cookies = await page.context().cookies();
  return [...kept, ...cookies.map(({ name }) => name)];
}

test.use({ hasVisited: false });

test('the cookie policy lists all that a visit leaves in the browser (D1, D3, D11)', {
  tag: '@pair-a',
}, async ({ page, t, language, newMember }) => {
  const seen = new Set<string>();
  const look = async () => {
    for (const name of await storedNames(page)) seen.add(name);
  };
  const banner = page.getByRole('region', { name: t.cookies.title });

  await page.goto(`/?lang=${language}`);
  await expect(banner).toBeVisible();
  // The script of the page comes after its first paint.
  await expect
    .poll(async () => {
      await look();
      return [...seen].sort();
    })
    .toEqual(['language', 'lastPath']);
  await page.getByRole('button', { name: t.cookies.all, exact: true }).click();
  await expect(banner).toBeHidden();

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('button', { name: t.sticky.close, exact: true }).click();
  await page.goto('/');
  await page.locator('[data-week]').getByRole('button').press('Enter');
  await page.getByRole('gridcell').first().press(' ');
  await look();
  await page.goto('/contact');
  await page.getByLabel(t.contact.email, { exact: true }).fill(newEmail());
  await look();
  for (const path of ['/shop', '/guide', '/auth', '/nowhere', '/notify/confirm']) {
    await page.goto(path);
    await look();
  }
  await signIn(page, t, await newMember());
  await look();
  // A page without scripts: the one that the sign-in opens may still be storing its language.
  await page.goto('/healthz');
  const other = language === 'nl' ? 'en' : 'nl';
  await page.evaluate((stored) => localStorage.setItem('language', stored), other);
  await page.context().clearCookies({ name: 'language' });
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('lang', other);
  await look();

  const listed = storedItems.flatMap(({ names }) => names);
  expect([...seen].filter((name) => !listed.includes(name))).toEqual([]);
  const kept = storedItems.filter(({ names }) => names.some((name) => seen.has(name)));
  expect(kept.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'contact-draft',
      'week',
      'sticky-cta-dismissed',
      'session',
      'access',
      'scroll',
    ]),
  );
});
