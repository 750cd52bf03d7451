import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, newEmail, statusAndCode } from '../support/auth-client.ts';
import { softwareAuthenticator } from '../support/software-authenticator.ts';
import { advance, claimsOf, member, need } from './support/client.ts';
import { minute, tokenOf, uuid } from './support/mfa-site.ts';
import { openPasskeySite } from './support/passkey-site.ts';
import { totp as totpCode } from './support/totp.ts';

const site = await openPasskeySite();
const { server, beginRegistration, addPasskey, beginSignIn, memberWithPasskey, signInWith } = site;
const { hostname } = new URL(server.url);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const googlePasswordManager = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4';

describe('docs/wire.md#17 a new passkey', () => {
  test('is asked for as discoverable, without a statement of the maker, for five minutes', async () => {
    const connected = await member(server);
    const { user } = connected.session;
    const begun = await beginRegistration(connected);
    expect(begun).toEqual({
      challenge_id: uuid,
      expires_at: expect.any(Number),
      options: {
        rp: { id: hostname, name: expect.any(String) },
        user: {
          id: Buffer.from(user.id).toString('base64url'),
          name: connected.email,
          displayName: connected.email,
        },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
        timeout: 5 * minute,
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'preferred',
        },
        attestation: 'none',
      },
    });
    const ahead = begun.expires_at * 1000 - server.ports.clock.now();
    expect(Math.round(ahead / minute)).toBe(5);
  });

  test('is named by the model of its authenticator, and its owner gets a mail', async () => {
    const connected = await member(server);
    const added = await addPasskey(connected, softwareAuthenticator(googlePasswordManager));
    const { device, ...passkey } = added;
    expect(passkey).toEqual({
      id: uuid,
      friendly_name: 'Google Password Manager',
      created_at: time,
    });
    expect((await server.outbox(connected.email)).at(-1)?.subject).toBe(
      'Er is een passkey toegevoegd',
    );
    expect((await addPasskey(connected)).friendly_name).toBe('Passkey');
    const { options } = await beginRegistration(connected);
    expect(options.excludeCredentials?.[0]).toMatchObject({
      type: 'public-key',
      id: device.credentialId,
      transports: ['internal'],
    });
    expect(options.excludeCredentials).toHaveLength(2);
  });
});

describe('docs/wire.md#17 a sign-in', () => {
  test('needs no name: a session at aal1 by passkey, and the passkey was used', async () => {
    const { device, userId, auth } = await memberWithPasskey();
    const begun = await beginSignIn();
    expect(begun.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * minute,
      rpId: hostname,
      userVerification: 'preferred',
    });
    const { data, error } = await site.finishSignIn(begun, device, userId);
    expect(error).toBeNull();
    const session = need(need(data).session);
    expect(session.user.id).toBe(userId);
    const claims = claimsOf(session.access_token);
    expect(claims).toMatchObject({ aal: 'aal1', sub: userId });
    expect(claims.amr).toEqual([{ method: 'passkey', timestamp: expect.any(Number) }]);
    expect(begun.client.events).toContain('SIGNED_IN');
    expect((await begun.client.auth.getUser()).data.user?.id).toBe(userId);
    expect((await begun.client.auth.refreshSession()).error).toBeNull();
    const listed = (await auth.passkey.list()).data ?? [];
    expect(listed).toEqual([
      {
        id: uuid,
        friendly_name: 'Passkey',
        created_at: time,
        last_used_at: time,
        backed_up: true,
      },
    ]);
  });

  test('stands for the second factor where the authenticator verified its user, at aal1', async () => {
    const { auth, device, userId, passkey } = await memberWithPasskey();
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    const { id, totp } = need(data) as { id: string; totp: { secret: string } };
    const code = totpCode(totp.secret, server.ports.clock.now());
    expect((await auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
    const change = { email: newEmail() };
    const touched = await signInWith(device, userId, { isUserVerified: false });
    expect((await touched.client.auth.updateUser(change)).error?.code).toBe('insufficient_aal');
    const verified = await signInWith(device, userId);
    expect(claimsOf(need(need(verified.data).session).access_token).aal).toBe('aal1');
    expect((await verified.client.auth.updateUser(change)).error).toBeNull();
    const { error } = await verified.client.auth.mfa.unenroll({ factorId: id });
    expect(error?.code).toBe('insufficient_aal');
    const own = verified.client.auth;
    expect((await own.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await own.updateUser({ email: newEmail() })).error?.code).toBe('insufficient_aal');
  });

  test('in cookie mode gives no tokens to scripts', async () => {
    const { device, userId } = await memberWithPasskey();
    const begun = await beginSignIn();
    const credential = device.get(
      {
        ...{ id: hostname, origin: new URL(server.url).origin, counter: 0 },
        ...{ challenge: begun.options.challenge, isBackedUp: true, isUserVerified: true },
      },
      Buffer.from(userId).toString('base64url'),
    );
    const body = { challenge_id: begun.challenge_id, credential };
    const headers = { 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin' };
    const path = '/auth/v1/passkeys/authentication/verify';
    const crossSite = { ...headers, 'sec-fetch-site': 'cross-site' };
    expect(statusAndCode(await call(server, 'POST', path, { body, headers: crossSite }))).toEqual([
      403,
      'cross_site_request',
    ]);
    const signedIn = await call(server, 'POST', path, { body, headers });
    expect(signedIn.status).toBe(200);
    // What it proves to the pages, which cannot read the token: docs/security.md#PK-6.
    expect(signedIn.body).toMatchObject({ aal: 'aal2', user: { id: userId } });
    expect(signedIn.body).not.toHaveProperty('access_token');
    expect(signedIn.cookies.size).toBeGreaterThan(0);
  });
});

describe('docs/wire.md#17 the passkeys of an account', () => {
  test('are listed oldest first, renamed and removed; the other sessions of a removed one end', async () => {
    const { auth, device, userId, passkey, email } = await memberWithPasskey();
    const second = await addPasskey({ auth });
    const elsewhere = await signInWith(device, userId);
    const own = await signInWith(second.device, userId, { isBackedUp: false });
    const renamed = await auth.passkey.update({
      passkeyId: passkey.id,
      friendlyName: '  Mijn telefoon 📱 ',
    });
    expect(renamed.data).toMatchObject({ id: passkey.id, friendly_name: 'Mijn telefoon 📱' });
    const { data } = await auth.passkey.list();
    expect(data).toMatchObject([
      { id: passkey.id, friendly_name: 'Mijn telefoon 📱', backed_up: true },
      { id: second.id, friendly_name: 'Passkey', backed_up: false },
    ]);
    const { error, data: nothing } = await auth.passkey.delete({ passkeyId: passkey.id });
    expect([error, nothing]).toEqual([null, null]);
    expect((await server.outbox(email)).at(-1)?.subject).toBe('Er is een passkey verwijderd');
    expect((await auth.passkey.list()).data).toHaveLength(1);
    // The client's word for `session_not_found`.
    expect((await elsewhere.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await own.client.auth.getUser()).error).toBeNull();
    expect((await signInWith(device, userId)).error?.code).toBe('webauthn_verification_failed');
  });

  test('what is changed about them is in the log', async () => {
    const { auth, device, passkey, userId } = await memberWithPasskey();
    await signInWith(device, userId);
    await auth.passkey.update({ passkeyId: passkey.id, friendlyName: 'phone' });
    await auth.passkey.delete({ passkeyId: passkey.id });
    const logged = async () =>
      (await server.ports.securityLog.about({ userIds: [userId], mentions: [] }))
        .filter(({ details }) => details.factor_id === passkey.id)
        .map(({ actionType, details }) => [actionType, details.change])
        .toReversed();
    await expect.poll(logged).toEqual([
      ['factor_change', 'added'],
      ['auth_success', undefined],
      ['factor_change', 'renamed'],
      ['factor_change', 'removed'],
    ]);
  });

  test('an unknown one and that of somebody else are the same 404', async () => {
    const { auth, passkey } = await memberWithPasskey();
    const other = await memberWithPasskey();
    for (const passkeyId of [randomUUID(), other.passkey.id, 'no-uuid']) {
      const renamed = await auth.passkey.update({ passkeyId, friendlyName: 'x' });
      const removed = await auth.passkey.delete({ passkeyId });
      for (const { error } of [renamed, removed])
        expect(error).toMatchObject({ status: 404, code: 'validation_failed' });
    }
    const capitals = passkey.id.toUpperCase();
    expect((await auth.passkey.delete({ passkeyId: capitals })).error).toBeNull();
    expect((await other.auth.passkey.list()).data).toHaveLength(1);
  });

  test.each(['', '   ', 'x'.repeat(121)])('the name "%s" is none: 400', async (friendlyName) => {
    const { auth, passkey } = await memberWithPasskey();
    const { error } = await auth.passkey.update({ passkeyId: passkey.id, friendlyName });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('the eleventh is refused: 422, at the options and at the end', async () => {
    const connected = await member(server);
    for (let i = 0; i < 9; i += 1) await addPasskey(connected);
    const [one, other] = [await beginRegistration(connected), await beginRegistration(connected)];
    expect((await site.register(connected, one, softwareAuthenticator())).error).toBeNull();
    const full = { status: 422, code: 'too_many_passkeys' };
    const late = await site.register(connected, other, softwareAuthenticator());
    expect(late.error).toMatchObject(full);
    expect((await connected.auth.passkey.startRegistration()).error).toMatchObject(full);
    expect((await connected.auth.passkey.list()).data).toHaveLength(10);
  });

  test('nobody sees or changes them without a session: 401', async () => {
    const id = randomUUID();
    for (const [method, path, body] of [
      ['GET', '/passkeys', undefined],
      ['PATCH', `/passkeys/${id}`, { friendly_name: 'x' }],
      ['DELETE', `/passkeys/${id}`, undefined],
      ['POST', '/passkeys/registration/options', {}],
      ['POST', '/passkeys/registration/verify', { challenge_id: id, credential: {} }],
    ] as const) {
      const response = await call(server, method, `/auth/v1${path}`, { body });
      expect(statusAndCode(response)).toEqual([401, 'no_authorization']);
    }
  });

  test('settings say that there are passkeys', async () => {
    const { body } = await call(server, 'GET', '/auth/v1/settings');
    expect(body.passkeys_enabled).toBe(true);
  });
});

describe('docs/security.md#PK-5 adding and removing', () => {
  test('need a session younger than ten minutes: 400 reauthentication_needed', async () => {
    const { email } = await memberWithPasskey();
    const old = await site.withPassword(email);
    const begun = await beginRegistration(old);
    advance(server, 10 * minute);
    const { auth } = old;
    const [passkey] = (await auth.passkey.list()).data ?? [];
    const passkeyId = need(passkey).id;
    const needed = { status: 400, code: 'reauthentication_needed' };
    expect((await auth.passkey.startRegistration()).error).toMatchObject(needed);
    expect((await auth.passkey.delete({ passkeyId })).error).toMatchObject(needed);
    expect((await site.register(old, begun, softwareAuthenticator())).error?.code).toBe(
      'webauthn_challenge_expired',
    );
    expect((await auth.passkey.update({ passkeyId, friendlyName: 'old' })).error).toBeNull();
    const fresh = await site.withPassword(email);
    expect((await fresh.auth.passkey.delete({ passkeyId })).error).toBeNull();
  });

  test('need the second factor once there is one: 403 insufficient_aal', async () => {
    const { auth, email, passkey } = await memberWithPasskey();
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    const { id, totp } = need(data) as { id: string; totp: { secret: string } };
    const code = totpCode(totp.secret, server.ports.clock.now());
    expect((await auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
    const begun = await beginRegistration({ auth });
    const low = await site.withPassword(email);
    const needed = { status: 403, code: 'insufficient_aal' };
    expect((await low.auth.passkey.startRegistration()).error).toMatchObject(needed);
    const { error } = await low.auth.passkey.delete({ passkeyId: passkey.id });
    expect(error).toMatchObject(needed);
    const made = await site.register(low, begun, softwareAuthenticator());
    expect(made.error).toMatchObject(needed);
    expect((await low.auth.passkey.list()).data).toHaveLength(1);
    expect((await site.register({ auth }, begun, softwareAuthenticator())).error).toBeNull();
    advance(server, 11 * minute);
    const old = (await auth.passkey.delete({ passkeyId: passkey.id })).error;
    expect(old?.code).toBe('reauthentication_needed');
  });

  test('no passkey for an anonymous session', async () => {
    const connected = await member(server);
    const { user } = connected.session;
    await server.ports.users.change(user.id, (held) => ({ ...held, isAnonymous: true }));
    const bearer = await tokenOf(connected);
    const path = '/auth/v1/passkeys/registration/options';
    const response = await call(server, 'POST', path, { bearer, body: {} });
    expect(statusAndCode(response)).toEqual([403, 'no_authorization']);
  });

  test('no passkey for an account of a SAML provider', async () => {
    const connected = await member(server);
    const { user } = connected.session;
    await server.ports.users.change(user.id, (held) => ({
      ...held,
      identities: held.identities.map((identity) => ({ ...identity, provider: 'sso:1' })),
    }));
    const bearer = await tokenOf(connected);
    const path = '/auth/v1/passkeys/registration/options';
    const response = await call(server, 'POST', path, { bearer, body: {} });
    expect(statusAndCode(response)).toEqual([422, 'validation_failed']);
  });
});
