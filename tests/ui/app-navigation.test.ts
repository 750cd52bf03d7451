import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followNavigation } from '#ui/src/app/navigation.ts';
import { listen } from '#ui/src/browser/page-events.ts';

const asked: string[] = [];
type Change = (change: { readonly pathChanged: boolean }) => void;
const subscribed = new Map<string, Change>();

beforeAll(() => {
  // The document of the test follows a link before the click has reached the document.
  vi.spyOn(window, 'open').mockReturnValue(null);
  const router = {
    navigate: async ({ href }: { readonly href: string }) => void asked.push(href),
    subscribe: (name: string, change: Change) => subscribed.set(name, change),
  };
  followNavigation(router as never);
});
beforeEach(() => {
  asked.length = 0;
  history.replaceState(null, '', '/about?x=1');
});
afterEach(() => {
  document.body.innerHTML = '';
});

/** Clicks inside a link; returns whether the browser does not follow it, and where the app navigates to. */
function follow(attributes: string, init: MouseEventInit = {}, isHandled = false) {
  document.body.innerHTML = `<p><a ${attributes}><b>on</b></a></p>`;
  if (isHandled)
    document.querySelector('a')?.addEventListener('click', (event) => event.preventDefault());
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  document.querySelector('b')?.dispatchEvent(click);
  return { isTaken: click.defaultPrevented, asked };
}

test.each([
  ['/shop', '/shop'],
  ['/shop?type=bundle#top', '/shop?type=bundle#top'],
  ['/shop/mind-body-12', '/shop/mind-body-12'],
  ['/blog', '/blog'],
  ['/blog/any-article', '/blog/any-article'],
  ['/about?x=2', '/about?x=2'],
  ['/faq#price', '/faq#price'],
])('the app shows the page that a link leads to: %s', (href, path) => {
  expect(follow(`href="${href}"`)).toEqual({ isTaken: true, asked: [path] });
});

test.each([
  ['another site', 'href="https://other.example/shop"'],
  ['a file', 'href="/shop" download'],
  ['a tab of its own', 'href="/shop" target="_blank"'],
  ['the page in another language', 'href="/shop" hreflang="en"'],
  ['another language', 'href="/shop?lang=en"'],
  ['a place on this page', 'href="#team"'],
  ['no page of the site', 'href="/api/admin/messages?format=csv"'],
  ['a path that only begins like the blog', 'href="/blogger"'],
  ['a path in which the blog comes later', 'href="/x/blog/y"'],
  ['a document, which the second error screen asks for', 'href="/shop" data-document=""'],
])('the browser follows a link to %s', (_, attributes) => {
  expect(follow(attributes)).toEqual({ isTaken: false, asked: [] });
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('the browser follows a click that asks for more than the page: %j', (init) => {
  expect(follow('href="/shop"', init)).toEqual({ isTaken: false, asked: [] });
});

test('what a part of the page has handled is no navigation', () => {
  expect(follow('href="/shop"', {}, true)).toEqual({ isTaken: true, asked: [] });
});

test('another page is announced, and loses the data that the server wrote for the first', () => {
  let announced = 0;
  const stop = listen('navigated', () => {
    announced += 1;
  });
  const data = '<script type="application/ld+json">{}</script>';
  document.body.innerHTML = data;
  subscribed.get('onRendered')?.({ pathChanged: false });
  expect([announced, document.body.innerHTML]).toEqual([0, data]);
  subscribed.get('onRendered')?.({ pathChanged: true });
  expect([announced, document.body.innerHTML]).toEqual([1, '']);
  stop();
});
