import type { Page } from '@playwright/test';
import { publicPaths } from './support/paths.ts';
import { enterAs, expect, test } from './support/test.ts';

/** The folded blocks of a page of which something is neither shown nor removed from paper on purpose. */
const leftOut = (page: Page) =>
  page.locator('details').evaluateAll((folds) =>
    folds
      .filter((fold) => fold.checkVisibility())
      .filter((fold) => {
        const parts = [...fold.children].filter(({ tagName }) => tagName !== 'SUMMARY');
        return parts.some((part) => !part.checkVisibility() || part.clientHeight === 0);
      })
      .map((fold) => fold.querySelector('summary')?.textContent),
  );

test('paper has what is folded on the screen, on every page', { tag: '@pair-b' }, async ({
  page,
}) => {
  let folded = 0;
  for (const path of publicPaths) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    folded += (await leftOut(page)).length;
    await page.emulateMedia({ media: 'print' });
    expect(await leftOut(page), path).toEqual([]);
  }
  expect(folded).toBeGreaterThan(20);
});

test('paper has what is folded in the admin area', { tag: '@pair-b' }, async ({ page, admin }) => {
  await enterAs(page, admin);
  await page.goto('/admin');
  const facts = page.locator('details.fact-part');
  await expect(facts).not.toHaveCount(0);
  await expect(facts.first().locator('input').first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(facts.first().locator('input').first()).toBeVisible();
  expect(await leftOut(page)).toEqual([]);
});
