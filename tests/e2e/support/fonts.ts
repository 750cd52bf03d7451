import type { Page } from '@playwright/test';

/**
 * Waits until the text of a page is in its web fonts. `document.fonts.ready` alone holds before they are asked for, which
 * is after the first paint.
 */
export async function webFonts(page: Page): Promise<void> {
  await page.locator('html.fonts').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    // Fonts are asked for by a layout that uses them.
    document.body.getBoundingClientRect();
    return document.fonts.ready;
  });
}
