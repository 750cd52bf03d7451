import { publicPaths } from './support/paths.ts';
import { expect, startApp, test } from './support/test.ts';

for (const path of publicPaths) {
  test(`${path} is quiet, titled, accessible, and stays on this origin`, {
    tag: '@pair-a',
  }, async ({ page, site, language, expectAccessible }) => {
    const noise: string[] = [];
    page.on('console', (line) => noise.push(`${line.type()}: ${line.text()}`));
    page.on('pageerror', (error) => noise.push(String(error)));
    page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) {
        noise.push(`elsewhere: ${request.url()}`);
      }
    });
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(/\S/);
    const isDocument = (await page.locator('html').getAttribute('data-start')) !== 'load';
    const markup = await heading.elementHandle();
    if (!isDocument) await startApp(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await expectAccessible();
    if (isDocument) {
      // React takes the markup over as it is: a heading made anew would mean that both differ.
      await startApp(page);
      expect(await markup?.evaluate((element) => element.isConnected)).toBe(true);
    }
    await expect(heading).toHaveCount(1);
    expect(noise).toEqual([]);
  });
}
