import { everyMail } from '../support/every-mail.ts';
import { expect, expectAccessiblePage, test } from './support/test.ts';

/** Between them these have every part of the layout: link, code, code alone, quotation, way out. */
const kinds = ['recovery', 'reauthentication', 'contact', 'launch'] as const;

test('mails read well on a phone and on a wide screen, light and dark', {
  tag: '@pair-a',
}, async ({ page, language }) => {
  const mails = everyMail(language);
  for (const kind of kinds) {
    // A mail program shows a mail in its own main part.
    const html = mails[kind]?.html.replace('role="article"', 'role="main"') ?? '';
    await page.setContent(html);
    await expectAccessiblePage(page);
    for (const width of [320, 720]) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([kind, width, Math.max(0, wider)]).toEqual([kind, width, 0]);
    }
    await expect(page.locator('body > div').first()).toBeHidden();
  }
});
