import { expect, test } from 'vitest';
import { openBrowser } from '../../conformance/support/browser.ts';
import { lastLink, linkOf } from '../../conformance/support/client.ts';
import { type Body, goodPassword, newEmail } from '../../support/auth-client.ts';
import { manifestOf, packages } from '../../support/clients/versions.ts';
import { installInFolder } from '../../support/npm-folder.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { addRow } from '../rows.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });
const { createServerClient } = await installInFolder(manifestOf(packages.ssr)).load(
  '@supabase/ssr',
);

/** A browser, by its cookies, and the client that a framework makes for each of its requests. */
function openCookies() {
  const jar = new Map<string, string>();
  const options = new Map<string, Body>();
  const cookies = {
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    setAll: (changes: Body[]) => {
      for (const change of changes) {
        options.set(change.name, change.options);
        if (change.value) jar.set(change.name, change.value);
        else jar.delete(change.name);
      }
    },
  };
  const request = () => createServerClient(server.url, server.config.publishableKey, { cookies });
  return { jar, options, request, auth: () => request().auth };
}

test('a session lives in cookies, from request to request', async () => {
  const { jar, options, request, auth } = openCookies();
  const email = newEmail();
  expect((await auth().signUp({ email, password: goodPassword })).error).toBeNull();
  expect(options.get('sb-127-auth-token')).toMatchObject({ path: '/', httpOnly: false });
  expect((await auth().getUser()).data.user?.email).toBe(email);
  expect((await auth().getClaims()).data?.claims.email).toBe(email);
  const before = jar.get('sb-127-auth-token');
  expect((await auth().refreshSession()).error).toBeNull();
  expect(jar.get('sb-127-auth-token')).not.toBe(before);
  expect((await request().from('user_roles').select()).data).toEqual([]);
  expect((await auth().updateUser({ data: { about: 'é'.repeat(900) } })).error).toBeNull();
  expect([...jar.keys()].filter((name) => /token\.\d$/.test(name)).length).toBeGreaterThan(1);
  expect([...jar.values()].map(({ length }) => length > 3180)).not.toContain(true);
  expect((await auth().getUser()).data.user?.user_metadata.about).toHaveLength(900);
  expect((await auth().signOut()).error).toBeNull();
  expect([...jar]).toEqual([]);
});

test('a mailed link ends in the browser that asked for it', async () => {
  const { auth } = openCookies();
  const email = newEmail();
  const linked = async () => {
    expect((await auth().signInWithOtp({ email })).error).toBeNull();
    const { headers } = await openBrowser().step(linkOf(server, await lastLink(server, email)));
    return new URL(headers.get('location') ?? '').searchParams.get('code');
  };
  const elsewhere = await openCookies()
    .auth()
    .exchangeCodeForSession(await linked());
  expect([elsewhere.error !== null, elsewhere.data.session]).toEqual([true, null]);
  const { data, error } = await auth().exchangeCodeForSession(await linked());
  expect([error, data.user?.email]).toEqual([null, email]);
  expect((await auth().getUser()).data.user?.email).toBe(email);
  const { name, version } = packages.ssr;
  const outcome = 'a session in cookies from sign-up to sign-out, and a link of a PKCE flow';
  addRow({ name, version, outcome });
});
