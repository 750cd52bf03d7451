import { expect } from 'vitest';
import { newEmail } from '../../e2e/support/visitor.ts';
import { journey } from '../support/journey.ts';
import { css, isFocused, label, type Page, role } from '../support/page.ts';

const isNew = { hasChosen: false } as const;
const stored = (page: Page) =>
  page.tab.call<object | null>(`() => JSON.parse(localStorage.getItem('cookie-consent'))`);

journey('the banner asks, and Escape is no choice', isNew, async ({ page, t }) => {
  await page.goTo('/');
  const banner = role('region', t.cookies.title);
  await page.see(banner);
  await page.press('Escape');
  await page.see(banner);
  expect(await stored(page)).toBeNull();
});

journey('the least is kept, also over a reload', isNew, async ({ page, t }) => {
  await page.goTo('/');
  await page.click(role('button', t.cookies.necessary));
  await page.gone(role('region', t.cookies.title));
  expect(await stored(page)).toMatchObject({ necessary: true, analytics: false });
  await page.tab.reload();
  await page.see(role('heading'));
  expect(await page.count(role('region', t.cookies.title))).toBe(0);
});

journey(
  'a double press on the banner is one choice, and presses nothing below it',
  { ...isNew, on: 'desktop', language: 'en' },
  async ({ page, site, t }) => {
    const proofs = async () =>
      ((await site.sql('SELECT id FROM consent_records')) as object[]).length;
    const before = await proofs();
    await page.goTo('/');
    await page.click(role('button', t.cookies.all), 2);
    await page.gone(role('region', t.cookies.title));
    await page.at('/');
    expect(await stored(page)).toMatchObject({ functional: true, analytics: true });
    await expect.poll(proofs).toBe(before + 1);
  },
);

journey(
  'a choice is made by keyboard, switch by switch',
  { ...isNew, on: 'desktop' },
  async ({ page, t }) => {
    await page.goTo('/');
    await page.tabTo(role('button', t.cookies.customize));
    await page.press('Enter');
    const banner = page.within(role('region', t.cookies.title));
    await banner.counts(role('switch'), 4);
    const second = css('[role="switch"]:not(:disabled, [aria-disabled="true"])');
    await banner.tabTo(second);
    await page.press('Space');
    await banner.see(second, ({ isChecked }) => isChecked);
    await banner.tabTo(role('button', t.cookies.save));
    await page.press('Enter');
    await page.gone(role('region', t.cookies.title));
    expect(await stored(page)).toMatchObject({ functional: true, analytics: false });
  },
);

journey('who chooses and types at once loses no letter', isNew, async ({ page, t }) => {
  await page.goTo('/contact');
  await page.click(role('button', t.cookies.necessary));
  await page.click(label(t.contact.name));
  const typed = newEmail();
  await page.type(typed);
  await page.appStarted();
  await page.see(label(t.contact.name), (field) => isFocused(field) && field.value === typed);
});

journey('the footer opens the choice again', { on: 'desktop' }, async ({ page, t }) => {
  await page.goTo('/privacy');
  await page.within(role('contentinfo')).click(role('button', t.cookies.settings));
  await page.see(role('region', t.cookies.title));
  await page.click(role('button', t.cookies.all));
  await page.gone(role('region', t.cookies.title));
  expect(await stored(page)).toMatchObject({ marketing: true });
});
