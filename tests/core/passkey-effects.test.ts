import { resetFactorsOf } from '@coachsite/core/admins';
import { signInWithIdToken } from '@coachsite/core/federation';
import { hourMs, minuteMs, ok } from '@coachsite/core/kernel';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  type PasskeyCeremony,
  registerPasskey,
  removePasskey,
  renamePasskey,
  resetPasskeys,
  signInWithPasskey,
  userHandleOf,
} from '@coachsite/core/passkey';
import { exportAccount } from '@coachsite/core/privacy';
import type { CurrentUser } from '@coachsite/core/session';
import { signUp } from '@coachsite/core/sign-in';
import type { PasskeyAnswerParts, TestAuthenticator } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import {
  context,
  link,
  memberSite,
  password,
  settings as signInSettings,
} from './support/member-site.ts';

const relyingParty = { id: 'site.example', origin: 'https://site.example' };
const settings = { ...signInSettings, relyingParty };
const email = 'ann@example.com';
const elsewhere = { ip: '192.0.2.9', userAgent: 'another browser' };
const titan = '42b4fb4a-2866-43b2-9bf7-6c6669c2e5d3';

type Site = ReturnType<typeof memberSite>;
type Ports = Site['ports'];

const parts = ({ challenge }: PasskeyCeremony, said: Partial<PasskeyAnswerParts>) => ({
  ...relyingParty,
  ...{ challenge: challenge.challenge, counter: 0, isBackedUp: true, isUserVerified: true },
  ...said,
});

const begin = (site: Site, current: CurrentUser, ports: Ports = site.ports) =>
  beginPasskeyRegistration(ports, settings, current);

const register = (
  ports: Ports,
  current: CurrentUser,
  begun: PasskeyCeremony,
  device: TestAuthenticator,
  said: Partial<PasskeyAnswerParts> = {},
) =>
  registerPasskey(ports, settings, {
    ...current,
    challengeId: begun.challenge.id,
    credential: device.create(parts(begun, said)),
    language: 'en',
    context: elsewhere,
  });

/** Adds a passkey, which must succeed. */
async function added(site: Site, current: CurrentUser, device = site.authenticator(titan)) {
  const begun = (await begin(site, current))._unsafeUnwrap();
  const passkey = (await register(site.ports, current, begun, device))._unsafeUnwrap();
  return { device, passkey };
}

/** A member with a passkey. */
async function owner() {
  const site = memberSite();
  const current = await site.member(email);
  return { site, current, ...(await added(site, current)) };
}

async function signIn(
  site: Site,
  device: TestAuthenticator,
  userId: string,
  said: Partial<PasskeyAnswerParts> = {},
  ports: Ports = site.ports,
) {
  const begun = await beginPasskeySignIn(ports, settings);
  return signInWithPasskey(ports, settings, {
    challengeId: begun.challenge.id,
    credential: device.get(parts(begun, said), userHandleOf(userId)),
    context: elsewhere,
  });
}

const kindOf = (outcome: { isErr(): boolean; _unsafeUnwrapErr(): { kind: string } }) =>
  outcome.isErr() ? outcome._unsafeUnwrapErr().kind : 'ok';

describe('adding a passkey', () => {
  test('keeps what the authenticator made, tells the owner and is in the log', async () => {
    const { site, current, device, passkey } = await owner();
    expect(passkey).toEqual({
      id: passkey.id,
      userId: current.user.id,
      credentialId: device.credentialId,
      publicKey: 'key-1',
      counter: 0,
      aaguid: titan,
      transports: ['internal'],
      isBackedUp: true,
      friendlyName: 'Google Titan',
      createdAt: site.clock.now(),
      lastUsedAt: undefined,
    });
    expect(await site.ports.passkeys.ofUser(current.user.id)).toEqual([passkey]);
    expect(site.mailTo(email)).toEqual({ kind: 'passkey_added', to: email, language: 'en' });
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject({
      ...elsewhere,
      actionType: 'factor_change',
      userId: current.user.id,
      details: { factor_type: 'passkey', factor_id: passkey.id, change: 'added' },
    });
    const { user } = current;
    const data = await exportAccount(site.ports, { userId: user.id, context });
    expect(data?.passkeys).toEqual([passkey]);
  });

  test('asks an authenticator for another one than it has', async () => {
    const { site, current, device } = await owner();
    const { options } = (await begin(site, current))._unsafeUnwrap();
    expect(options.excludeCredentials).toMatchObject([{ id: device.credentialId }]);
    expect(options.authenticatorSelection).toMatchObject({ userVerification: 'preferred' });
  });

  test('an owner without an e-mail address gets no mail', async () => {
    const site = memberSite();
    const current = await site.member(email);
    const { user } = current;
    const mails = site.ports.messenger.sent.length;
    const bare = { ...current, user: { ...user, email: undefined, phoneConfirmedAt: 1 } };
    await added(site, bare);
    expect(site.ports.messenger.sent).toHaveLength(mails);
  });

  test('needs a session younger than ten minutes, forwards and backwards', async () => {
    const site = memberSite();
    const current = await site.member(email);
    site.clock.advance(10 * minuteMs - 1);
    expect(kindOf(await begin(site, current))).toBe('ok');
    site.clock.advance(1);
    expect(kindOf(await begin(site, current))).toBe('reauthentication_needed');
    site.clock.set(current.session.createdAt - 10 * minuteMs);
    expect(kindOf(await begin(site, current))).toBe('reauthentication_needed');
    site.clock.set(current.session.createdAt - 1);
    expect(kindOf(await begin(site, current))).toBe('ok');
  });

  test('needs the second factor once there is one, used less than ten minutes ago', async () => {
    const { site, current } = await owner();
    const begun = (await begin(site, current))._unsafeUnwrap();
    await site.protect(current.user.id);
    expect(kindOf(await begin(site, current))).toBe('insufficient_aal');
    const made = await register(site.ports, current, begun, site.authenticator());
    expect(kindOf(made)).toBe('insufficient_aal');
    const { session } = current;
    site.clock.advance(hourMs);
    const totp = { method: 'totp', at: site.clock.now(), factorId: 'factor' } as const;
    const raised = { ...current, session: { ...session, amr: [...session.amr, totp] } };
    site.clock.advance(10 * minuteMs);
    expect(kindOf(await begin(site, raised))).toBe('reauthentication_needed');
    site.clock.advance(-1);
    const begunLater = (await begin(site, raised))._unsafeUnwrap();
    const done = await register(site.ports, raised, begunLater, site.authenticator());
    expect(kindOf(done)).toBe('ok');
  });

  test('is not for accounts that nobody confirmed, or that a provider manages', async () => {
    const site = memberSite();
    const current = await site.member(email);
    const begun = (await begin(site, current))._unsafeUnwrap();
    const { user } = current;
    const [identity] = user.identities;
    const cases = [
      [{ emailConfirmedAt: undefined }, 'email_not_confirmed'],
      [{ emailConfirmedAt: undefined, email: undefined }, 'phone_not_confirmed'],
      [{ bannedUntil: Number.POSITIVE_INFINITY }, 'user_banned'],
      [{ identities: [{ ...identity, provider: 'sso:1' }] }, 'user_sso_managed'],
    ] as const;
    for (const [change, kind] of cases) {
      const other = { ...current, user: { ...user, ...change } as typeof user };
      expect(kindOf(await begin(site, other))).toBe(kind);
      const made = await register(site.ports, other, begun, site.authenticator());
      expect(kindOf(made)).toBe(kind);
    }
    // Nothing used the challenge up.
    const made = await register(site.ports, current, begun, site.authenticator());
    expect(kindOf(made)).toBe('ok');
  });

  test('is asked for 30 times in 15 minutes', async () => {
    const site = memberSite();
    const current = await site.member(email);
    for (let i = 0; i < 30; i += 1) expect(kindOf(await begin(site, current))).toBe('ok');
    const limited = await begin(site, current);
    expect(limited._unsafeUnwrapErr()).toEqual({
      kind: 'over_request_rate_limit',
      retryAfterSeconds: 900,
    });
    const other = await site.member('bob@example.com');
    expect(kindOf(await begin(site, other))).toBe('ok');
  });

  test('ends at ten, also of two at once, and the eleventh is not asked for', async () => {
    const site = memberSite();
    const current = await site.member(email);
    for (let i = 0; i < 9; i += 1) await added(site, current);
    const both = [await begin(site, current), await begin(site, current)];
    const done = await Promise.all(
      both.map((begun) =>
        register(site.ports, current, begun._unsafeUnwrap(), site.authenticator()),
      ),
    );
    expect(done.map(kindOf).toSorted()).toEqual(['ok', 'too_many_passkeys']);
    expect(kindOf(await begin(site, current))).toBe('too_many_passkeys');
  });

  test('of a response for something else fails, is in the log, and uses the challenge up', async () => {
    const site = memberSite();
    const current = await site.member(email);
    const begun = (await begin(site, current))._unsafeUnwrap();
    const device = site.authenticator();
    const wrong = await register(site.ports, current, begun, device, { id: 'evil.example' });
    expect(kindOf(wrong)).toBe('webauthn_verification_failed');
    expect((await site.logged('auth_failure')).at(-1)).toEqual({
      userId: current.user.id,
      reason: 'webauthn_verification_failed',
      change: 'added',
    });
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject(elsewhere);
    const again = await register(site.ports, current, begun, device);
    expect(kindOf(again)).toBe('webauthn_challenge_not_found');
  });

  test('by an admin needs the verification of the user', async () => {
    const site = memberSite();
    const current = await site.member(email);
    await site.ports.roles.grant(current.user.id, 'admin', 1);
    const begun = (await begin(site, current))._unsafeUnwrap();
    expect(begun.options.authenticatorSelection).toMatchObject({ userVerification: 'required' });
    const said = { isUserVerified: false };
    const made = await register(site.ports, current, begun, site.authenticator(), said);
    expect(kindOf(made)).toBe('user_verification_required');
    await added(site, current);
  });

  test('of a credential that is known adds nothing, and tells nobody', async () => {
    const { site, current, device } = await owner();
    const mails = site.ports.messenger.sent.length;
    const begun = (await begin(site, current))._unsafeUnwrap();
    const again = await register(site.ports, current, begun, device);
    expect(kindOf(again)).toBe('webauthn_credential_exists');
    expect(site.ports.messenger.sent).toHaveLength(mails);
  });
});

describe('signing in with a passkey', () => {
  test('starts a session at aal1, whose method says which passkey and whether its user was verified', async () => {
    const { site, current, device, passkey } = await owner();
    const { id } = current.user;
    for (const isUserVerified of [true, false]) {
      site.clock.advance(1000);
      const said = { counter: isUserVerified ? 1 : 2, isBackedUp: false, isUserVerified };
      const granted = (await signIn(site, device, id, said))._unsafeUnwrap();
      const at = site.clock.now();
      expect(granted.session.amr).toEqual([
        { method: 'passkey', at, passkeyId: passkey.id, userVerified: isUserVerified },
      ]);
      expect(granted.session).toMatchObject(elsewhere);
      expect(granted.user.id).toBe(id);
      expect((await site.current(granted)).session.id).toBe(granted.session.id);
      expect(await site.ports.passkeys.ofUser(id)).toEqual([
        { ...passkey, counter: said.counter, isBackedUp: false, lastUsedAt: at },
      ]);
    }
    expect((await site.logged('auth_success')).at(-1)).toEqual({
      userId: id,
      method: 'passkey',
      factor_id: passkey.id,
    });
  });

  test('fails for another key, user, site or challenge, and says why in the log only', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    const bob = await site.member('bob@example.com');
    const outcomes = [
      await signIn(site, site.authenticator(), id),
      await signIn(site, device, bob.user.id),
      await signIn(site, device, id, { origin: 'https://evil.example' }),
      await signIn(site, device, id, { challenge: 'another' }),
    ];
    expect(outcomes.map(kindOf)).toEqual(Array(4).fill('webauthn_verification_failed'));
    const failure = { reason: 'webauthn_verification_failed', method: 'passkey' };
    expect(await site.logged('auth_failure')).toEqual([
      { userId: undefined, ...failure },
      ...Array(3).fill({ userId: id, ...failure }),
    ]);
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject(elsewhere);
  });

  test('of what is no response fails', async () => {
    const { site, device } = await owner();
    // As a database does, which cannot look for what is no text.
    const byCredentialId: typeof site.ports.passkeys.byCredentialId = async (id) => {
      if (typeof id !== 'string') throw new TypeError('not a text');
      return site.ports.passkeys.byCredentialId(id);
    };
    const textsOnly = { ...site.ports, passkeys: { ...site.ports.passkeys, byCredentialId } };
    for (const credential of [
      {},
      { id: 7 },
      { id: { toString: 1 } },
      { id: [device.credentialId] },
      { id: null },
      { id: device.credentialId },
      { id: device.credentialId, response: null },
      { id: device.credentialId, response: 'text' },
      { id: device.credentialId, response: [1] },
    ]) {
      const { challenge } = await beginPasskeySignIn(site.ports, settings);
      const request = { challengeId: challenge.id, credential, context };
      const outcome = await signInWithPasskey(textsOnly, settings, request);
      expect(kindOf(outcome)).toBe('webauthn_verification_failed');
    }
  });

  test('needs an open challenge of a sign-in', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    const credentialFor = (begun: PasskeyCeremony) =>
      device.get(parts(begun, {}), userHandleOf(id));
    const finish = (begun: PasskeyCeremony) =>
      signInWithPasskey(site.ports, settings, {
        challengeId: begun.challenge.id,
        credential: credentialFor(begun),
        context,
      });
    const begun = await beginPasskeySignIn(site.ports, settings);
    expect(kindOf(await finish(begun))).toBe('ok');
    expect(kindOf(await finish(begun))).toBe('webauthn_challenge_not_found');
    const late = await beginPasskeySignIn(site.ports, settings);
    const forAdding = (await begin(site, current))._unsafeUnwrap();
    expect(kindOf(await finish(forAdding))).toBe('webauthn_challenge_not_found');
    site.clock.advance(5 * minuteMs);
    expect(kindOf(await finish(late))).toBe('webauthn_challenge_expired');
    expect((await site.logged('auth_failure')).at(-1)).toEqual({
      userId: undefined,
      reason: 'webauthn_challenge_expired',
      method: 'passkey',
    });
  });

  test('with a counter that went back fails, and the log says so', async () => {
    const { site, current, device, passkey } = await owner();
    const { id } = current.user;
    expect(kindOf(await signIn(site, device, id, { counter: 2 }))).toBe('ok');
    const copied = await signIn(site, device, id, { counter: 2 });
    expect(kindOf(copied)).toBe('webauthn_verification_failed');
    expect((await site.logged('auth_failure')).at(-1)).toEqual({
      userId: id,
      reason: 'counter_went_back',
      method: 'passkey',
    });
    expect(await site.ports.passkeys.ofUser(id)).toMatchObject([{ id: passkey.id, counter: 2 }]);
  });

  test('is refused to a banned or unconfirmed account, and to an admin who was not verified', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    const refused = async (said: Partial<PasskeyAnswerParts> = {}) =>
      kindOf(await signIn(site, device, id, said));
    await site.ports.users.change(id, (user) => ({ ...user, bannedUntil: site.clock.now() + 1 }));
    expect(await refused()).toBe('user_banned');
    expect(await refused({ origin: 'https://evil.example' })).toBe('webauthn_verification_failed');
    await site.ports.users.change(id, (user) => ({
      ...user,
      bannedUntil: undefined,
      emailConfirmedAt: undefined,
    }));
    expect(await refused()).toBe('email_not_confirmed');
    await site.ports.users.change(id, (user) => ({ ...user, emailConfirmedAt: 1 }));
    await site.ports.roles.grant(id, 'admin', 1);
    expect(await refused({ isUserVerified: false })).toBe('user_verification_required');
    expect(
      (await site.wholeLog())
        .filter(({ actionType }) => actionType === 'auth_failure')
        .map(({ userId, details }) => [userId, details.reason]),
    ).toEqual([
      [id, 'user_banned'],
      [id, 'webauthn_verification_failed'],
      [id, 'email_not_confirmed'],
      [id, 'user_verification_required'],
    ]);
    expect(await refused()).toBe('ok');
  });

  test('does not look at a lock, which guesses of passwords made', async () => {
    const { site, current, device } = await owner();
    for (let i = 0; i < 5; i += 1) await site.signIn(email, 'wrong');
    expect(kindOf(await site.signIn(email, password))).toBe('account_locked');
    expect(kindOf(await signIn(site, device, current.user.id))).toBe('ok');
  });

  test('is not completed after a take-over, nor with a passkey that is removed meanwhile', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    const overtaken = (act: () => Promise<unknown>): Ports => ({
      ...site.ports,
      passkeyVerifier: {
        ...site.ports.passkeyVerifier,
        assertion: async (...given) => {
          await act();
          return site.ports.passkeyVerifier.assertion(...given);
        },
      },
    });
    const nextStamp = () => site.ports.sessions.removeOfUser(id);
    const late = await signIn(site, device, id, {}, overtaken(nextStamp));
    expect(kindOf(late)).toBe('webauthn_verification_failed');
    expect((await site.logged('auth_failure')).at(-1)).toMatchObject({
      reason: 'session_not_found',
    });
    const remove = () => site.ports.passkeys.clear(id);
    const removed = await signIn(site, device, id, {}, overtaken(remove));
    expect(kindOf(removed)).toBe('webauthn_verification_failed');
    expect((await site.logged('auth_failure')).at(-1)).toMatchObject({
      reason: 'passkey_not_found',
    });
  });

  test('whose passkey is removed while its session is stored leaves no session', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    await site.ports.sessions.removeOfUser(id);
    const { sessions } = site.ports;
    const create: typeof sessions.create = async (...given) => {
      await site.ports.passkeys.clear(id);
      return sessions.create(...given);
    };
    const ports = { ...site.ports, sessions: { ...sessions, create } };
    expect(kindOf(await signIn(site, device, id, {}, ports))).toBe('webauthn_verification_failed');
    expect(await sessions.ofUser(id)).toEqual([]);
    expect((await site.logged('auth_failure')).at(-1)).toMatchObject({
      reason: 'passkey_not_found',
    });
  });

  test('of an account that is gone fails', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    const remove = () => site.ports.users.remove(id);
    const ports: Ports = {
      ...site.ports,
      roles: {
        ...site.ports.roles,
        rolesOf: async () => {
          await remove();
          return ['admin'];
        },
      },
    };
    const gone = await signIn(
      site,
      device,
      id,
      {},
      {
        ...ports,
        passkeyVerifier: {
          ...ports.passkeyVerifier,
          assertion: async (...given) => {
            await remove();
            return ports.passkeyVerifier.assertion(...given);
          },
        },
      },
    );
    expect(kindOf(gone)).toBe('webauthn_verification_failed');
    const later = await signIn(site, device, id);
    expect(kindOf(later)).toBe('webauthn_verification_failed');
  });
});

describe('the passkeys of an account', () => {
  const own = (current: CurrentUser) =>
    ({ ...current, language: 'en', context: elsewhere }) as const;

  test('are renamed, which is in the log and needs no fresh session', async () => {
    const { site, current, passkey } = await owner();
    site.clock.advance(hourMs);
    const request = { ...own(current), passkeyId: passkey.id };
    const renamed = await renamePasskey(site.ports, { ...request, name: ' phone ' });
    expect(renamed._unsafeUnwrap()).toEqual({ ...passkey, friendlyName: 'phone' });
    const change = { factor_type: 'passkey', factor_id: passkey.id, change: 'renamed' };
    expect((await site.logged('factor_change')).at(-1)).toEqual({
      userId: passkey.userId,
      ...change,
    });
    const count = (await site.events()).length;
    expect(kindOf(await renamePasskey(site.ports, { ...request, name: ' ' }))).toBe(
      'passkey_name_invalid',
    );
    const unknown = { ...request, passkeyId: 'none', name: 'phone' };
    expect(kindOf(await renamePasskey(site.ports, unknown))).toBe('passkey_not_found');
    expect(await site.events()).toHaveLength(count);
  });

  test('are removed with the other sessions that began with them, and their owner is told', async () => {
    const { site, current, device, passkey } = await owner();
    const { id } = current.user;
    const second = await added(site, current);
    const begun = (await signIn(site, device, id))._unsafeUnwrap();
    const other = (await signIn(site, device, id, { isBackedUp: false }))._unsafeUnwrap();
    const kept = (await signIn(site, second.device, id))._unsafeUnwrap();
    const remover = await site.current(other);
    const request = { ...own(remover), passkeyId: passkey.id };
    expect(kindOf(await removePasskey(site.ports, request))).toBe('ok');
    const left = (await site.ports.sessions.ofUser(id)).map((session) => session.id);
    expect(left.toSorted()).toEqual(
      [current.session.id, other.session.id, kept.session.id].toSorted(),
    );
    expect(left).not.toContain(begun.session.id);
    const amrOf = async ({ session }: typeof other) =>
      (await site.ports.sessions.byId(session.id))?.amr;
    const [used] = other.session.amr;
    expect(used?.userVerified).toBe(true);
    expect(await amrOf(other)).toEqual([{ ...used, userVerified: false }]);
    expect(await amrOf(kept)).toEqual(kept.session.amr);
    expect(await site.ports.passkeys.ofUser(id)).toHaveLength(1);
    expect(site.mailTo(email)).toEqual({ kind: 'passkey_removed', to: email, language: 'en' });
    const change = { factor_type: 'passkey', factor_id: passkey.id, change: 'removed' };
    expect((await site.logged('factor_change')).at(-1)).toEqual({ userId: id, ...change });
    const mails = site.ports.messenger.sent.length;
    expect(kindOf(await removePasskey(site.ports, request))).toBe('passkey_not_found');
    expect(site.ports.messenger.sent).toHaveLength(mails);
    site.clock.advance(10 * minuteMs);
    const late = { ...request, passkeyId: second.passkey.id };
    expect(kindOf(await removePasskey(site.ports, late))).toBe('reauthentication_needed');
  });

  test('all go when the operator resets the factors, with the sessions that began with them', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    await added(site, current);
    const begun = (await signIn(site, device, id))._unsafeUnwrap();
    // One that used a second factor, too.
    await site.ports.sessions.change(begun.session.id, (session) => {
      const totp = { method: 'totp', at: 1, factorId: 'factor' } as const;
      return { session: { ...session, amr: [totp, ...session.amr] }, result: undefined };
    });
    const mails = site.ports.messenger.sent.length;
    const reset = async () =>
      (await resetFactorsOf(site.ports, { recipient: email, context: elsewhere }))._unsafeUnwrap();
    expect(await reset()).toEqual({ factors: 0, passkeys: 2 });
    expect(await site.ports.passkeys.ofUser(id)).toEqual([]);
    expect(await site.ports.sessions.byId(begun.session.id)).toBeUndefined();
    expect(await site.ports.sessions.byId(current.session.id)).toBeDefined();
    expect(site.ports.messenger.sent.slice(mails)).toEqual([
      { kind: 'passkey_removed', to: email, language: 'nl' },
    ]);
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject({
      ...elsewhere,
      actionType: 'factor_change',
      userId: id,
      details: { change: 'reset', passkeys: 2 },
    });
    const count = (await site.logged('factor_change')).length;
    expect(await reset()).toEqual({ factors: 0, passkeys: 0 });
    expect(await site.logged('factor_change')).toHaveLength(count + 1);
    expect(site.ports.messenger.sent).toHaveLength(mails + 1);
  });

  test('go when the owner of an unconfirmed address comes by a provider', async () => {
    const { site, passkey } = await owner();
    const stranger = 'bob@example.com';
    const request = { email: stranger, password, data: {}, link, context };
    (await signUp(site.ports, signInSettings, request))._unsafeUnwrap();
    const { id = '' } = (await site.userOf(stranger)) ?? {};
    const left = { ...passkey, id: 'left', userId: id, credentialId: 'left' };
    (await site.ports.passkeys.add(left, () => ok()))?._unsafeUnwrap();
    const claims = { sub: 'person-1', email: stranger, email_verified: true };
    const token = {
      provider: { name: 'partner' },
      idToken: site.provider.idToken(claims),
      ...{ accessToken: undefined, nonce: undefined, linkTo: undefined, link, context },
    };
    (await signInWithIdToken(site.ports, signInSettings, token))._unsafeUnwrap();
    expect(await site.ports.passkeys.ofUser(id)).toEqual([]);
    expect(await site.ports.passkeys.ofUser(passkey.userId)).toHaveLength(1);
  });

  test('without an account there is nothing to reset', async () => {
    const { site, current } = await owner();
    await site.ports.passkeys.clear(current.user.id);
    await site.ports.users.remove(current.user.id);
    expect(await resetPasskeys(site.ports, { user: current.user, context })).toBe(0);
  });

  test('no change is completed once the session has ended, but one is under a new stamp', async () => {
    const { site, current, passkey } = await owner();
    const { id } = current.user;
    const request = { ...own(current), passkeyId: passkey.id };
    const others = () => site.ports.sessions.removeOfUser(id, current.session.id);
    // A new stamp, and this session is still there: as after a new password of its own.
    await others();
    const begun = (await begin(site, current))._unsafeUnwrap();
    const made = await register(site.ports, current, begun, site.authenticator());
    expect(kindOf(made)).toBe('ok');
    expect(kindOf(await renamePasskey(site.ports, { ...request, name: 'phone' }))).toBe('ok');
    const next = (await begin(site, current))._unsafeUnwrap();
    await site.ports.sessions.removeOfUser(id);
    const ended = [
      await register(site.ports, current, next, site.authenticator()),
      await renamePasskey(site.ports, { ...request, name: 'x' }),
      await removePasskey(site.ports, request),
    ];
    expect(ended.map(kindOf)).toEqual(Array(3).fill('session_not_found'));
    expect(await site.ports.passkeys.ofUser(id)).toHaveLength(2);
    await site.ports.users.remove(id);
    expect(kindOf(await removePasskey(site.ports, request))).toBe('session_not_found');
  });
});
