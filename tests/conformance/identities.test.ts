import { afterEach, describe, expect, test } from 'vitest';
import { call, getUser, goodPassword, signIn, statusAndCode } from '../support/auth-client.ts';
import type { Person } from '../support/fake-services/openid-provider.ts';
import { openBrowser } from './support/browser.ts';
import { member, need } from './support/client.ts';
import { openOAuthSite, person, refused } from './support/oauth-sites.ts';
import { parametersOf } from './support/saml.ts';

const { provider, server, signInAt, sessionAt } = await openOAuthSite();
afterEach(() => provider.honest());

describe('docs/wire.md#4.11 identities', () => {
  const linkAs = async (connected: Awaited<ReturnType<typeof member>>, who: Person) => {
    const { data, error } = await connected.auth.linkIdentity({
      provider: 'partner' as 'github',
      options: { redirectTo: `${server.url}/account` },
    });
    if (error) throw error;
    provider.signsIn(who);
    return openBrowser().go(need(data.url), ({ pathname }) => pathname === '/account');
  };

  test('authorize: 200 with the address, or 302; without a token 401', async () => {
    const { session } = await member(server);
    const path = '/auth/v1/user/identities/authorize?provider=partner';
    const asked = await call(server, 'GET', `${path}&skip_http_redirect=true`, {
      bearer: session.access_token,
    });
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual({ url: expect.stringContaining(provider.url) });
    const sent = await call(server, 'GET', path, { bearer: session.access_token });
    expect(sent.status).toBe(302);
    expect((await call(server, 'GET', path)).status).toBe(401);
  });

  test('FD-5 an identity is linked to the session that asked, whatever its address', async () => {
    const connected = await member(server);
    const who = person();
    const at = await linkAs(connected, who);
    expect(parametersOf(at).error).toBeUndefined();
    const { data } = await connected.auth.getUserIdentities();
    expect(data?.identities.map(({ provider: name }) => name)).toEqual(['email', 'partner']);
    expect((await sessionAt(await signInAt(who))).user.id).toBe(connected.session.user.id);
  });

  test('one that belongs to somebody else: 422 identity_already_exists', async () => {
    const who = person();
    await signInAt(who);
    const at = await linkAs(await member(server), who);
    expect(refused(at).error_code).toBe('identity_already_exists');
  });

  test('unlink: 200 {}, and the way in is gone', async () => {
    const connected = await member(server);
    const who = person();
    await linkAs(connected, who);
    const { data } = await connected.auth.getUserIdentities();
    const identity = need(data?.identities.find(({ provider: name }) => name === 'partner'));
    const raw = await call(server, 'DELETE', `/auth/v1/user/identities/${identity.identity_id}`, {
      bearer: connected.session.access_token,
    });
    expect([raw.status, raw.text]).toEqual([200, '{}']);
    const gone = await connected.auth.unlinkIdentity(identity);
    expect(gone.error).toMatchObject({ status: 422 });
    expect((await sessionAt(await signInAt(who))).user.id).not.toBe(connected.session.user.id);
  });

  test('the last one: 422 single_identity_not_deletable; unknown: 422; no uuid: 404', async () => {
    const { session } = await member(server);
    const bearer = session.access_token;
    const remove = (id: string) =>
      call(server, 'DELETE', `/auth/v1/user/identities/${id}`, { bearer });
    const last = await remove(need(session.user.identities?.[0]?.identity_id));
    expect(statusAndCode(last)).toEqual([422, 'single_identity_not_deletable']);
    const two = await member(server);
    await linkAs(two, person());
    const strange = await call(
      server,
      'DELETE',
      `/auth/v1/user/identities/${crypto.randomUUID()}`,
      { bearer: two.session.access_token },
    );
    expect(statusAndCode(strange)).toEqual([422, 'identity_not_found']);
    const odd = await remove('x');
    expect(statusAndCode(odd)).toEqual([404, 'validation_failed']);
  });

  test('without the identity of the primary address, the verified one of a provider takes its place', async () => {
    const connected = await member(server);
    const who = person();
    await linkAs(connected, who);
    const [own] = need((await connected.auth.getUserIdentities()).data).identities;
    expect((await connected.auth.unlinkIdentity(need(own))).error).toBeNull();
    const { body } = await getUser(server, connected.session.access_token);
    expect(body).toMatchObject({ email: who.email, app_metadata: { providers: ['partner'] } });
  });

  test('and if that address belongs to somebody else: 422 email_conflict_identity_not_deletable', async () => {
    const connected = await member(server);
    const who = person();
    await linkAs(connected, who);
    await member(server, need(who.email));
    const [own] = need((await connected.auth.getUserIdentities()).data).identities;
    const { error } = await connected.auth.unlinkIdentity(need(own));
    expect(error).toMatchObject({ status: 422, code: 'email_conflict_identity_not_deletable' });
  });

  test('an account of a provider that sets a password gets an e-mail identity', async () => {
    const who = person();
    const { auth } = await sessionAt(await signInAt(who));
    const { data, error } = await auth.updateUser({ password: goodPassword });
    expect(error).toBeNull();
    expect(data.user?.identities?.map(({ provider: name }) => name).toSorted()).toEqual([
      'email',
      'partner',
    ]);
    expect((await signIn(server, need(who.email))).status).toBe(200);
  });
});
