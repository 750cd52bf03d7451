import { minuteMs } from '@coachsite/core/kernel';
import {
  beginPasskeySignIn,
  type PasskeyCeremony,
  signInWithPasskey,
  userHandleOf,
} from '@coachsite/core/passkey';
import type { PasskeyAnswerParts } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { context, password } from './support/member-site.ts';
import {
  begin,
  elsewhere,
  email,
  kindOf,
  owner,
  type Ports,
  parts,
  type Site,
  settings,
  signIn,
} from './support/passkeys.ts';

/** The ports of a site in which somebody else acts while a response is verified. */
const overtaken = ({ ports }: Site, act: () => Promise<unknown>): Ports => ({
  ...ports,
  passkeyVerifier: {
    ...ports.passkeyVerifier,
    assertion: async (...given) => {
      await act();
      return ports.passkeyVerifier.assertion(...given);
    },
  },
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
    const credentialFor = (begun: PasskeyCeremony) => device.get(parts(begun), userHandleOf(id));
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
    const nextStamp = () => site.ports.sessions.removeOfUser(id);
    const late = await signIn(site, device, id, {}, overtaken(site, nextStamp));
    expect(kindOf(late)).toBe('webauthn_verification_failed');
    expect((await site.logged('auth_failure')).at(-1)).toMatchObject({
      reason: 'session_not_found',
    });
    const remove = () => site.ports.passkeys.clear(id);
    const removed = await signIn(site, device, id, {}, overtaken(site, remove));
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
    const gone = await signIn(site, device, id, {}, overtaken(site, remove));
    expect(kindOf(gone)).toBe('webauthn_verification_failed');
    const later = await signIn(site, device, id);
    expect(kindOf(later)).toBe('webauthn_verification_failed');
  });
});
