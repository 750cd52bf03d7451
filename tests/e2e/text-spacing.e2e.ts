import type { Page } from '@playwright/test';
import { publicPaths } from './support/paths.ts';
import { enterAs, expect, test } from './support/test.ts';

/** What a visitor may set for every text. Source: WCAG 2.2 1.4.12. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Wider than any font of the site: what comes where the fonts are blocked. */
const wideFont = '* { font-family: "DejaVu Sans", Verdana, sans-serif !important }';

const phones = [320, 360, 390, 412, 430];

test.use({ bypassCSP: true });

/** The texts that leave the control or cell they are in, or the window, and how far. */
const overruns = (page: Page) =>
  page.evaluate(() => {
    const cells = 'a, button, label, summary, td, dt, dd, [class~="tag"], [class~="art-field"] > *';
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page: ${scrollWidth - clientWidth}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: parent, textContent: text } = texts.currentNode;
      const isSeen = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      // The name in the header gives way to its mark, and some words are for screen readers only.
      if (!isSeen || !text?.trim() || parent?.closest('.brand, .sr, .trap, thead, svg, .to-site'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const own = range.getBoundingClientRect();
      const boxes = [parent?.closest(cells), parent?.closest('[class~="art-field"]')];
      for (const box of boxes) {
        if (box?.getClientRects().length !== 1) continue;
        const { left, right, bottom } = box.getBoundingClientRect();
        const over = Math.max(own.right - right, left - own.left);
        const below = box.matches('[class~="art-field"]') ? own.bottom - bottom : 0;
        if (Math.max(over, below) > 1.5)
          found.push(`${text}: ${Math.round(Math.max(over, below))}`);
      }
    }
    return found;
  });

test.describe('the cookie banner', () => {
  test.use({ hasVisited: false });

  for (const [name, content] of Object.entries({ spacing, wideFont })) {
    test(`holds its texts on every phone, ${name} @phone`, async ({ page, language }) => {
      await page.goto(`/?lang=${language}`);
      await page.addStyleTag({ content });
      const banner = page.locator('[data-consent]');
      for (const width of phones) {
        await page.setViewportSize({ width, height: 844 });
        await expect(banner).toBeVisible();
        expect(await overruns(page), `${width}`).toEqual([]);
        const boxes = await banner
          .locator('.acts button')
          .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().toJSON()));
        const overlap = boxes.some((a, index) =>
          boxes
            .slice(index + 1)
            .some(
              (b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top,
            ),
        );
        expect(overlap, `${width}`).toBe(false);
      }
      await page.evaluate(() => document.documentElement.classList.add('consent-customize'));
      for (const width of phones) {
        await page.setViewportSize({ width, height: 844 });
        expect(await overruns(page), `panel, ${width}`).toEqual([]);
      }
    });
  }
});

test('every page holds its texts with the spacing that a visitor sets', {
  tag: '@pair-b',
}, async ({ page, isMobile }) => {
  test.slow();
  for (const path of publicPaths) {
    await page.goto(path);
    await page.addStyleTag({ content: spacing });
    for (const width of isMobile ? [320, 390] : [1210, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overruns(page), `${path}, ${width}`).toEqual([]);
    }
  }
});

test('account and admin area hold their texts with that spacing', {
  tag: '@pair-b',
}, async ({ page, admin, isMobile }) => {
  await enterAs(page, admin);
  for (const path of ['/account', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.addStyleTag({ content: spacing });
    for (const width of isMobile ? [320, 390] : [1210, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overruns(page), `${path}, ${width}`).toEqual([]);
    }
  }
});
