import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLinksHere } from '#ui/src/document/inside-app.ts';

/* Links where another app shows the page. */

const file = '/storage/v1/object/public/ebook/free-guide.pdf';

document.documentElement.lang = 'en';
openLinksHere();

const assigned = vi.fn();
const ofApp = vi.fn();

beforeEach(() => {
  assigned.mockClear();
  ofApp.mockClear();
  vi.spyOn(location, 'assign').mockImplementation(assigned);
  document.body.innerHTML = `<main><a id="download" download href="${file}?download">D</a>
    <a id="view" target="_blank" href="${file}">V</a><a id="other" target="_blank" href="https://a.example/">O</a></main>`;
  document.querySelector('main')?.addEventListener('click', (event) => {
    ofApp();
    event.preventDefault();
  });
});

afterEach(() => vi.restoreAllMocks());

const press = (id: string) => document.getElementById(id)?.click();

test.each(['download', 'view'])('the guide opens here, and not by the running app: %s', (id) => {
  press(id);
  press(id);
  expect(assigned.mock.calls).toEqual([[file], [file]]);
  expect(ofApp).not.toHaveBeenCalled();
  expect(document.querySelectorAll('[role="region"]')).toHaveLength(1);
});

test('another link loses its window, and nothing else', () => {
  press('other');
  expect(ofApp).toHaveBeenCalledTimes(1);
  expect(document.getElementById('other')?.hasAttribute('target')).toBe(false);
  expect(assigned).not.toHaveBeenCalled();
});

test('the address is copied, or said where it cannot be, and the line can be closed', async () => {
  press('view');
  const [copy, close] = document.querySelectorAll<HTMLButtonElement>('[role="region"] button');
  const status = document.querySelector('[role="status"]');
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  copy?.click();
  await expect.poll(() => status?.textContent).toBe('Copied. Paste it into your browser.');
  expect(writeText).toHaveBeenCalledWith(location.origin + location.pathname);
  writeText.mockRejectedValue(new Error('denied'));
  copy?.click();
  await expect.poll(() => status?.textContent).toContain(location.origin);
  close?.click();
  expect(document.querySelector('[role="region"]')).toBeNull();
});
