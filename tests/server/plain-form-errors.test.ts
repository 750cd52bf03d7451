import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const typed = {
  name: 'Ann <b>Peeters</b>',
  email: 'ann@example.com',
  subject: 'Vraag',
  message: 'Wanneer kan ik "starten"?\nGroet',
};
/** What a browser sends with a form. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    site: await openSiteFiles(),
    env: { AUTH_IP_RATE_LIMITS: 'on' },
  });
});
afterAll(() => server.stop());

const post = (path: string, init: RequestInit) => fetch(server.url + path, init);

/** What a page of an error is, whatever the error. */
async function expectPage(response: Response, status: number, language: 'nl' | 'en') {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-language')).toBe(language);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  const page = await response.text();
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain({ nl: 'Dit is niet gelukt', en: 'That didn’t work' }[language]);
  return page;
}

/** The fields of the form in a page, which posts to the URL of the page; undefined without a form. */
function formOf(page: string): Readonly<Record<string, string>> | undefined {
  if (!page.includes('<form method="post">')) return undefined;
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  const unescaped = (text = '') =>
    text.replaceAll(/&(\w+);/g, (entity, name: string) => characters[name] ?? entity);
  const fields = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...fields].map(([, name = '', value]) => [name, unescaped(value)]));
}

describe('a form that is posted too often without JavaScript', () => {
  test('gets a page in its language that keeps what was typed, and says when to try again', async () => {
    const wrong = { ...typed, email: 'nonsense' };
    for (let i = 0; i < 30; i += 1) await post('/contact', form(wrong));
    for (const [path, language, wait] of [
      ['/contact', 'nl', '10 minuten'],
      ['/contact?lang=en', 'en', '10 minutes'],
    ] as const) {
      const response = await post(path, form(wrong));
      const after = Number(response.headers.get('retry-after'));
      expect(after).toBeGreaterThan(540);
      expect(after).toBeLessThanOrEqual(600);
      const page = await expectPage(response, 429, language);
      expect(page).toContain(wait);
      expect(page).not.toContain('<b>');
      expect(formOf(page)).toEqual(wrong);
    }
  });

  test('gets one at the button of a mailed link too', async () => {
    const path = '/notify/unsubscribe?token=invented&lang=en';
    for (let i = 0; i < 30; i += 1) await post(path, form({}));
    const response = await post(path, form({ sent: '' }));
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(540);
    const page = await expectPage(response, 429, 'en');
    // The name of the button goes along: lynx posts no form without fields.
    expect(formOf(page)).toEqual({ sent: '' });
    expect(page).not.toContain('What you typed');
  });
});

describe('a form that fails before or beside its rules', () => {
  test.each([
    [
      'is too large',
      form({ ...typed, message: 'x'.repeat(70_000) }, { accept }),
      413,
      'meer tekst dan',
    ],
    [
      'has too many fields',
      { ...form({}, { accept }), body: new URLSearchParams('&a'.repeat(200)) },
      400,
      'niet lezen',
    ],
    [
      'has another type',
      { method: 'POST', headers: { accept }, body: 'name=x' },
      415,
      'niet lezen',
    ],
  ])('gets a page when it %s', async (_, init, status, words) => {
    const page = await expectPage(await post('/contact', init), status, 'nl');
    expect(page).toMatch(new RegExp(words));
    expect(page).toContain('Ga terug in je browser');
    expect(formOf(page)).toBeUndefined();
  });

  test('keeps what was typed when the database is away, and when something breaks', async () => {
    const { messages } = server.ports;
    const failWith = (error: Error) =>
      Object.assign(server.ports, { messages: { ...messages, add: () => Promise.reject(error) } });
    const full = Object.assign(new Error('/srv/secret is full'), { code: 'SQLITE_FULL' });
    for (const [error, status, after] of [
      [full, 503, '5'],
      [new Error('/srv/secret broke'), 500, null],
    ] as const) {
      failWith(error);
      const response = await post('/contact?lang=en', form(typed, { accept }));
      expect(response.headers.get('retry-after')).toBe(after);
      const page = await expectPage(response, status, 'en');
      expect(page).not.toContain('secret');
      expect(formOf(page)).toEqual(typed);
    }
    Object.assign(server.ports, { messages });
    const again = await post('/contact?lang=en', form(typed, { accept }));
    expect(again.status).toBe(303);
  });

  test('gets JSON where no browser posted it, as calls do', async () => {
    const response = await post('/contact', { method: 'POST', body: 'name=x' });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' });
    const call = { method: 'POST', headers: { accept }, body: 'name=x' };
    expect(await (await post('/api/contact', call)).json()).toHaveProperty('code');
  });
});
