import { expect } from 'vitest';
import { journey } from '../support/journey.ts';
import { css, isChecked, isFocused, label, type Page, role, says } from '../support/page.ts';

/** The week of the home page, once its script may come. */
async function openWeek(page: Page): Promise<Page> {
  await page.goTo('/');
  await page.aim(css('[data-week]'));
  await page.called('/after-use-', 1);
  return page.within(css('[data-week]'));
}

const cell = (day: number, hours: number) => css(`[data-at="${day * 48 + hours * 2}"]`);

journey(
  'the week is painted with the mouse, and a half hour picked',
  { on: 'desktop' },
  async ({ page, t }) => {
    const week = await openWeek(page);
    const { x, y } = await week.aim(css('.week'));
    await page.tab.act([{ type: 'move', x, y }]);
    await week.see(role('radio', 'Werk'), isChecked);
    // Monday 9.00 to Friday 13.00, in one stroke from the far corner.
    const stroke = [];
    for (const at of [cell(4, 12.5), cell(2, 10), cell(0, 9)]) stroke.push(await week.aim(at));
    const [first, ...others] = stroke.map((to) => ({ type: 'move', ...to }) as const);
    if (!first) throw new Error('There is no stroke');
    await page.tab.act([first, { type: 'down' }, ...others, { type: 'up' }]);
    await week.see(role('gridcell', 'woensdag 10.00, werk'));
    await week.see(css('.sum'), says('Je hebt nog 191 halve uren.'));
    expect(await page.tab.call('() => String(getSelection())')).toBe('');

    await week.click(role('radio', 'Jouw half uur'));
    await week.click(cell(1, 20));
    const { attributes } = await week.see(role('link', 'Plan dinsdag 20.00'));
    expect(new URL(attributes['href'] ?? '').searchParams.get('notes')).toContain('20.00');
    await week.click(role('link', 'Zet het in een bericht'));
    await page.see(label(t.contact.subject), ({ value }) => value.includes('20.00'));
    await page.see(label(t.contact.message), ({ value }) => value.includes('191'));
    await page.tab.back();
    await (await weekOf(page)).see(role('link', 'Plan dinsdag 20.00'));
  },
);

const weekOf = async (page: Page) => {
  await page.at('/');
  return page.within(css('[data-week]'));
};

journey(
  'the week is painted and picked by keys',
  { on: 'desktop', language: 'en' },
  async ({ page }) => {
    const week = await openWeek(page);
    await page.tabTo(role('button', 'Colour in your week'));
    await page.press('Enter');
    await week.see(role('gridcell', 'Monday 9:00, free'), isFocused);
    await page.press('PageDown');
    for (let step = 0; step < 3; step += 1) await page.press('Shift+ArrowRight');
    await week.counts(role('gridcell', /^Tuesday .*, work$/), 4);
    for (let step = 0; step < 4; step += 1) await page.press('ArrowRight');
    await week.see(role('gridcell', 'Tuesday 12:30, free'), isFocused);
    await page.press('Enter');
    await week.see(role('link', 'Book Tuesday 12:30'));
    await page.press('Control+z');
  },
);

journey('on a phone one opens a day and picks a half hour', {}, async ({ page, t }) => {
  const week = await openWeek(page);
  await week.click(role('button', 'Kleur je week in'));
  await week.click(role('radio', 'dinsdag'));
  await week.click(cell(1, 14));
  await week.see(cell(1, 14), ({ attributes }) => /\bwork\b/.test(attributes['class'] ?? ''));
  await week.click(role('radio', 'Jouw half uur'));
  await week.see(role('radio', 'Jouw half uur'), isChecked);
  await week.click(cell(1, 12.5));
  await week.see(role('link', 'Plan dinsdag 12.30'));
  await week.click(role('link', 'Zet het in een bericht'));
  await page.see(label(t.contact.subject), ({ value }) =>
    value.includes('Gratis gesprek op dinsdag om 12.30 uur'),
  );
});
