import type { Page } from '@playwright/test';
import { webFonts } from './support/fonts.ts';
import { expect, test } from './support/test.ts';

test.use({ hasVisited: false });

const desktops = [
  [1536, 864],
  [1440, 900],
  [1366, 768],
  [1280, 720],
] as const;

/** The last window is too low for the lead. */
const phones = [
  [390, 844],
  [360, 740],
  [375, 667],
] as const;

/** What of the first screen a visitor with the banner open cannot see whole. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (selector: string) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`${selector} is missing`);
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const banner = document.querySelector('[data-consent]')?.getBoundingClientRect();
    const header = document.querySelector('header')?.getBoundingClientRect();
    if (!banner?.height || !header) throw new Error('There is no banner');
    const parts = {
      title: '.hero h1',
      lead: '.hero .lead',
      button: '.hero .btn',
      price: '.hero .acts p',
    };
    return Object.entries(parts)
      .filter(([, selector]) => {
        const { left, right, top, bottom, width } = boxOf(selector);
        const isInside = left >= 0 && right <= innerWidth && bottom <= innerHeight;
        const isCovered = right > banner.left && bottom > banner.top;
        return !width || !isInside || isCovered || top < header.bottom - 1;
      })
      .map(([name]) => name);
  });

test('the first screen shows title, lead, button and price beside the cookie banner', {
  tag: '@desktop',
}, async ({ page, language, t }) => {
  for (const [width, height] of [...desktops, ...phones]) {
    await page.setViewportSize({ width, height });
    await page.goto(`/?lang=${language}`);
    await webFonts(page);
    const banner = page.getByRole('region', { name: t.cookies.title });
    await expect(banner).toBeInViewport({ ratio: 1 });
    const allowed = height === 667 ? ['lead'] : [];
    const missing = (await unseen(page)).filter((name) => !allowed.includes(name));
    expect(missing, `${width} × ${height}`).toEqual([]);
    if (width < 400) {
      const header = page.getByRole('banner');
      await expect(header.getByRole('button', { name: t.menu.open })).toBeInViewport({ ratio: 1 });
      const call = language === 'nl' ? 'Gratis gesprek' : 'Free call';
      await expect(header.getByRole('link', { name: call })).toBeInViewport({ ratio: 1 });
    }
  }
  for (const [width, height] of [
    [844, 390],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await unseen(page), `${width} × ${height}`).not.toContain('title');
  }
});

/** How near a line of the title comes to the disc of the dial, in pixels; negative where they meet. */
const titleToDisc = (page: Page) =>
  page.evaluate(() => {
    const disc = document.querySelector('.hero .disc')?.getBoundingClientRect();
    const lines = [...document.querySelectorAll('.hero h1 .l')];
    if (!disc || lines.length === 0) throw new Error('The disc or the title is missing');
    const [x, y, radius] = [disc.x + disc.width / 2, disc.y + disc.height / 2, disc.width / 2];
    const distances = lines.map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      // A line box is higher than its letters.
      const space = (bottom - top) * 0.12;
      const across = x - Math.min(Math.max(x, left), right);
      const down = y - Math.min(Math.max(y, top + space), bottom - space);
      return Math.hypot(across, down) - radius;
    });
    return Math.min(...distances);
  });

test('the title of the home page does not meet the disc of the dial on phones', {
  tag: '@phone',
}, async ({ page, language }) => {
  for (const width of [320, 360, 375, 390, 414, 480, 600]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/?lang=${language}`);
    await webFonts(page);
    expect(await titleToDisc(page), `${width}`).toBeGreaterThan(0);
  }
});

test('what a page asks for first is above the cookie banner on phones and tablets', {
  tag: '@phone',
}, async ({ page, language, t }) => {
  for (const [width, height] of [
    [375, 667],
    [360, 740],
    [390, 844],
    [412, 839],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isTablet = width > 700;
    const isLow = height === 667;
    const others = isTablet ? ['/shop/mind-body-12'] : ['/auth'];
    for (const path of isLow ? others : ['/about', '/guide', ...others]) {
      await page.goto(`${path}?lang=${language}`);
      await webFonts(page);
      const banner = await page.getByRole('region', { name: t.cookies.title }).boundingBox();
      const call = await page.getByRole('main').locator('.btn:visible').first().boundingBox();
      if (!banner || !call) throw new Error('The banner or the button is missing');
      expect(call.y + call.height, `${path} ${width} × ${height}`).toBeLessThan(banner.y);
    }
  }
});

test('the form of a program is beside the cookie banner on desktops', {
  tag: '@desktop',
}, async ({ page, language, t }) => {
  for (const [width, height] of desktops) {
    await page.setViewportSize({ width, height });
    await page.goto(`/shop/mind-body-12?lang=${language}`);
    await webFonts(page);
    const banner = await page.getByRole('region', { name: t.cookies.title }).boundingBox();
    const form = await page.locator('#notify').boundingBox();
    if (!banner || !form) throw new Error('The banner or the form is missing');
    expect(form.x + form.width, `${width} × ${height}`).toBeLessThan(banner.x);
  }
});

test('the rows of the chooser and the call beside the contact form are above the cookie banner', {
  tag: '@desktop',
}, async ({ page, language, t }) => {
  for (const [path, last, windows] of [
    ['/services', '.picks .note', desktops.slice(0, 2)],
    ['/contact', 'aside .btn', desktops],
  ] as const) {
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      await page.goto(`${path}?lang=${language}`);
      await webFonts(page);
      const banner = await page.getByRole('region', { name: t.cookies.title }).boundingBox();
      const box = await page.locator(last).last().boundingBox();
      if (!banner || !box) throw new Error('The banner or the last row is missing');
      expect(box.y + box.height, `${path} ${width} × ${height}`).toBeLessThan(banner.y);
    }
  }
});

test('the cookie banner keeps its height when the web fonts load', {
  tag: '@phone',
}, async ({ page, language, t }) => {
  for (const width of [320, 360, 375, 390, 412, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/about?lang=${language}`);
    await webFonts(page);
    const buttons = page.getByRole('region', { name: t.cookies.title }).locator('.acts');
    const loaded = await buttons.boundingBox();
    await page.evaluate(() => document.documentElement.classList.remove('fonts'));
    const fallback = await buttons.boundingBox();
    expect(fallback?.height, `${width}`).toBe(loaded?.height);
  }
});
