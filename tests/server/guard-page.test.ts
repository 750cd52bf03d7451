import { expect, test } from 'vitest';
import { anySession, sharedSite } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

const { get, server } = await sharedSite();

test.each([
  ['/account', '/auth?redirect=%2Faccount'],
  ['/admin?x=1', '/auth?redirect=%2Fadmin%3Fx%3D1'],
])('a request of %s without a session is redirected to the sign-in page', async (path, to) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await get(path, { method, headers: {} });
    expect([response.status, response.headers.get('location')]).toEqual([303, to]);
    // Whoever has signed in since must not be led there again.
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('the sign-in page is in the language that the link asked for', async () => {
  const to = '/auth?redirect=%2Faccount%3Flang%3Den';
  const response = await get('/account?lang=en', { headers: {} });
  expect(response.headers.get('location')).toBe(`${to}&lang=en`);
  expect(response.headers.get('set-cookie')).toContain('language=en');
  const known = await get('/account?lang=en', { headers: { cookie: 'language=en' } });
  expect(known.headers.get('location')).toBe(to);
});

test('a request with a session gets the page, which then checks the session', async () => {
  for (const cookie of [anySession.cookie, 'cs-access=of-nobody']) {
    const response = await get('/account', { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('data-start="load"');
  }
  expect((await get('/auth', { headers: {} })).status).toBe(200);
});

test('the sign-in page says from the start that it leads on, where it does', async () => {
  const says = async (search: string) =>
    (await (await get(`/auth${search}`)).text()).includes('Sign in to continue');
  expect(await says('?lang=en&redirect=%2Faccount')).toBe(true);
  for (const search of ['?lang=en', '?lang=en&redirect=%2F', '?lang=en&redirect=https://a.example'])
    expect([search, await says(search)]).toEqual([search, false]);
});

test('the set-up page has its form until there is an admin', async () => {
  const hasForm = async () => (await (await get('/admin-setup')).text()).includes('name="token"');
  expect(await hasForm()).toBe(true);
  await asAdmin(server);
  expect(await hasForm()).toBe(false);
});
