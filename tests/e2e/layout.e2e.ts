import type { Page } from '@playwright/test';
import { readSampleGuide } from '#server/src/commands/samples/guide.ts';
import { webFonts } from './support/fonts.ts';
import { publicPaths } from './support/paths.ts';
import { enterAs, expect, startApp, test } from './support/test.ts';

const paths = [...publicPaths, '/does-not-exist'];

/** What of the text in a page cannot be read: it lies outside the window or outside the box that clips it. */
const lostText = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const lost = scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!node.textContent?.trim() || !holder?.checkVisibility({ visibilityProperty: true }))
        continue;
      // A word that is drawn has no lines.
      if (holder instanceof SVGElement && holder.closest('[aria-hidden="true"]')) continue;
      const around: Element[] = [];
      for (let box: Element | null = holder; box; box = box.parentElement) around.push(box);
      // Text for screen readers only is clipped on purpose.
      if (around.some((box) => getComputedStyle(box).clipPath !== 'none')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const edges = around
        .filter((box) => ['clip', 'hidden'].includes(getComputedStyle(box).overflowX))
        .map((box) => box.getBoundingClientRect());
      // A line wholly outside a box is hidden on purpose: the name in the header, where it does not fit.
      if (edges.some((box) => top >= box.bottom || bottom <= box.top)) continue;
      const isCut = edges.some(
        (box) => left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 1,
      );
      if (isCut) lost.push(node.textContent);
    }
    return lost;
  });

/** The text of a browser whose owner asks for it at twice its size. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Opens all that is folded in the dashboard, once its blocks have loaded. */
async function openAll(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('form').first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '');
  });
}

/** The text of a reader who spaces it as far as a page has to allow (WCAG 2.2, 1.4.12). */
async function spaceText(page: Page): Promise<() => Promise<void>> {
  const style = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  return () =>
    style.evaluate((sheet) => {
      sheet.disabled = true;
    });
}

const phones = [320, 390] as const;
const height = 844;

/** Where nothing of a page may be lost: on a narrow phone, there with spaced text, and on both with text at twice its size. */
async function lookAt(page: Page, path: string): Promise<void> {
  const [narrow] = phones;
  await page.setViewportSize({ width: narrow, height });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await webFonts(page);
  if (path === '/admin') await openAll(page);
  expect(await lostText(page), `${path} at ${narrow} px`).toEqual([]);
  const endSpacing = await spaceText(page);
  expect(await lostText(page), `${path} at ${narrow} px with spaced text`).toEqual([]);
  await endSpacing();
  await doubleText(page);
  for (const width of phones) {
    await page.setViewportSize({ width, height });
    expect(await lostText(page), `${path} at ${width} px with large text`).toEqual([]);
  }
}

for (const [part, some] of [
  paths.filter((_, index) => index % 2 === 0),
  paths.filter((_, index) => index % 2 === 1),
].entries()) {
  test(`on narrow phones and with text at twice its size everything can be read (${part + 1} of 2)`, {
    tag: '@phone',
  }, async ({ page }) => {
    test.slow();
    for (const path of some) await lookAt(page, path);
  });
}

test('the small link beside an answer can be pressed on 44 px', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/faq');
  const link = page.locator('details[open] .q-link').first();
  await link.scrollIntoViewIfNeeded();
  const missed = await link.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [middle, centre] = [x + width / 2, y + height / 2];
    return [-21, 21]
      .flatMap((by) => [[middle + by, centre] as const, [middle, centre + by] as const])
      .filter((at) => document.elementFromPoint(...at)?.closest('.q-link') !== element);
  });
  expect(missed).toEqual([]);
});

test('the header of the admin area is one line on the narrowest phone', { tag: '@phone' }, async ({
  page,
  admin,
}) => {
  await page.setViewportSize({ width: phones[0], height });
  await enterAs(page, admin);
  await page.goto('/admin');
  await webFonts(page);
  const middles = await page
    .getByRole('banner')
    .locator('.brand, .to-site, .member, .lang')
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { y, height } = part.getBoundingClientRect();
        return Math.round(y + height / 2);
      }),
    );
  expect(middles).toHaveLength(4);
  expect(new Set(middles).size).toBe(1);
});

test('what an admin finds in the header is as wide as the navigation', { tag: '@desktop' }, async ({
  page,
  admin,
}) => {
  await enterAs(page, admin);
  await page.goto('/services');
  await expect(page.locator('html')).toHaveClass(/\bis-admin\b/);
  const widths = await page
    .getByRole('banner')
    .locator('.nav a, .member-link')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).fontStretch));
  expect(widths.length).toBeGreaterThan(8);
  expect(new Set(widths).size).toBe(1);
});

test('so can the menu, the account and the admin area, and the header', { tag: '@phone' }, async ({
  page,
  admin,
  t,
}) => {
  test.slow();
  const menu = page.getByRole('dialog');
  const open = page.getByRole('button', { name: t.menu.open });
  await page.setViewportSize({ width: phones[0], height });
  await page.goto('/');
  await webFonts(page);
  await open.click();
  await expect(menu).toBeVisible();
  expect(await menu.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await doubleText(page);
  for (const width of phones) {
    await page.setViewportSize({ width, height });
    const [name, button] = [
      await page.getByRole('banner').getByRole('link').first().boundingBox(),
      await open.boundingBox(),
    ];
    if (!name || !button) throw new Error('The header has no boxes');
    const isBeside = name.x + name.width <= button.x;
    expect(isBeside || name.y + name.height <= button.y).toBe(true);
    await open.click();
    await expect(menu).toBeVisible();
    expect(await lostText(page), `menu at ${width} px`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
  const guide = readSampleGuide();
  for (const version of ['tweede', 'derde', 'vierde']) {
    await admin.upload(guide, `een-gids-met-een-heel-lange-naam-${version}-versie.pdf`);
  }
  await enterAs(page, admin);
  for (const path of ['/', '/account', '/admin']) await lookAt(page, path);
});

test('an address of the site breaks neither at its hyphen nor before a full stop', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const width of [390, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/terms', '/accessibility', '/privacy', '/notify/unsubscribe']) {
      await page.goto(path);
      await webFonts(page);
      const addresses = page.getByRole('main').locator('[href^="mailto:"]');
      await expect(addresses.first()).toBeVisible();
      const lines = await addresses.evaluateAll((links) =>
        links.map((link) => {
          const range = document.createRange();
          range.selectNodeContents(link);
          // What follows an address stands on its line.
          const after = link.nextSibling;
          if (after && /^\S/.test(after.textContent ?? '')) range.setEnd(after, 1);
          return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
        }),
      );
      expect(Math.max(...lines), `${path} at ${width} px`).toBe(1);
    }
  }
});

test('with reduced motion nothing moves', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/shop', '/coaching/1-on-1', '/auth']) {
    await page.goto(path);
    await startApp(page);
    await page.evaluate(() => window.scrollTo(0, 600));
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const { duration, iterations } = effect?.getComputedTiming() ?? {};
          return playState === 'running' && (Number(duration) > 50 || iterations === Infinity);
        })
        .map((animation) => (animation as CSSAnimation).animationName ?? 'transition'),
    );
    expect(moving, path).toEqual([]);
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
    ).toBe('auto');
  }
});

test('with reduced motion the colours of every element change at once', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/shop');
  await page.evaluate(() => {
    Object.assign(window, { begun: 0 });
    document.addEventListener('transitionrun', () => {
      (window as unknown as { begun: number }).begun += 1;
    });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  const begun = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { begun: number }).begun;
  });
  expect(begun).toBe(0);
});

test('nothing jumps when the fonts come late', { tag: '@pair-b' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let waiting: (() => void)[] = [];
  await page.route('**/*.woff2', async (route) => {
    await new Promise<void>((done) => waiting.push(done));
    await route.continue();
  });
  for (const path of ['/', '/about', '/services', '/blog/5-afvalfouten']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const isShown = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect.poll(isShown).toBe(true);
    // Both faces of a first visit are asked for now.
    await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(2);
    for (const release of waiting) release();
    waiting = [];
    await page.evaluate(() => document.fonts.ready);
    const moved = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const { shifts } = window as unknown as { shifts: number[] };
              done(shifts.reduce((sum, value) => sum + value, 0));
            }),
          );
        }),
    );
    expect(moved, path).toBeLessThan(0.02);
  }
});

test('fonts are fetched after the first paint of a visit, and used from the first paint of its next page @pair-a', async ({
  page,
}) => {
  /** The time between the first paint and the first request for a font. */
  const wait = () =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByType('paint');
      const font = performance.getEntriesByType('resource').find(({ name }) => /woff2/.test(name));
      return paint && font && font.startTime - paint.startTime;
    });
  await page.goto('/faq');
  await expect.poll(wait).toBeGreaterThan(0);
  await page.evaluate(() => document.fonts.ready);
  await page.getByRole('contentinfo').locator('a[href="/privacy"]').click();
  await expect(page).toHaveURL(/privacy/);
  await expect.poll(wait).toBeLessThan(0);
});
