import { randomUUID } from 'node:crypto';
import { addAdmin, banAccount } from '@coachsite/core/admins';
import type { PasskeyAnswerParts } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { call, otherPassword, statusAndCode } from '../support/auth-client.ts';
import { softwareAuthenticator } from '../support/software-authenticator.ts';
import { advance, member } from './support/client.ts';
import { minute } from './support/mfa-site.ts';
import { openPasskeySite } from './support/passkey-site.ts';

const site = await openPasskeySite();
const { server, addPasskey, beginRegistration, beginSignIn, finishSignIn, memberWithPasskey } =
  site;
const { register, signInWith } = site;
const operator = { ip: '', userAgent: 'the operator' };
const failed = { status: 400, code: 'webauthn_verification_failed' };
const notFound = { status: 400, code: 'webauthn_challenge_not_found' };

/** Why each attempt of a user failed, the oldest first. */
const reasons = async (userId: string) =>
  (await server.ports.securityLog.about({ userIds: [userId], mentions: [] }))
    .filter(({ actionType }) => actionType === 'auth_failure')
    .map(({ details }) => details.reason)
    .toReversed();

describe('docs/security.md#PK-2 a challenge', () => {
  test('is used once, also by many at a time', async () => {
    const { device, userId } = await memberWithPasskey();
    const begun = await beginSignIn();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => finishSignIn(begun, device, userId)),
    );
    expect(all.filter(({ error }) => error === null)).toHaveLength(1);
    expect((await finishSignIn(begun, device, userId)).error).toMatchObject(notFound);
  });

  test('is used up by a wrong response', async () => {
    const { device, userId } = await memberWithPasskey();
    const begun = await beginSignIn();
    const wrong = await finishSignIn(begun, softwareAuthenticator(), userId);
    expect(wrong.error).toMatchObject(failed);
    expect((await finishSignIn(begun, device, userId)).error).toMatchObject(notFound);
  });

  test('is over after five minutes', async () => {
    const { device, userId, ...connected } = await memberWithPasskey();
    const [begun, registration] = [await beginSignIn(), await beginRegistration(connected)];
    advance(server, 5 * minute);
    const expired = { status: 400, code: 'webauthn_challenge_expired' };
    expect((await finishSignIn(begun, device, userId)).error).toMatchObject(expired);
    const added = await register(connected, registration, softwareAuthenticator());
    expect(added.error).toMatchObject(expired);
  });

  test('is for its purpose, and for its user', async () => {
    const ann = await memberWithPasskey();
    const bob = await memberWithPasskey();
    const { client: _, ...signIn } = await beginSignIn();
    expect((await register(ann, signIn, softwareAuthenticator())).error).toMatchObject(notFound);
    const forBob = await beginRegistration(bob);
    expect((await register(ann, forBob, softwareAuthenticator())).error).toMatchObject(notFound);
    const { client } = await beginSignIn();
    const { challenge_id, options, expires_at } = await beginRegistration(ann);
    const crossed = { client, challenge_id, options: { challenge: options.challenge }, expires_at };
    expect((await finishSignIn(crossed, ann.device, ann.userId)).error).toMatchObject(notFound);
  });

  test('that is unknown, malformed or missing', async () => {
    const path = '/auth/v1/passkeys/authentication/verify';
    const send = async (body: object) => statusAndCode(await call(server, 'POST', path, { body }));
    const credential = {};
    expect(await send({ challenge_id: randomUUID(), credential })).toEqual([
      400,
      'webauthn_challenge_not_found',
    ]);
    for (const body of [
      { credential },
      { challenge_id: randomUUID() },
      { challenge_id: 'no-uuid', credential },
    ])
      expect(await send(body)).toEqual([400, 'validation_failed']);
  });
});

const elsewhere: Readonly<Record<string, Partial<PasskeyAnswerParts>>> = {
  'another origin': { origin: 'https://site.evil.example' },
  'another relying party': { id: 'evil.example' },
  'another challenge': { challenge: 'YW5vdGhlci1jaGFsbGVuZ2UtYWx0b2dldGhlci0xMjM0' },
};

describe('docs/security.md#PK-1 a response', () => {
  test.each(Object.entries(elsewhere))(
    'for %s adds nothing and signs nobody in',
    async (_, said) => {
      const { device, userId, auth } = await memberWithPasskey();
      const begun = await beginRegistration({ auth });
      const added = await register({ auth }, begun, softwareAuthenticator(), said);
      expect(added.error).toMatchObject(failed);
      expect((await signInWith(device, userId, said)).error).toMatchObject(failed);
      expect((await auth.passkey.list()).data).toMatchObject([{ friendly_name: 'Passkey' }]);
      expect((await signInWith(device, userId)).error).toBeNull();
    },
  );

  test('of a key that the site does not know, or under the name of another user', async () => {
    const ann = await memberWithPasskey();
    const bob = await memberWithPasskey();
    expect((await signInWith(softwareAuthenticator(), ann.userId)).error).toMatchObject(failed);
    expect((await signInWith(ann.device, bob.userId)).error).toMatchObject(failed);
    expect((await signInWith(ann.device, randomUUID())).error).toMatchObject(failed);
  });

  test('with a credential that is known already: 422', async () => {
    const { device, ...ann } = await memberWithPasskey();
    const exists = { status: 422, code: 'webauthn_credential_exists' };
    const again = await register(ann, await beginRegistration(ann), device);
    expect(again.error).toMatchObject(exists);
    const bob = await member(server);
    const taken = await register(bob, await beginRegistration(bob), device);
    expect(taken.error).toMatchObject(exists);
  });

  test.each([{}, { id: 'x', response: {} }, { id: 7, response: 'x' }])(
    'that is none: %o',
    async (credential) => {
      const { auth } = await member(server);
      const begun = await beginRegistration({ auth });
      const { error } = await auth.passkey.verifyRegistration({
        challengeId: begun.challenge_id,
        credential: credential as never,
      });
      expect(error).toMatchObject(failed);
    },
  );
});

describe('docs/security.md#PK-3 a counter', () => {
  test('that goes back or stands still is refused and logged', async () => {
    const { device, userId } = await memberWithPasskey();
    expect((await signInWith(device, userId, { counter: 5 })).error).toBeNull();
    for (const counter of [5, 4, 0])
      expect((await signInWith(device, userId, { counter })).error).toMatchObject(failed);
    await expect.poll(() => reasons(userId)).toEqual(Array(3).fill('counter_went_back'));
    expect((await signInWith(device, userId, { counter: 6 })).error).toBeNull();
  });

  test('that an authenticator does not have stays 0', async () => {
    const { device, userId } = await memberWithPasskey();
    for (let i = 0; i < 2; i += 1) expect((await signInWith(device, userId)).error).toBeNull();
  });
});

describe('docs/security.md#PK-6 accounts', () => {
  test('that are banned, or not confirmed: 403, for the right signature only', async () => {
    const { device, userId, email } = await memberWithPasskey();
    const request = { recipient: email, context: operator, force: false };
    await banAccount(server.ports, request);
    const banned = { status: 403, code: 'user_banned' };
    expect((await signInWith(device, userId)).error).toMatchObject(banned);
    const forged = await signInWith(device, userId, { origin: 'https://evil.example' });
    expect(forged.error).toMatchObject(failed);
    await server.ports.users.change(userId, (user) => ({
      ...user,
      bannedUntil: undefined,
      emailConfirmedAt: undefined,
    }));
    const unconfirmed = { status: 403, code: 'email_not_confirmed' };
    expect((await signInWith(device, userId)).error).toMatchObject(unconfirmed);
  });

  test('of admins need the verification of their user', async () => {
    const { userId, device, auth } = await memberWithPasskey();
    const unverified = { isUserVerified: false };
    expect((await signInWith(device, userId, unverified)).error).toBeNull();
    await server.ports.roles.grant(userId, 'admin', server.ports.clock.now());
    expect((await signInWith(device, userId, unverified)).error).toMatchObject(failed);
    expect((await signInWith(device, userId)).error).toBeNull();
    await expect.poll(() => reasons(userId)).toEqual(['user_verification_required']);
    const begun = await beginRegistration({ auth });
    expect(begun.options.authenticatorSelection?.userVerification).toBe('required');
    const added = await register({ auth }, begun, softwareAuthenticator(), unverified);
    expect(added.error).toMatchObject(failed);
  });

  test('that the coach takes over lose their passkeys, at any moment', async () => {
    const { email, device, userId, ...connected } = await memberWithPasskey();
    const begun = await beginRegistration(connected);
    const signIn = await beginSignIn();
    const own = { email, password: otherPassword, context: operator };
    const { name: siteName } = server.config.site;
    (await addAdmin(server.ports, { siteName }, own))._unsafeUnwrap();
    expect((await finishSignIn(signIn, device, userId)).error).toMatchObject(failed);
    const added = await register(connected, begun, softwareAuthenticator());
    // The client's word for `session_not_found`.
    expect(added.error?.name).toBe('AuthSessionMissingError');
    expect(await server.ports.passkeys.ofUser(userId)).toEqual([]);
  });

  test('whose password is new keep their passkeys', async () => {
    const { auth, device, userId } = await memberWithPasskey();
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull();
    expect((await signInWith(device, userId)).error).toBeNull();
    await addPasskey({ auth });
  });
});
