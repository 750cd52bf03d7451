import { enterAs, expect, test } from './support/test.ts';
import { text } from './support/text.ts';

test('a path that people miss leads on after one press and a target, is gone after another, and all of it is taken back', {
  tag: '@phone',
}, async ({ page, language, browser, site, admin, expectAccessible }) => {
  const say = (key: string) => text(language, `admin:addresses.${key}`);
  const path = `/oude-pagina-${language}`;
  const visitor = await browser.newPage({
    baseURL: site.url,
    storageState: { cookies: [], origins: [] },
  });
  const visit = async (at: string) => (await visitor.goto(at))?.status();
  for (let times = 0; times < 3; times += 1) expect(await visit(`${path}?lang=en`)).toBe(404);

  await enterAs(page, admin);
  await page.goto('/admin#addresses');
  const block = page.getByRole('region', { name: say('title'), exact: true });
  // Each table is asked for its own row: a path may be in both for the moment between two answers.
  const rowOf = (table: string) =>
    block.getByRole('table', { name: say(table), exact: true }).getByRole('row', { name: path });
  const [kept, missed] = [rowOf('title'), rowOf('missed')];
  await expect(missed).toContainText('3 ×');
  await missed.getByRole('button').click();
  await expect(block.getByLabel(say('from'), { exact: true })).toHaveValue(path);
  const target = block.getByLabel(say('to'), { exact: true });
  await expect(target).toBeFocused();
  // What is wrong is said where it is.
  await target.fill('https://elsewhere.example/');
  await page.keyboard.press('Enter');
  await expect(target).toHaveAccessibleDescription(new RegExp(say('errors.foreign_host')));
  await target.fill('/contact#form');
  await page.keyboard.press('Enter');
  await expect(kept).toContainText('/contact#form');
  expect(await visit(`${path}?lang=en`)).toBe(200);
  expect(visitor.url()).toBe(`${site.url}/contact?lang=en#form`);
  await expectAccessible();

  await kept.getByRole('button').click();
  await expect(missed).toContainText('3 ×');
  await block.getByLabel(say('from'), { exact: true }).fill(path.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(kept).toContainText(say('gone'));
  for (const lang of ['nl', 'en'] as const) {
    expect(await visit(`${path}?lang=${lang}`)).toBe(410);
    const lines = text(lang, 'not-found:gone.lead');
    await expect(visitor.getByText(lines)).toBeVisible();
    await expect(visitor).toHaveTitle(
      new RegExp(text(lang, 'not-found:meta.gone.title').slice(0, 8)),
    );
  }
  await block.getByRole('button', { name: say('undo'), exact: true }).click();
  await expect(block.getByText(say('gone'), { exact: true })).toHaveCount(0);
  expect(await visit(path)).toBe(404);
  await visitor.close();
});
