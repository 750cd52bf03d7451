import { nextDate } from '@coachsite/core/week';
import type { Page } from '@playwright/test';
import { webFonts } from './support/fonts.ts';
import { expect, startApp, test } from './support/test.ts';

const names = {
  nl: {
    start: 'Kleur je week in',
    print: 'Print je week',
    monday: 'maandag 9.00, vrij',
    tuesday: 'dinsdag 12.30, vrij',
    painted: 'woensdag 10.00, werk',
    plan: 'Plan dinsdag 12.30',
    pick: 'Jouw half uur',
    message: 'Zet het in een bericht',
    left: 'Je hebt nog 191 halve uren.',
    subject: 'Gratis gesprek op dinsdag om 12.30 uur',
  },
  en: {
    start: 'Colour in your week',
    print: 'Print your week',
    monday: 'Monday 9:00, free',
    tuesday: 'Tuesday 12:30, free',
    painted: 'Wednesday 10:00, work',
    plan: 'Book Tuesday 12:30',
    pick: 'Your half hour',
    message: 'Put it in a message',
    left: 'You have 191 half hours left.',
    subject: 'Free call on Tuesday at 12:30',
  },
} as const;

const tuesday = 48 + 25;

const cell = (page: Page, day: number, hours: number) =>
  page.locator(`[data-at="${day * 48 + hours * 2}"]`);

/** The script of the page has loaded, and with it the fonts and what a used page needs. */
async function scrolledTo(page: Page) {
  await page.goto('/');
  await page.locator('[data-week]').scrollIntoViewIfNeeded();
  await webFonts(page);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/after-use-')),
  );
}

/** Every request from now on that leaves the browser, apart from the site's own files and facts, whose URLs say nothing. */
function outgoing(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(?:assets|facts)\//.test(pathname)) sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

/** Layout shifts since a time of the page that the visitor did not cause. */
const shifts = (page: Page, since: number) =>
  page.evaluate(
    (from) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const own = list.getEntries() as (PerformanceEntry & {
            readonly value: number;
            readonly hadRecentInput: boolean;
          })[];
          resolve(
            own
              .filter(({ startTime, hadRecentInput }) => startTime >= from && !hadRecentInput)
              .reduce((sum, { value }) => sum + value, 0),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 300);
      }),
    since,
  );

test('one paints a week with the mouse, picks a half hour, and takes it to the booking page and the form', {
  tag: '@desktop',
}, async ({ page, t, language, expectAccessible }) => {
  const n = names[language];
  await scrolledTo(page);
  const week = page.locator('[data-week]');
  const before = await week.boundingBox();
  const scripts = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('/start-week-'))
          .length,
    );
  expect(await scripts()).toBe(0);
  const sent = outgoing(page);
  const touched = await page.evaluate(() => performance.now());
  await week.locator('.week').first().hover();
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  expect(await week.boundingBox()).toEqual(before);
  expect(await shifts(page, touched)).toBe(0);
  expect((await cell(page, 0, 9).boundingBox())?.width).toBeGreaterThanOrEqual(24);

  // WebKit would select the texts between the days of a stroke.
  const selectable = await page.locator('[data-week] .stage').evaluate((stage) => {
    const ways = [...stage.querySelectorAll('*')].map((one) => getComputedStyle(one).userSelect);
    const start = new Event('selectstart', { bubbles: true, cancelable: true });
    const starts = stage.querySelector('.d')?.dispatchEvent(start);
    return { ways: [...new Set(ways)], starts };
  });
  expect(selectable).toEqual({ ways: ['none'], starts: false });

  // Monday 9.00 to Friday 13.00, in one stroke from the far corner.
  await cell(page, 4, 12.5).hover();
  await page.mouse.down();
  await cell(page, 2, 10).hover();
  await cell(page, 0, 9).hover();
  await page.mouse.up();
  await expect(page.getByRole('gridcell', { name: n.painted })).toBeVisible();
  await expect(page.locator('.sum')).toContainText(n.left);
  await expectAccessible();

  await page.getByRole('radio', { name: n.pick }).click();
  await cell(page, 1, 12.5).click();
  await expect(page.getByRole('link', { name: n.plan })).toHaveCount(0);
  await cell(page, 1, 20).click();
  const free = language === 'nl' ? 'Plan dinsdag 20.00' : 'Book Tuesday 20:00';
  const plan = page.getByRole('link', { name: free });
  // The pin names the half hour; the pointer, still on it, adds nothing.
  await expect(page.locator('.tip')).toHaveCSS('display', 'none');
  const url = new URL((await plan.getAttribute('href')) ?? '');
  expect(url.searchParams.get('date')).toBe(nextDate(48 + 40, Date.now()));
  expect(url.searchParams.get('notes')).toContain(language === 'nl' ? '20.00' : '20:00');

  // Hydration by the app leaves the painted week alone.
  await startApp(page);
  await expect(plan).toBeVisible();
  expect(sent).toEqual([]);

  await page.getByRole('link', { name: n.message }).click();
  await expect(page.getByLabel(t.contact.subject, { exact: true })).toHaveValue(/20[.:]00/);
  await expect(page.getByLabel(t.contact.message, { exact: true })).toHaveValue(/191/);
  await page.goBack();
  await expect(plan).toBeVisible();
});

test('one paints and picks by keys alone', { tag: '@desktop' }, async ({ page, language }) => {
  const n = names[language];
  await scrolledTo(page);
  await page.getByRole('button', { name: n.start }).focus();
  await page.keyboard.press('Enter');
  const monday = page.getByRole('gridcell', { name: n.monday });
  await expect(monday).toBeFocused();
  const header = await page.getByRole('banner').boundingBox();
  const top = await monday.evaluate((cell) => cell.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(header?.height ?? 0);
  await page.keyboard.press('PageDown');
  await page.keyboard.down('Shift');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.up('Shift');
  const working = language === 'nl' ? /^dinsdag .*, werk$/ : /^Tuesday .*, work$/;
  await expect(page.getByRole('gridcell', { name: working })).toHaveCount(4);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('gridcell', { name: n.tuesday })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: n.plan })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { checked: true })).toBeFocused();

  // The print is drawn as soon as the dialog of the browser would open.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: n.print }).click();
  const sheets = async () => {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    return pdf.match(/\/Type\s*\/Page\b/g)?.length;
  };
  expect(await sheets()).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await sheets()).toBeGreaterThan(1);
});

test('on a phone one opens a day, paints it with a finger and picks, and the page still scrolls', {
  tag: '@phone',
}, async ({ page, t, language, expectAccessible }) => {
  const n = names[language];
  await scrolledTo(page);
  await page.getByRole('button', { name: n.start }).tap();
  await expect(cell(page, 0, 9)).toBeVisible();
  const size = await cell(page, 0, 9).boundingBox();
  expect(size?.width).toBeGreaterThanOrEqual(24);
  expect(size?.height).toBeGreaterThanOrEqual(44);

  // The row of Tuesday in the overview opens it.
  await page.getByRole('radio', { name: language === 'nl' ? 'dinsdag' : 'Tuesday' }).check({
    force: true,
  });
  await cell(page, 1, 14).scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  const touch = await page.context().newCDPSession(page);
  const point = async (hours: number) => {
    const box = await cell(page, 1, hours).boundingBox();
    if (!box) throw new Error('The cell is not shown');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', hours?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: hours === undefined ? [] : [await point(hours)],
    });
  await send('touchStart', 14);
  for (const hours of [15, 16, 17.5]) await send('touchMove', hours);
  await send('touchEnd');
  await expect(cell(page, 1, 17.5)).toHaveClass(/work/);
  await expect(cell(page, 1, 15)).toHaveClass(/work/);
  await expect(cell(page, 1, 18)).toHaveClass(/free/);
  expect(await page.evaluate(() => scrollY)).toBe(top);

  await page.getByRole('radio', { name: n.pick }).check();
  // A synthetic tap right after this has been lost on a busy machine; what a finger does to cells is painted above.
  await page.locator(`[data-at="${tuesday}"]`).click();
  await expect(page.locator(`[data-at="${tuesday}"]`)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: n.plan })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: n.message }).click();
  await expect(page.getByLabel(t.contact.subject, { exact: true })).toHaveValue(n.subject);
});

test('with reduced motion the tools of the week change at once', { tag: '@desktop' }, async ({
  page,
  language,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await scrolledTo(page);
  await page.locator('[data-week] .week').first().hover();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.evaluate(() => {
    Object.assign(window, { begun: 0 });
    document.querySelector('[data-week]')?.shadowRoot?.addEventListener('transitionrun', () => {
      (window as unknown as { begun: number }).begun += 1;
    });
  });
  await page.getByRole('radio', { name: names[language].pick }).check();
  await page.emulateMedia({ colorScheme: 'dark' });
  const begun = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { begun: number }).begun;
  });
  expect(begun).toBe(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the week is a picture', { tag: '@pair-a' }, async ({ page, language }) => {
    await page.goto('/');
    await expect(page.locator('[data-week]').getByRole('img')).toBeVisible();
    await expect(page.getByRole('button', { name: names[language].start })).toBeHidden();
  });
});
