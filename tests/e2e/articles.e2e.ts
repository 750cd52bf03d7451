import sharp from 'sharp';
import { enterAs, expect, test } from './support/test.ts';
import { text } from './support/text.ts';

const photo = {
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#7799bb' } })
    .jpeg()
    .toBuffer(),
};

// Other journeys on this site read the articles of the files, however this one ends.
test.afterEach(async ({ admin, language }) => {
  for (const slug of [`op-de-site-${language}`, `elders-${language}`])
    await admin.removeArticle(slug, language);
});

test('an admin writes an article with a picture, publishes it, undoes a change, renames and withdraws it', {
  tag: '@pair-a',
}, async ({ page, language, expectAccessible, admin }) => {
  // Every page is rendered anew five times.
  test.setTimeout(180_000);
  const say = (key: string) => text(language, `admin:articles.${key}`);
  const slug = `op-de-site-${language}`;
  const block = page.getByRole('region', { name: say('title'), exact: true });
  const button = (key: string) => block.getByRole('button', { name: say(key), exact: true });
  const area = block.getByLabel(say('text'), { exact: true });
  const type = async (change: (before: string) => string) =>
    area.fill(change(await area.inputValue()));
  /** Presses a button, and waits for the change: by then every page has been rendered anew. */
  const change = async (method: string, key: string) => {
    const changed = page.waitForResponse(
      (response) =>
        response.request().method() === method && response.url().includes('/admin/articles/'),
    );
    await button(key).click();
    expect((await changed).status()).toBe(200);
  };
  const shown = async () => page.request.get(`/blog/${slug}?lang=${language}`);
  await enterAs(page, admin);
  await page.goto('/admin');

  await button('new.action').click();
  await block.getByLabel(say('new.title')).fill('Op de site');
  await block.getByLabel(say('new.slug')).fill(slug);
  await expectAccessible();
  await button('new.begin').click();

  // What lacks is named by line while typing, and a line is one press away.
  await type((before) => `${before}\n:::figuur\nx\n:::\n`);
  const mistakes = block.getByRole('status').getByRole('listitem');
  await expect(mistakes.filter({ hasText: ':::figuur' })).toBeVisible();
  await mistakes.filter({ hasText: ':::figuur' }).getByRole('button').click();
  await expect(area).toBeFocused();
  await type((before) =>
    before
      .replace('\n:::figuur\nx\n:::\n', '')
      .replace('description: ""', 'description: In one sentence.')
      .replace('lead: ""', 'lead: The sentence below the title.')
      .replace('summary: ""', 'summary: Two sentences.'),
  );
  await expect(mistakes).toHaveCount(0);

  // A picture cannot stand in the text before somebody has said what it shows.
  await area.press('Control+End');
  const stored = page.waitForResponse((response) => response.url().endsWith('/pictures'));
  await block.getByLabel(say('picture.action'), { exact: true }).setInputFiles(photo);
  expect((await stored).status()).toBe(201);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByLabel(say('picture.alt')).fill('A person who smiles');
  await dialog.getByRole('button', { name: say('picture.insert') }).click();
  await expect(area).toHaveValue(/!\[A person who smiles\]\(\/pictures\/[0-9a-f]{24}-/);

  // The real page, in a frame, in both languages and schemes.
  await button('preview.action').click();
  const frame = page.frameLocator('iframe[name="article-preview"]');
  await expect(frame.getByRole('heading', { level: 1 })).toContainText('Op de site');
  await expect(frame.getByRole('img', { name: 'A person who smiles' })).toBeVisible();
  await block.getByRole('radio', { name: say('preview.dark') }).check({ force: true });
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expectAccessible();
  expect((await shown()).status()).toBe(404);

  await change('PUT', 'publish.action');
  const first = await (await shown()).text();
  expect(first).toContain('The sentence below the title.');
  expect(await (await page.request.get('/feed.xml')).text()).toContain(slug);

  // Undo gives the same page, byte for byte.
  await type((before) => before.replace('The sentence below', 'Another sentence below'));
  await change('PUT', 'save');
  expect(await (await shown()).text()).not.toBe(first);
  await block.getByText(say('history.title'), { exact: true }).click();
  const restored = page.waitForResponse((response) => response.url().endsWith('/restore'));
  await block.locator('ol.kv').getByRole('button').first().click();
  expect((await restored).status()).toBe(200);
  expect(await (await shown()).text()).toBe(first);
  await expect(area).toHaveValue(/The sentence below/);

  // Its old link leads to its new address, where it is withdrawn.
  await button('rename.action').click();
  await dialog.getByLabel(say('new.slug')).fill(`elders-${language}`);
  await dialog.getByRole('button', { name: say('rename.confirm') }).click();
  const row = block.getByRole('listitem').filter({ hasText: `/blog/elders-${language}` });
  await row.getByRole('button').click();
  expect((await shown()).url()).toContain(`/blog/elders-${language}`);
  await change('PUT', 'withdraw.action');
  expect((await shown()).status()).toBe(404);
  await button('back').click();
  await expect(row.getByText(say('states.withdrawn'))).toBeVisible();
  await expect(row.getByRole('button')).toBeFocused();
});
