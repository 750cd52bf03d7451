import { beforeEach, describe, expect, it, test } from 'vitest';
import { showCleanUrl } from '#ui/src/document/clean-url.ts';
import { rememberPath, startLanguage } from '#ui/src/document/language.ts';
import { showPage } from '../support/frame.tsx';

interface Choice {
  readonly language: string;
  readonly path: string;
}

const chosen: Choice[] = [];
// The running app handles the change, so nothing is loaded.
document.addEventListener('coachsite:language', (event) => {
  event.preventDefault();
  chosen.push((event as CustomEvent<Choice>).detail);
});
startLanguage();

const at = (path: string) => history.replaceState(null, '', path);
const choose = (language: string) =>
  document.querySelector<HTMLElement>(`header [data-language="${language}"]`)?.click();

beforeEach(async () => {
  chosen.length = 0;
  localStorage.clear();
  at('/about');
  await showPage('about');
});

describe('language links', () => {
  it('name the languages in full and mark the current one', () => {
    const links = [...document.querySelectorAll('header [data-language]')];
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
      'NL, Nederlands',
      'EN, English',
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null]);
  });

  it('store the choice for the browser and the server, and stay on the page', () => {
    choose('en');
    expect(localStorage.getItem('language')).toBe('en');
    expect(document.cookie).toContain('language=en');
    expect(chosen).toEqual([{ language: 'en', path: '/about' }]);
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey'])('leave a press with %s to the browser', (held) => {
    const link = document.querySelector('header [data-language="en"]');
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, [held]: true });
    link?.dispatchEvent(press);
    expect([press.defaultPrevented, chosen, localStorage.getItem('language')]).toEqual([
      false,
      [],
      null,
    ]);
  });

  it('return to the remembered path once', () => {
    localStorage.setItem('lastPath', '/faq');
    choose('en');
    expect(chosen).toEqual([{ language: 'en', path: '/faq' }]);
    at('/faq');
    rememberPath();
    expect(localStorage.getItem('lastPath')).toBeNull();
    at('/services');
    rememberPath();
    expect(localStorage.getItem('lastPath')).toBe('/services');
  });

  it('clear the remembered path even when they stay on the page', () => {
    rememberPath();
    choose('en');
    expect(localStorage.getItem('lastPath')).toBeNull();
  });

  it('return to the visited page with its query, which is not stored', () => {
    at('/shop?q=kickstart');
    rememberPath();
    expect(localStorage.getItem('lastPath')).toBe('/shop');
    choose('en');
    expect(chosen).toEqual([{ language: 'en', path: '/shop?q=kickstart' }]);
  });

  it('never lead to another site', () => {
    localStorage.setItem('lastPath', '//evil.example');
    choose('en');
    expect(chosen[0]?.path).toBe('/about');
  });
});

describe('a page stays in its tab', () => {
  it('when another tab has stored its own path since', () => {
    rememberPath();
    localStorage.setItem('lastPath', '/services');
    dispatchEvent(new StorageEvent('storage', { key: 'lastPath', newValue: '/services' }));
    choose('en');
    expect(chosen).toEqual([{ language: 'en', path: '/about' }]);
    expect(localStorage.getItem('lastPath')).toBeNull();
  });

  it('when it comes back from the cache of the browser, after a visit to another', () => {
    localStorage.setItem('lastPath', '/services');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(localStorage.getItem('lastPath')).toBe('/about');
    choose('en');
    expect(chosen).toEqual([{ language: 'en', path: '/about' }]);
  });
});

test('a page that comes back from the cache of the browser hears what was stored since', () => {
  const heard: (string | null)[] = [];
  // Without a key: whatever may have changed.
  addEventListener('storage', ({ key }) => heard.push(key ?? null));
  const comeBack = (persisted: boolean) =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  comeBack(false);
  expect(heard).toEqual([]);
  comeBack(true);
  expect(heard).toEqual([null]);
});

describe('address bar', () => {
  it.each(['lang', 'l%61ng'])('stores an explicit %s and shows the plain URL', (name) => {
    at(`/about?${name}=en&a=1`);
    showCleanUrl();
    expect(location.pathname + location.search).toBe('/about?a=1');
    expect(localStorage.getItem('language')).toBe('en');
  });

  it('keeps a language that is part of another value', () => {
    at('/about?next=/contact?lang=en&lang=nl');
    showCleanUrl();
    expect(location.search).toBe('?next=/contact?lang=en');
    expect(localStorage.getItem('language')).toBe('nl');
  });

  it('ignores a value that is not a language', () => {
    at('/about?lang=fr');
    showCleanUrl();
    expect(location.search).toBe('?lang=fr');
    expect(localStorage.getItem('language')).toBeNull();
  });

  it('drops tokens from the fragment, on every page', () => {
    at('/about?b=2#access_token=secret&refresh_token=other&token_type=bearer');
    showCleanUrl();
    expect(location.pathname + location.search + location.hash).toBe('/about?b=2');
  });

  it('drops tracking parameters and keeps the fragment', () => {
    at('/about?utm_source=x&gclid=1&b=2#here');
    showCleanUrl();
    expect(location.pathname + location.search + location.hash).toBe('/about?b=2#here');
  });
});
