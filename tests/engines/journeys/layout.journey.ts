import { expect } from 'vitest';
import { journey } from '../support/journey.ts';
import { css, isFocused, role } from '../support/page.ts';

journey(
  'the menu opens, keeps the focus, and gives it back',
  { on: 'phone' },
  async ({ page, t }) => {
    await page.goTo('/');
    await page.tabTo(role('button', t.menu.open));
    await page.press('Enter');
    const dialog = page.within(role('dialog'));
    await dialog.see(role('button', t.menu.close), isFocused);
    await page.press('Shift+Tab');
    await page.press('Escape');
    await page.gone(role('dialog'));
    const button = await page.see(role('button', t.menu.open), isFocused);
    expect(button.isDisabled).toBe(false);
    await page.click(role('button', t.menu.open));
    await page.click(role('button', t.menu.close));
    await page.gone(role('dialog'));
  },
);

journey(
  'the menu leads to a page, and marks where one is',
  { language: 'en' },
  async ({ page, t }) => {
    for (const path of ['/about', '/faq']) {
      await page.goTo('/');
      await page.click(role('button', t.menu.open));
      await page.within(role('dialog')).click(css(`a[href="${path}"]`));
      await page.at(path);
      await page.click(role('button', t.menu.open));
      await page.within(role('dialog')).see(css(`a[href="${path}"][aria-current="page"]`));
    }
  },
);

journey('the header leads to a page, and Back returns', { on: 'desktop' }, async ({ page }) => {
  await page.goTo('/');
  const header = page.within(role('banner'));
  await header.click(css('a[href="/services"]'));
  await page.at('/services');
  await header.see(css('a[href="/services"][aria-current="page"]'));
  await page.tab.back();
  await page.at('/');
  await page.see(role('heading'), ({ text }) => text !== '');
});

journey(
  'the first stop of the keyboard skips to the content',
  { on: 'desktop' },
  async ({ page, said }) => {
    await page.goTo('/about');
    await page.press('Tab');
    await page.see(role('link', said('layout:skip')), isFocused);
    await page.press('Enter');
    await page.at('/about#main');
  },
);

journey('an unknown page leads onward', { language: 'en' }, async ({ page, said }) => {
  await page.goTo('/does-not-exist');
  await page.see(role('heading'), ({ text }) => /^Oops! This page doesn't exist/.test(text));
  await page.click(role('link', said('not-found:services')));
  await page.at('/services');
});

journey('the language switches and is kept', { on: 'desktop' }, async ({ page, t }) => {
  await page.goTo('/about');
  await page.see(css('html[lang="nl"]'));
  await page.within(role('banner')).click(role('link', t.language.other));
  await page.see(css('html[lang="en"]'));
  await page.at('/about');
  await page.goTo('/services');
  await page.see(css('html[lang="en"]'));
});

journey(
  'a language in the URL is kept, and leaves the URL',
  { hasChosen: false },
  async ({ page }) => {
    await page.goTo('/about?lang=en');
    await page.see(css('html[lang="en"]'));
    await page.at('/about');
  },
);

const scrollTo = (share: number) =>
  `() => scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) * ${share}, behavior: 'instant' })`;

journey(
  'the call bar comes with scrolling, and stays away once closed',
  {},
  async ({ page, t }) => {
    await page.goTo('/');
    const book = role('link', t.sticky.book);
    expect(await page.count(book)).toBe(0);
    await page.tab.call(scrollTo(0.5));
    const { attributes } = await page.see(book);
    expect(attributes['href']).toMatch(/^https?:/);
    await page.click(role('button', t.sticky.close));
    await page.gone(book);
    await page.goTo('/services');
    await page.tab.call(scrollTo(0.5));
    await page.see(css('html.fonts'));
    expect(await page.count(book)).toBe(0);
  },
);

journey(
  'three testimonials are filtered by subject',
  { on: 'desktop', language: 'en' },
  async ({ page, t }) => {
    await page.goTo('/testimonials');
    const quotes = css('main blockquote');
    expect(await page.count(quotes)).toBe(3);
    await page.click(role('radio', t.testimonials.muscle));
    await page.counts(quotes, 1);
    await page.press('ArrowRight');
    await page.see(role('radio', t.testimonials.performance), ({ isChecked }) => isChecked);
    await page.click(role('radio', t.testimonials.all));
    await page.counts(quotes, 3);
  },
);
