import { afterEach, describe, expect, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  statusAndCode,
} from '../support/auth-client.ts';
import type { Person } from '../support/fake-services/openid-provider.ts';
import { codeOf, enroll, newAppUser, verifyCode } from '../support/second-factor.ts';
import { openBrowser } from './support/browser.ts';
import { advance, type Connected, claimsOf, lastMail, member, need } from './support/client.ts';
import { openOAuthSite, person, rejected } from './support/oauth-sites.ts';
import { parametersOf } from './support/saml.ts';

const { provider, server, signInAt, sessionAt } = await openOAuthSite();
afterEach(() => provider.honest());

describe('docs/wire.md#4.11 identities', () => {
  const pkceMember = () => member(server, newEmail(), 'pkce');

  /** Begins to link a provider, and returns the URL to continue at. */
  const beginLink = async ({ auth }: Pick<Connected, 'auth'>) => {
    const { data, error } = await auth.linkIdentity({
      provider: 'partner' as 'github',
      options: { redirectTo: `${server.url}/account` },
    });
    if (error) throw error;
    return need(data.url);
  };

  /** Continues in a browser, which ends at the site. */
  const continueAs = (who: Person, url: string, browser = openBrowser()) => {
    provider.signsIn(who);
    return browser.go(url, ({ pathname }) => pathname === '/account');
  };

  const linkAs = async (connected: Connected, who: Person) => {
    const at = await continueAs(who, await beginLink(connected));
    const code = at.searchParams.get('code');
    if (code) {
      const { error } = await connected.auth.exchangeCodeForSession(code);
      if (error) throw error;
    }
    return at;
  };

  test('authorize: 200 with the URL, or 302; without a token 401', async () => {
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
    const connected = await pkceMember();
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
    const at = await linkAs(await pkceMember(), who);
    expect(rejected(at).error_code).toBe('identity_already_exists');
  });

  test('unlink: 200 {}, and the provider no longer signs in to the account', async () => {
    const connected = await pkceMember();
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
    const two = await pkceMember();
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
    const connected = await pkceMember();
    const who = person();
    await linkAs(connected, who);
    const [own] = need((await connected.auth.getUserIdentities()).data).identities;
    expect((await connected.auth.unlinkIdentity(need(own))).error).toBeNull();
    const { body } = await getUser(server, connected.session.access_token);
    expect(body).toMatchObject({ email: who.email, app_metadata: { providers: ['partner'] } });
  });

  test('if that address belongs to somebody else: 422 email_conflict_identity_not_deletable', async () => {
    const connected = await pkceMember();
    const who = person();
    await linkAs(connected, who);
    await member(server, need(who.email));
    const [own] = need((await connected.auth.getUserIdentities()).data).identities;
    const { error } = await connected.auth.unlinkIdentity(need(own));
    expect(error).toMatchObject({ status: 422, code: 'email_conflict_identity_not_deletable' });
  });

  test('FD-1 a link passed on to another browser is made only by the client that has the verifier', async () => {
    const attacker = await pkceMember();
    const victim = person();
    const at = await continueAs(victim, await beginLink(attacker));
    expect(await server.ports.users.byIdentity('partner', victim.sub)).toBeUndefined();
    const code = need(at.searchParams.get('code'));
    const guess = { auth_code: code, code_verifier: 'v'.repeat(43) };
    const guessed = await call(server, 'POST', '/auth/v1/token?grant_type=pkce', { body: guess });
    expect(statusAndCode(guessed)).toEqual([400, 'bad_code_verifier']);
    expect((await attacker.auth.exchangeCodeForSession(code)).error?.code).toBe(
      'flow_state_not_found',
    );
    expect(await server.ports.users.byIdentity('partner', victim.sub)).toBeUndefined();
  });

  test('FD-1 a session that ended before the exchange links nothing', async () => {
    const connected = await pkceMember();
    const who = person();
    const at = await continueAs(who, await beginLink(connected));
    await server.ports.sessions.removeOfUser(connected.session.user.id);
    const { error } = await connected.auth.exchangeCodeForSession(
      need(at.searchParams.get('code')),
    );
    // The client's own error for `session_not_found`.
    expect(error?.name).toBe('AuthSessionMissingError');
    expect(await server.ports.users.byIdentity('partner', who.sub)).toBeUndefined();
  });

  test('FD-1 without PKCE the link is made only in the browser that began it', async () => {
    const { session } = await member(server);
    const begin = `${server.url}/auth/v1/user/identities/authorize?provider=partner&redirect_to=${server.url}/account`;
    const headers = { authorization: `Bearer ${session.access_token}` };
    const foreign = await fetch(begin, {
      headers: { ...headers, origin: 'https://app.example.com' },
      redirect: 'manual',
    });
    expect([foreign.status, (await foreign.json()).error_code]).toEqual([400, 'validation_failed']);

    const [own, other] = [openBrowser(), openBrowser()];
    const who = person();
    const started = async () => need((await own.step(begin, { headers })).headers.get('location'));
    provider.signsIn(who);
    const isAtSite = ({ origin, pathname }: URL) =>
      origin === server.url && !pathname.startsWith('/auth/v1/');
    const rejected = await other.go(await started(), isAtSite);
    expect(parametersOf(rejected).error_code).toBe('bad_oauth_state');
    await continueAs(who, await started(), own);
    const owner = await server.ports.users.byIdentity('partner', who.sub);
    expect(owner?.id).toBe(session.user.id);
  });

  describe('MF-6 with a second factor', () => {
    const firstFactorOnly = async (email: string) =>
      (await signIn(server, email)).body.access_token as string;

    test('linking and unlinking need it', async () => {
      const { email, session } = await newAppUser(server);
      const bearer = await firstFactorOnly(email);
      const begun = await call(
        server,
        'GET',
        '/auth/v1/user/identities/authorize?provider=partner&skip_http_redirect=true',
        { bearer },
      );
      expect(statusAndCode(begun)).toEqual([401, 'insufficient_aal']);
      const byToken = (token: string, who = person()) =>
        call(server, 'POST', '/auth/v1/token?grant_type=id_token', {
          bearer: token,
          body: { provider: 'partner', id_token: provider.idToken(who), link_identity: true },
        });
      expect(statusAndCode(await byToken(bearer))).toEqual([401, 'insufficient_aal']);
      const linked = await byToken(session.access_token);
      expect(linked.status).toBe(200);
      const added = linked.body.user.identities[1].identity_id;
      const unlink = (token: string) =>
        call(server, 'DELETE', `/auth/v1/user/identities/${added}`, { bearer: token });
      expect(statusAndCode(await unlink(bearer))).toEqual([401, 'insufficient_aal']);
      expect((await unlink(session.access_token)).status).toBe(200);
    });

    test('a factor verified after the flow began counts at its end', async () => {
      const thief = await pkceMember();
      const url = await beginLink(thief);
      const owner = (await signIn(server, thief.email)).body.access_token;
      const { id, totp } = (await enroll(server, owner)).body;
      // Verifying ends the other sessions, which alone would prevent the link.
      const [held] = await server.ports.sessions
        .ofUser(thief.session.user.id)
        .then((all) =>
          all.filter((each) => each.id === claimsOf(thief.session.access_token).session_id),
        );
      expect((await verifyCode(server, owner, id, codeOf(totp.secret))).status).toBe(200);
      const { securityStamp } = need(await server.ports.users.byId(thief.session.user.id));
      await server.ports.sessions.create(need(held), securityStamp);
      const who = person();
      expect(rejected(await continueAs(who, url)).error_code).toBe('insufficient_aal');
      expect(await server.ports.users.byIdentity('partner', who.sub)).toBeUndefined();
    });
  });

  test('linking, unlinking and a new password are notified by mail, with the providers that remain', async () => {
    const connected = await pkceMember();
    await linkAs(connected, person());
    const last = () => lastMail(server, connected.email);
    const linkedMail = await last();
    expect(linkedMail.subject).toBe('Je kan nu op een nieuwe manier inloggen');
    expect(linkedMail.text).toContain('Partner');
    await connected.auth.updateUser({ password: otherPassword });
    expect((await last()).text).toContain('Inloggen kan ook nog met Partner.');
    const { data } = await connected.auth.getUserIdentities();
    await connected.auth.unlinkIdentity(need(data?.identities[1]));
    expect((await last()).subject).toBe('Een manier om in te loggen is verwijderd');
    await connected.auth.updateUser({ password: goodPassword });
    expect((await last()).text).not.toContain('Inloggen kan ook nog');
  });

  test('an identity linked by its confirmed address is notified by mail', async () => {
    const { email } = await member(server);
    await signInAt(person({ email }));
    expect((await lastMail(server, email)).subject).toBe('Je kan nu op een nieuwe manier inloggen');
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

// Last, as the clock of this file does not go back.
test('FD-5 a session of ten minutes links nothing: 400 reauthentication_needed', async () => {
  const { auth, session } = await member(server, newEmail(), 'pkce');
  advance(server, 10 * 60_000);
  const begun = await auth.linkIdentity({ provider: 'partner' as 'github' });
  expect(begun.error).toMatchObject({
    status: 400,
    code: 'reauthentication_needed',
    message: 'A new way to sign in requires a sign-in of the last ten minutes',
  });
  const body = { provider: 'partner', id_token: provider.idToken(person()), link_identity: true };
  const linked = await call(server, 'POST', '/auth/v1/token?grant_type=id_token', {
    body,
    bearer: session.access_token,
  });
  expect(statusAndCode(linked)).toEqual([400, 'reauthentication_needed']);
});
