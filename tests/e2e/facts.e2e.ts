import { readFileSync } from 'node:fs';
import { calendarDay } from '@coachsite/core/kernel';
import type { Locator } from '@playwright/test';
import { enterAs, expect, test } from './support/test.ts';
import { text } from './support/text.ts';

const portrait = {
  name: 'coach.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync(new URL('../../ui/content/samples/portrait.jpg', import.meta.url)),
};

// Other journeys on this site expect the facts of the file, however this one ends.
test.afterEach(({ admin }) => admin.resetFacts());

test('an admin changes name, price and portrait, then takes a holiday, and visitors see it all come and go', {
  tag: '@pair-a',
}, async ({ page, language, expectAccessible, admin }) => {
  // Every page is rendered anew five times, by each process.
  test.setTimeout(120_000);
  const say = (key: string) => text(language, `site-facts:${key}`);
  const block = page.getByRole('region', { name: say('title'), exact: true });
  const part = (name: string) => block.locator('summary').filter({ hasText: say(`parts.${name}`) });
  const field = (key: string) => block.getByLabel(say(key), { exact: true });
  const button = (key: string) => block.getByRole('button', { name: say(key), exact: true });
  /** Presses a button, and waits for the response of what it changes: by then every page has been rendered anew. */
  const change = async (method: string, path: string, pressed: Locator) => {
    const changed = page.waitForResponse(
      (response) => response.request().method() === method && response.url().endsWith(path),
    );
    await pressed.click();
    expect((await changed).ok()).toBe(true);
  };
  const save = () => change('PUT', '/api/admin/site', button('save'));
  await enterAs(page, admin);
  await page.goto('/admin');

  // What is wrong is named where it is, and stays as it was typed.
  await part('contact').click();
  await field('phone').fill('call me');
  await button('save').click();
  await expect(field('phone')).toHaveAccessibleDescription(say('reasons.not_a_phone'));
  await expect(field('phone')).toHaveValue('call me');
  // The sign and its text on one line.
  await expect(block.locator('.field .err')).toHaveCSS('display', 'flex');
  await expect(field('phone')).toBeFocused();
  await expectAccessible();
  await field('phone').fill('+32 470 12 34 56');

  await part('person').click();
  await field('name').fill('Mila Peeters');
  await part('prices').click();
  const consultation = block.getByRole('group', { name: say('offers.online-consultation') });
  await consultation.getByLabel(say('price.amount')).fill(language === 'nl' ? '79,50' : '79.50');

  // The real page with what is not saved yet, in a frame of its own.
  await block.getByLabel(say('preview.page')).selectOption('/contact');
  for (const response of [{ status: 503, json: { code: 'unavailable' } }, undefined]) {
    const call = '**/api/admin/site/preview';
    await page.route(call, (route) => (response ? route.fulfill(response) : route.abort()), {
      times: 1,
    });
    const tried = page.waitForRequest(call);
    await button('preview.action').click();
    await tried;
    await expect(page.getByRole('alert').filter({ hasText: say('preview.failed') })).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(button('preview.action')).toBeFocused();
  }
  await button('preview.action').click();
  await expect(page.getByText(say('preview.failed'))).toHaveCount(0);
  const frame = page.frameLocator('iframe[name="facts-preview"]');
  await expect(frame.locator('footer')).toContainText('+32 470 12 34 56');

  await save();
  await expect(page.getByText(say('saved')).first()).toBeVisible();

  await part('portrait').click();
  await field('portrait.file').setInputFiles(portrait);
  const picker = button('portrait.pick');
  await picker.focus();
  await page.keyboard.press('ArrowUp');
  await expect(picker).toHaveAccessibleDescription(/50.*45/);
  await block.getByLabel(say('portrait.alt')).first().fill('Mila');
  await save();

  const visitor = await page.context().newPage();
  await visitor.goto(`/about?lang=${language}`);
  await expect(visitor.locator('footer')).toContainText('+32 470 12 34 56');
  const shown = visitor.locator('.portrait img').first();
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(shown).toHaveCSS('object-position', '50% 45%');
  expect(await visitor.content()).toContain('Mila Peeters');

  await block
    .locator('summary')
    .filter({ hasText: say('history.title') })
    .click();
  const file = new RegExp(say('history.file'));
  const restored = '/api/admin/site/versions/0/restore';
  await change('POST', restored, block.getByRole('button', { name: file }));
  await expect(page.getByText(say('history.restored')).first()).toBeVisible();
  await expect(field('name')).toHaveValue('');
  await visitor.reload();
  await expect(visitor.locator('footer')).not.toContainText('+32 470 12 34 56');
  await expect(visitor.locator('.portrait')).toHaveCount(0);

  // A holiday takes the place of the promise to reply, until it is ended.
  const pause = (key: string) => text(language, `admin:pause.${key}`);
  const holiday = page.getByRole('region', { name: pause('title'), exact: true });
  const today = calendarDay('Europe/Brussels', Date.now());
  await holiday.getByLabel(pause('from')).fill(today);
  await holiday.getByLabel(pause('until')).fill(today);
  const path = '/api/admin/pause';
  await change('PUT', path, holiday.getByRole('button', { name: pause('save') }));
  await expect(page.getByText(pause('saved')).first()).toBeVisible();
  await visitor.goto(`/contact?lang=${language}`);
  const away = language === 'nl' ? 'na mijn terugkeer' : 'of my return';
  await expect(visitor.getByRole('main')).toContainText(away);
  await change('DELETE', path, holiday.getByRole('button', { name: pause('end') }));
  await expect(page.getByText(pause('ended')).first()).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('main')).not.toContainText(away);
});
