import type { ElementHandle, Locator, Page } from '@playwright/test';
import { makePdf } from '../support/pdf.ts';
import { webFonts } from './support/fonts.ts';
import { enterAs, expect, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

const mostStops = 120;

/** Presses Tab until `target` has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(target)} was not reached`);
}

test('a message is sent by keyboard alone', { tag: '@desktop' }, async ({ page, language, t }) => {
  await page.goto('/contact');
  for (const [name, typed] of [
    [t.contact.name, 'Voorbeeld'],
    [t.contact.email, newEmail()],
    [t.contact.subject, 'Vraag'],
    [t.contact.message, 'Hoe begin ik?'],
  ] as const) {
    await tabTo(page, page.getByLabel(name, { exact: true }));
    await page.keyboard.type(typed);
  }
  await tabTo(page, page.getByRole('button', { name: t.contact.send }));
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', {
    name: language === 'nl' ? 'Bericht ontvangen!' : 'Message Received!',
  });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('status').filter({ has: heading })).toBeFocused();
});

test('one asks to be notified by keyboard alone', { tag: '@desktop' }, async ({ page, t }) => {
  await page.goto('/shop');
  await tabTo(page, page.getByRole('button', { name: t.shop.notify }).first());
  await page.keyboard.press('Enter');
  const field = page.getByRole('main').getByLabel(t.contact.email, { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByRole('main')
      .getByRole('heading', { level: 3 })
      .filter({ hasText: /mail|inbox/i }),
  ).toBeVisible();
});

test('one signs in by keyboard alone', { tag: '@desktop' }, async ({ page, t, newMember }) => {
  const who = await newMember();
  await page.goto('/auth');
  const main = page.getByRole('main');
  await tabTo(page, main.getByLabel(t.auth.email, { exact: true }));
  await page.keyboard.type(who.email);
  await tabTo(page, main.getByLabel(t.auth.password, { exact: true }));
  await page.keyboard.type(`${who.password}x`);
  const submit = main.getByRole('button', { name: t.auth.signIn, exact: true }).last();
  await tabTo(page, submit);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();
  // It could not be pressed meanwhile, and has the focus again.
  await expect(submit).toBeFocused();
  await main.getByLabel(t.auth.password, { exact: true }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: t.auth.account })).toBeVisible();
});

test('where a pressed button gives way to what it led to, the focus goes on', {
  tag: ['@desktop', '@pair-b'],
}, async ({ page, language, t, newMember, admin }) => {
  const main = page.getByRole('main');
  await enterAs(page, await newMember());
  await page.goto('/account#security');
  await tabTo(page, main.getByRole('button', { name: text(language, 'mfa:app.start') }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { name: text(language, 'mfa:app.title') })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('button', { name: text(language, 'mfa:app.copy') })).toBeFocused();

  await enterAs(page, admin);
  await page.goto('/admin');
  const file = page.getByLabel(t.admin.file);
  await file.setInputFiles({
    name: 'by-keyboard.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(makePdf({ marker: 'by keyboard' })),
  });
  await tabTo(page, page.getByRole('button', { name: t.admin.upload, exact: true }));
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: text(language, 'admin:upload.undo') });
  await expect(undo).toBeVisible();
  const title = page.getByRole('heading', {
    name: text(language, 'admin:ebook.title'),
    exact: true,
  });
  await expect(title).toBeFocused();
  await tabTo(page, undo);
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect(title).toBeFocused();
});

test.describe('a first visit', () => {
  test.use({ hasVisited: false });

  test('the choice about cookies is made by keyboard alone', { tag: '@desktop' }, async ({
    page,
    language,
    t,
  }) => {
    await page.goto(`/?lang=${language}`);
    const banner = page.getByRole('region', { name: t.cookies.title });
    await tabTo(page, banner.getByRole('button', { name: t.cookies.customize, exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, banner.getByRole('switch').nth(1));
    await page.keyboard.press('Space');
    await tabTo(page, banner.getByRole('button', { name: t.cookies.save, exact: true }));
    await page.keyboard.press('Enter');
    await expect(banner).toBeHidden();
    const kept = await page.evaluate(() => localStorage.getItem('cookie-consent') ?? '{}');
    expect(JSON.parse(kept)).toMatchObject({ functional: true, analytics: false });
  });

  test('the banner never covers what has the focus', { tag: '@pair-a' }, async ({
    page,
    language,
    t,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/contact?lang=${language}`);
    const banner = page.getByRole('region', { name: t.cookies.title });
    await expect(banner).toBeVisible();
    await expectFocusUncovered(page, banner, 'Tab');
  });

  test('nor does it with its panel open on a phone', { tag: '@phone' }, async ({
    page,
    language,
    t,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/contact?lang=${language}`);
    const banner = page.getByRole('region', { name: t.cookies.title });
    await banner.getByRole('button', { name: t.cookies.customize, exact: true }).click();
    await expect(banner.getByRole('switch').first()).toBeVisible();
    await expectFocusUncovered(page, banner, 'Tab', 'whole');
  });

  test('nor what stands still beside a long text', { tag: '@desktop' }, async ({
    page,
    language,
    t,
  }) => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/privacy?lang=${language}`);
    const banner = page.getByRole('region', { name: t.cookies.title });
    await expect(banner).toBeVisible();
    await expectFocusUncovered(page, banner, 'Tab');
  });
});

test('the call bar never covers what has the focus', { tag: '@pair-b' }, async ({ page, t }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/faq');
  await webFonts(page);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight * 0.85));
  const book = page.getByRole('link', { name: t.sticky.book });
  await expect(book).toBeVisible();
  // Backwards from the end, as the bar is there in the last part of a page.
  await expectFocusUncovered(page, page.locator('[data-dock]').filter({ has: book }), 'Shift+Tab');
});

test('the call bar that comes with a step of the keyboard leaves what has the focus in view', {
  tag: '@phone',
}, async ({ page, t }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/shop/mind-body-12');
  await webFonts(page);
  // A control, and a window at whose lower edge it does not quite show a step before the bar comes (30 % of the way).
  const height = await page.evaluate(() => {
    const total = document.documentElement.scrollHeight;
    for (const control of document.querySelectorAll<HTMLElement>('main :is(a[href], button)')) {
      const end = control.getBoundingClientRect().bottom + scrollY;
      const height = Math.round((end - 0.3 * total - 20) / 0.7);
      if (height < 560 || height > 900 || !control.checkVisibility()) continue;
      control.focus();
      return height;
    }
    throw new Error('No control lies at the lower edge where the bar comes');
  });
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML);
  const control = await focused();
  await page.keyboard.press('Shift+Tab');
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  await page.evaluate(() => {
    scrollTo(0, Math.floor((document.documentElement.scrollHeight - innerHeight) * 0.3) - 1);
  });
  const book = page.getByRole('link', { name: t.sticky.book });
  await expect(book).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(book).toBeVisible();
  expect(await focused()).toBe(control);
  const bar = await page.locator('[data-dock]').filter({ has: book }).elementHandle();
  await expect
    .poll(() =>
      bar?.evaluate((node) => innerHeight - (node as Element).getBoundingClientRect().bottom),
    )
    .toBeCloseTo(0, 0);
  expect(await coveredBy(bar)()).toBe('');
});

/** What has the focus while `layer` lies over it, in part or, asked so, as a whole; else nothing. */
function coveredBy(layer: ElementHandle<Node> | null, part: 'any' | 'whole' = 'any') {
  return () =>
    layer?.evaluate((node, part) => {
      const cover = node as Element;
      const focused = document.activeElement;
      if (!focused || focused === document.body || cover.contains(focused)) return '';
      const box = focused.getBoundingClientRect();
      const lid = cover.getBoundingClientRect();
      const isShown = box.height > 0 && box.width > 0 && lid.height > 0;
      const overlaps =
        Math.min(box.bottom, lid.bottom) - Math.max(box.top, lid.top) > 1 &&
        Math.min(box.right, lid.right) - Math.max(box.left, lid.left) > 1;
      const isWhole = box.top >= lid.top && box.bottom <= lid.bottom;
      return isShown && overlaps && (part === 'any' || isWhole)
        ? focused.outerHTML.slice(0, 120)
        : '';
    }, part);
}

/**
 * Walks a page with the keyboard and looks, at each stop, whether `layer` lies over what has the focus. Nothing may be
 * covered as a whole (WCAG 2.4.11); what fits beside the layer not in part either.
 */
async function expectFocusUncovered(
  page: Page,
  layer: Locator,
  key: string,
  part: 'any' | 'whole' = 'any',
): Promise<void> {
  // The layer may go while one walks on; what is gone covers nothing.
  const covered = coveredBy(await layer.elementHandle(), part);
  for (let stop = 0; stop < 45; stop += 1) {
    await page.keyboard.press(key);
    await expect.poll(covered).toBe('');
  }
}
