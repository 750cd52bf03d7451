import { beginPasskeySignIn, type Passkey, userHandleOf } from '@coachsite/core/passkey';
import {
  idOf,
  memoryClock,
  memoryIds,
  memoryPasskeyStore,
  memoryRandom,
  memoryUserStore,
  userOf,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkChallenge, type PasskeyChallenge } from '#core/src/passkey/challenge.ts';
import { modelNames, nameOfModel } from '#core/src/passkey/models.ts';
import { creationOptions } from '#core/src/passkey/options.ts';
import {
  checkPasskeyName,
  checkRoom,
  checkStamp,
  used,
  withName,
  withoutPasskey,
} from '#core/src/passkey/rules.ts';

const passkey = (id: string, extra: Partial<Passkey> = {}): Passkey => ({
  id,
  userId: 'u',
  credentialId: `credential-${id}`,
  publicKey: 'key',
  counter: 0,
  aaguid: undefined,
  transports: ['internal'],
  isBackedUp: false,
  friendlyName: 'Passkey',
  createdAt: 1,
  lastUsedAt: undefined,
  ...extra,
});
const [a, b, c] = [passkey('a'), passkey('b'), passkey('c')];
const state = { securityStamp: 3, passkeys: [a, b, c] };
const said = { counter: 0, isBackedUp: true, isUserVerified: true };
const counter = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('docs/security.md#PK-3 a counter', () => {
  test('goes up, or the authenticator has none', () => {
    fc.assert(
      fc.property(counter, counter, fc.integer({ min: 2 }), (before, now, at) => {
        const held = passkey('a', { counter: before });
        const { passkeys, result } = used(
          { ...state, passkeys: [b, held, c] },
          'a',
          { ...said, counter: now },
          at,
        );
        const isNext = now > before || (now === 0 && before === 0);
        expect(result.isOk()).toBe(isNext);
        expect(passkeys).toEqual([
          b,
          isNext ? { ...held, counter: now, isBackedUp: true, lastUsedAt: at } : held,
          c,
        ]);
      }),
    );
  });

  test('that was 0 once and counts then goes up only', () => {
    const outcome = (before: number, now: number) =>
      used(
        { ...state, passkeys: [passkey('a', { counter: before })] },
        'a',
        { ...said, counter: now },
        5,
      ).result.match(
        () => 'used',
        ({ kind }) => kind,
      );
    expect([outcome(0, 0), outcome(0, 1), outcome(1, 1), outcome(1, 0), outcome(2, 1)]).toEqual([
      'used',
      'used',
      ...Array(3).fill('counter_went_back'),
    ]);
  });

  test('of a passkey that is gone is not used', () => {
    const { passkeys, result } = used(state, 'd', said, 5);
    expect(passkeys).toBe(state.passkeys);
    expect(result._unsafeUnwrapErr()).toEqual({ kind: 'passkey_not_found' });
  });
});

describe('docs/contract.md#3 the passkeys of an account', () => {
  test('are ten at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), (count) => {
        const room = checkRoom(Array.from({ length: count }, (_, i) => passkey(String(i))));
        expect(
          room.match(
            () => 'room',
            ({ kind }) => kind,
          ),
        ).toBe(count < 10 ? 'room' : 'too_many_passkeys');
      }),
    );
  });

  test('are renamed and removed one by one, under the stamp with which that began', () => {
    const renamed = withName(state, { id: 'b', stamp: 3 }, 'phone');
    expect(renamed.passkeys).toEqual([a, { ...b, friendlyName: 'phone' }, c]);
    expect(renamed.result._unsafeUnwrap().friendlyName).toBe('phone');
    const removed = withoutPasskey(state, { id: 'b', stamp: 3 });
    expect(removed.passkeys).toEqual([a, c]);
    expect(removed.result._unsafeUnwrap()).toBe(b);
    for (const change of [
      withName(state, { id: 'b', stamp: 2 }, 'phone'),
      withoutPasskey(state, { id: 'b', stamp: 2 }),
    ]) {
      expect(change.passkeys).toBe(state.passkeys);
      expect(change.result._unsafeUnwrapErr()).toEqual({ kind: 'stamp_moved', stamp: 3 });
    }
    for (const change of [
      withName(state, { id: 'd', stamp: 3 }, 'phone'),
      withoutPasskey(state, { id: 'd', stamp: 3 }),
    ]) {
      expect(change.passkeys).toBe(state.passkeys);
      expect(change.result._unsafeUnwrapErr()).toEqual({ kind: 'passkey_not_found' });
    }
    expect(checkStamp(state, 3).isOk()).toBe(true);
  });

  test('have a name of 1 to 120 characters, without the spaces around it', () => {
    const named = (name: string) =>
      checkPasskeyName(name).match(
        (kept) => kept,
        ({ kind }) => kind,
      );
    expect([named(' my phone\n'), named('x'.repeat(120)), named(` ${'x'.repeat(120)} `)]).toEqual([
      'my phone',
      'x'.repeat(120),
      'x'.repeat(120),
    ]);
    const none = Array(3).fill('passkey_name_invalid');
    expect([named(''), named(' \t '), named('x'.repeat(121))]).toEqual(none);
  });

  test('of a known model have its name', () => {
    for (const [aaguid, name] of Object.entries(modelNames)) {
      expect(aaguid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(name).toMatch(/^[\w ]{5,30}$/);
      expect(nameOfModel(aaguid)).toBe(name);
    }
  });

  test('are called as the model of their authenticator at first', () => {
    expect(nameOfModel('ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4')).toBe('Google Password Manager');
    expect(nameOfModel('cb69481e-8ff7-4039-93ec-0a2729a154a8')).toBe('YubiKey');
    const unknown = [undefined, '', 'toString', '11111111-2222-3333-4444-555555555555'];
    expect(unknown.map(nameOfModel)).toEqual(Array(4).fill('Passkey'));
  });
});

describe('docs/security.md#PK-2 a challenge', () => {
  const made = (extra: Partial<PasskeyChallenge> = {}): PasskeyChallenge => ({
    id: 'x',
    userId: undefined,
    challenge: 'c',
    createdAt: 0,
    expiresAt: 10,
    ...extra,
  });
  const outcome = (taken: PasskeyChallenge | undefined, userId: string | undefined, now: number) =>
    checkChallenge(taken, userId, now).match(
      ({ id }) => id,
      ({ kind }) => kind,
    );

  test('is for a sign-in, or for one user', () => {
    const notFound = 'webauthn_challenge_not_found';
    expect(outcome(made(), undefined, 9)).toBe('x');
    expect(outcome(made({ userId: 'u' }), 'u', 9)).toBe('x');
    expect(outcome(undefined, undefined, 9)).toBe(notFound);
    expect(outcome(made(), 'u', 9)).toBe(notFound);
    expect(outcome(made({ userId: 'u' }), undefined, 9)).toBe(notFound);
    expect(outcome(made({ userId: 'u' }), 'v', 9)).toBe(notFound);
  });

  test('is over at its end', () => {
    expect(outcome(made(), undefined, 10)).toBe('webauthn_challenge_expired');
    expect(outcome(made({ userId: 'u' }), 'v', 10)).toBe('webauthn_challenge_not_found');
  });

  test('of a sign-in has 256 random bits and five minutes', async () => {
    const users = memoryUserStore();
    const [clock, passkeys] = [memoryClock(), memoryPasskeyStore(users)];
    const ports = { clock, passkeys, ids: memoryIds(), random: memoryRandom() };
    const relyingParty = { id: 'site.example', origin: 'https://site.example' };
    const settings = { relyingParty, siteName: 'Momentum' };
    const begun = await beginPasskeySignIn(ports, settings);
    const { challenge } = begun;
    expect(begun.options).toEqual({
      challenge: challenge.challenge,
      timeout: 300_000,
      rpId: 'site.example',
      userVerification: 'preferred',
    });
    expect(challenge.challenge).toMatch(/^[\w-]{43}$/);
    const now = clock.now();
    expect(challenge).toMatchObject({
      userId: undefined,
      createdAt: now,
      expiresAt: now + 300_000,
    });
    expect(await passkeys.take(challenge.id)).toEqual(challenge);
  });
});

describe('docs/wire.md#17 the options of a new passkey', () => {
  const settings = {
    relyingParty: { id: 'site.example', origin: 'https://site.example' },
    siteName: 'Momentum',
  };
  const challenge = { id: 'x', userId: 'u', challenge: 'c', createdAt: 0, expiresAt: 10 };
  const user = { ...userOf(idOf('u')), metadata: {} };
  const optionsFor = (extra: object) =>
    creationOptions(settings, challenge, { ...user, ...extra }, [], 'preferred');

  test('name the account as its owner knows it', () => {
    const named = (extra: object) => optionsFor(extra).user;
    const id = userHandleOf(user.id);
    expect(atob(id)).toBe(user.id);
    expect(named({})).toEqual({ id, name: user.id, displayName: user.id });
    expect(named({ phone: '32470123456' })).toMatchObject({ name: '32470123456' });
    const email = 'ann@example.com';
    expect(named({ phone: '32470123456', email })).toMatchObject({ name: email });
    expect(named({ email, metadata: { name: 'Ann' } })).toMatchObject({ displayName: 'Ann' });
    for (const name of ['', 7])
      expect(named({ email, metadata: { name } })).toMatchObject({ displayName: email });
  });

  test('ask for a discoverable one that the authenticator does not have yet', () => {
    const options = creationOptions(settings, challenge, user, [a], 'required');
    expect(options).toEqual({
      rp: { id: 'site.example', name: 'Momentum' },
      user: expect.anything(),
      challenge: 'c',
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [{ type: 'public-key', id: 'credential-a', transports: ['internal'] }],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    });
  });
});
