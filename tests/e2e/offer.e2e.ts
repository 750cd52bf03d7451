import type { Page } from '@playwright/test';
import { webFonts } from './support/fonts.ts';
import { startSite } from './support/site.ts';
import { enterAs, expect, test } from './support/test.ts';
import { text } from './support/text.ts';

const services = ['1-on-1', 'nutrition-plan', 'workout-plan', 'online-consultation'];
const sellingPages = ['/', '/about', '/services', ...services.map((slug) => `/coaching/${slug}`)];
const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** What a stranger wants to know before the third screen. */
const questions = {
  nl: {
    who: /Sam Voorbeeld/,
    online: /online/i,
    forWhom: /mannen/,
    goal: /afvallen/i,
    price: /€\s\d/,
    proof: /10\+ klanten|\d\s*\|\s*uur/,
    nextStep: /gratis gesprek/i,
  },
  en: {
    who: /Sam Voorbeeld/,
    online: /online/i,
    forWhom: /\bmen\b/,
    goal: /los(?:e|ing) weight/i,
    price: /€\d/,
    proof: /10\+ clients|\d\s*\|\s*hours/,
    nextStep: /free call/i,
  },
} as const;

/** The text of the first two screens, and where the links to the scheduling page are. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = [];
    const main = document.querySelector('main') ?? document.body;
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height, bottom } = range.getBoundingClientRect();
      const isShown = width > 1 && height > 1 && bottom <= 2 * innerHeight;
      if (isShown && node.textContent?.trim()) said.push(node.textContent.trim());
    }
    const bookingLinks = [...document.querySelectorAll('a[href*="cal.com"]')]
      .map((link) => link.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(({ top }) => top);
    return { said: said.join(' | '), bookingLinks, screen: innerHeight };
  });

test('within two screens each page says who, for whom, what for, the price, proof and the next step', {
  tag: '@desktop',
}, async ({ page, language }) => {
  test.slow();
  const site = await startSite();
  try {
    site.command('seed.ts', []);
    await expect
      .poll(async () => (await fetch(`${site.url}/about`)).text())
      .toContain('Sam Voorbeeld');
    for (const path of sellingPages) {
      await page.goto(`${site.url}${path}?lang=${language}`);
      await webFonts(page);
      for (const size of windows) {
        await page.setViewportSize(size);
        const { said, bookingLinks, screen } = await readPage(page);
        const place = `${path} at ${size.width} px`;
        for (const [question, answer] of Object.entries(questions[language]))
          expect(said, `${question} on ${place}`).toMatch(answer);
        for (const top of bookingLinks) {
          const inOneView = bookingLinks.filter((other) => other >= top && other < top + screen);
          expect(inOneView.length, `links to the call on ${place}`).toBeLessThanOrEqual(2);
        }
      }
    }
  } finally {
    await site.stop();
  }
});

test('what the owner has not given is nowhere in public, and listed with who asks for it', {
  tag: '@pair-b',
}, async ({ page, admin, language }) => {
  for (const path of [...sellingPages, '/contact', '/thank-you', '/blog/eten-op-een-drukke-dag']) {
    await page.goto(`${path}?lang=${language}`);
    const main = page.getByRole('main');
    await expect(main.locator('.portrait, .coach-card'), path).toHaveCount(0);
    await expect(main, path).not.toContainText(/undefined|\{\{|\[\[|€/);
    await expect(page.locator('a[href*="instagram"]'), path).toHaveCount(0);
  }
  await page.goto(`/terms?lang=${language}`);
  await expect(page.getByRole('main')).not.toContainText(/undefined|\{\{|\[\[/);

  await enterAs(page, admin);
  await page.goto('/admin');
  const block = page.getByRole('region', { name: text(language, 'site-facts:title'), exact: true });
  const missing = (await (await page.request.get('/api/admin/site/missing')).json()) as readonly {
    readonly field: string;
    readonly asks: 'law' | 'visitor';
    readonly needed: boolean;
    readonly text: string;
  }[];
  const count = String(missing.filter(({ needed }) => needed).length);
  await block.getByText(text(language, 'site-facts:missingTitle_other', { count })).click();
  const rows = block.getByRole('list').first().getByRole('listitem');
  await expect(rows).toHaveCount(missing.length);
  for (const [index, { field, asks, text: why }] of missing.entries()) {
    const row = rows.nth(index);
    await expect(row).toContainText(text(language, `site-facts:asks.${asks}`));
    const reason = field === 'name' ? text(language, 'site-facts:siteNameText') : why;
    await expect(row).toContainText(reason);
    // A coach reads the words of the form, not the names of the program.
    if (field.includes('.')) await expect(row).not.toContainText(field);
  }
  const fields = missing.map(({ field }) => field);
  expect(fields).toEqual(
    expect.arrayContaining(['coach.name', 'company.legalName', 'bookingUrl', 'email', 'name']),
  );
});
