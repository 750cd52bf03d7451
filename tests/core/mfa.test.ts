import {
  type FactorChallenge,
  type KeptFactor,
  type MfaState,
  unverifiedFactorTtlMs,
} from '@coachsite/core/mfa';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxChallengeMisses, maxChallenges } from '#core/src/mfa/challenge.ts';
import { addChallenge } from '#core/src/mfa/challenge-factor.ts';
import { addFactor, labelName } from '#core/src/mfa/enroll.ts';
import { maxFactors } from '#core/src/mfa/factor.ts';
import { withoutFactor } from '#core/src/mfa/remove-factor.ts';
import { type CodeProof, verifyChallenge } from '#core/src/mfa/verify-challenge.ts';

const factor = (id: string, extra: Partial<KeptFactor> = {}): KeptFactor => ({
  id,
  userId: 'u',
  type: 'totp',
  status: 'unverified',
  friendlyName: id,
  phone: undefined,
  createdAt: 0,
  updatedAt: 0,
  lastChallengedAt: undefined,
  sealedSecret: 's',
  lastStep: undefined,
  ...extra,
});

const challenge = (id: string, extra: Partial<FactorChallenge> = {}): FactorChallenge => ({
  id,
  factorId: 'a',
  sessionId: 's',
  codeHash: undefined,
  misses: 0,
  createdAt: 0,
  expiresAt: 300,
  usedAt: undefined,
  ...extra,
});

const verified = (id: string, extra: Partial<KeptFactor> = {}) =>
  factor(id, { status: 'verified', ...extra });

const state = (
  factors: readonly KeptFactor[],
  challenges: readonly FactorChallenge[] = [],
): MfaState => ({ factors, challenges });

const request = { factorId: 'a', challengeId: 'x', sessionId: 's', aal: 'aal1' } as const;
const step = (at: number): CodeProof => ({ kind: 'step', step: at });
const wrong: CodeProof = { kind: 'wrong' };

test('once a factor is verified, only a session that used one can add another', () => {
  const held = state([verified('a')]);
  expect(addFactor(held, factor('b'), 'aal1', 1)._unsafeUnwrapErr().kind).toBe('insufficient_aal');
  expect(addFactor(held, factor('b'), 'aal2', 1).isOk()).toBe(true);
  expect(addFactor(state([factor('a')]), factor('b'), 'aal1', 1).isOk()).toBe(true);
});

test('a verified factor keeps its name; an unverified one of the same name is replaced, as is an expired one', () => {
  const named = factor('new', { friendlyName: undefined });
  const taken = addFactor(state([verified('a', { friendlyName: undefined })]), named, 'aal2', 1);
  expect(taken._unsafeUnwrapErr().kind).toBe('mfa_factor_name_conflict');
  const waiting = state([factor('a', { friendlyName: undefined }), factor('b')]);
  const ids = (now: number) =>
    addFactor(waiting, named, 'aal1', now)
      ._unsafeUnwrap()
      .factors.map(({ id }) => id);
  expect(ids(1)).toEqual(['b', 'new']);
  expect(ids(unverifiedFactorTtlMs)).toEqual(['new']);
});

test('a number can be a factor only once', () => {
  const phone = { type: 'phone', phone: '32470123456' } as const;
  const again = addFactor(state([verified('a', phone)]), factor('b', phone), 'aal2', 1);
  expect(again._unsafeUnwrapErr().kind).toBe('mfa_verified_factor_exists');
  const waiting = addFactor(state([factor('a', phone)]), factor('b', phone), 'aal1', 1);
  expect(waiting._unsafeUnwrap().factors.map(({ id }) => id)).toEqual(['b']);
});

test('in any order of enrolments there are never more than ten', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (names) => {
      const end = names.reduce(
        (held, name, i) =>
          addFactor(held, verified(`f${i}`, { friendlyName: `${name}` }), 'aal2', 1).unwrapOr(held),
        state([]),
      );
      expect(end.factors.length).toBe(Math.min(maxFactors, new Set(names).size));
    }),
  );
});

test('a correct code verifies, uses up its challenge and step, and removes unverified factors of that type', () => {
  const before = state(
    [factor('a'), factor('b'), factor('p', { type: 'phone' }), factor('q', { createdAt: 1 })],
    [challenge('x'), challenge('y', { factorId: 'b' })],
  );
  const { state: after, result } = verifyChallenge(before, request, step(7), 10);
  expect(result._unsafeUnwrap().status).toBe('unverified');
  expect(after.factors.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'verified'],
    ['p', 'unverified'],
  ]);
  expect(after.factors[0]?.lastStep).toBe(7);
  expect(after.challenges).toEqual([challenge('x', { usedAt: 10 })]);
});

test('a correct code leaves the recovery codes as they are', () => {
  const codes = {
    recoveryCodes: ['one', 'two'],
    recoverySet: { id: 's', friendlyName: 'Recovery codes', createdAt: 0 },
  };
  const before = { ...state([factor('a', { status: 'verified' })], [challenge('x')]), ...codes };
  expect(verifyChallenge(before, request, step(7), 10).state).toMatchObject(codes);
});

test('a challenge belongs to one factor and one session and works once', () => {
  const before = state(
    [factor('a'), factor('b')],
    [challenge('x'), challenge('y', { factorId: 'b' })],
  );
  const kind = (changed: Partial<typeof request> | object, now = 10, held = before) =>
    verifyChallenge(held, { ...request, ...changed }, step(7), now).result.match(
      () => 'ok',
      (error) => error.kind,
    );
  expect(kind({})).toBe('ok');
  expect(kind({ factorId: 'z' })).toBe('mfa_factor_not_found');
  expect(kind({ challengeId: 'y' })).toBe('mfa_challenge_not_found');
  expect(kind({ sessionId: 'other' })).toBe('mfa_challenge_not_found');
  expect(kind({}, 300)).toBe('mfa_challenge_expired');
  const { state: used } = verifyChallenge(before, request, step(7), 10);
  expect(kind({}, 11, used)).toBe('mfa_challenge_used');
});

test('next to a verified factor, only a session that used a factor verifies another', () => {
  const before = state([verified('v'), factor('a')], [challenge('x')]);
  const at = (aal: 'aal1' | 'aal2') =>
    verifyChallenge(before, { ...request, aal }, step(7), 10).result;
  expect(at('aal1')._unsafeUnwrapErr().kind).toBe('insufficient_aal');
  expect(at('aal2').isOk()).toBe(true);
});

test('a time step counts once: in any sequence of correct codes each accepted step is later than all before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6), { maxLength: 20 }), (steps) => {
      let held = state([verified('a')]);
      const accepted: number[] = [];
      steps.forEach((at, i) => {
        held = { ...held, challenges: [challenge(`c${i}`)] };
        const attempt = verifyChallenge(held, { ...request, challengeId: `c${i}` }, step(at), 10);
        held = attempt.state;
        if (attempt.result.isOk()) accepted.push(at);
        else expect(attempt.result.error.kind).toBe('mfa_verification_failed');
      });
      expect(accepted).toEqual([...new Set(accepted)].sort((a, b) => a - b));
      expect(accepted.length > 0).toBe(steps.length > 0);
    }),
  );
});

test('after five wrong codes a challenge rejects even the correct one', () => {
  fc.assert(
    fc.property(fc.nat(10), (misses) => {
      let held = state([verified('a')], [challenge('x')]);
      for (let i = 0; i < misses; i += 1) held = verifyChallenge(held, request, wrong, 10).state;
      expect(held.challenges[0]?.misses).toBe(Math.min(misses, maxChallengeMisses));
      expect(verifyChallenge(held, request, step(1), 10).result.isOk()).toBe(
        misses < maxChallengeMisses,
      );
    }),
  );
});

test('the number of challenges of a user is bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { maxLength: 60 }), (lives) => {
      const end = lives.reduce(
        (held, life, i) => addChallenge(held, challenge(`c${i}`, { expiresAt: i + life }), i),
        state([verified('a')]),
      );
      expect(end.challenges.length).toBeLessThanOrEqual(maxChallenges);
      if (lives.length > 0) expect(end.challenges.at(-1)?.id).toBe(`c${lives.length - 1}`);
    }),
  );
});

test('a new challenge replaces those that are over, and the oldest beyond twenty', () => {
  const held = state([verified('a')]);
  const idsAfter = (challenges: readonly FactorChallenge[], now: number) =>
    addChallenge({ ...held, challenges }, challenge('new'), now).challenges.map(({ id }) => id);
  expect(maxChallenges).toBe(20);
  expect(idsAfter([challenge('x', { expiresAt: 10 })], 9)).toEqual(['x', 'new']);
  expect(idsAfter([challenge('x', { expiresAt: 10 })], 10)).toEqual(['new']);
  const many = Array.from({ length: 25 }, (_, i) => challenge(`c${i}`));
  expect(idsAfter(many, 10)).toEqual([...many.slice(6).map(({ id }) => id), 'new']);
  expect(idsAfter(many.slice(0, 19), 10)).toHaveLength(20);
});

test('a verified factor stays when another of its type is verified, and a sent code leaves the step alone', () => {
  const before = state([verified('v'), factor('a')], [challenge('x')]);
  const raised = { ...request, aal: 'aal2' } as const;
  expect(verifyChallenge(before, raised, step(7), 10).state.factors).toEqual([
    verified('v'),
    factor('a', { status: 'verified', updatedAt: 10, lastStep: 7 }),
  ]);
  const known = state([verified('a', { lastStep: 3 })], [challenge('x')]);
  const { state: after } = verifyChallenge(known, request, { kind: 'sent' }, 10);
  expect(after.factors).toEqual([verified('a', { updatedAt: 10, lastStep: 3 })]);
});

test('a wrong code is a miss of its challenge alone, and a removed factor takes its challenges only', () => {
  const before = state(
    [verified('a'), verified('b')],
    [challenge('x'), challenge('y'), challenge('z', { factorId: 'b' })],
  );
  expect(verifyChallenge(before, request, wrong, 10).state.challenges).toEqual([
    challenge('x', { misses: 1 }),
    challenge('y'),
    challenge('z', { factorId: 'b' }),
  ]);
  expect(withoutFactor(before, 'a', 'aal2').state).toEqual(
    state([verified('b')], [challenge('z', { factorId: 'b' })]),
  );
});

test('only a session that used a factor removes a verified one; any session removes an unverified one', () => {
  const held = state([verified('a'), factor('b')], [challenge('x')]);
  expect(withoutFactor(held, 'a', 'aal1').result._unsafeUnwrapErr().kind).toBe('insufficient_aal');
  expect(withoutFactor(held, 'z', 'aal2').result._unsafeUnwrapErr().kind).toBe(
    'mfa_factor_not_found',
  );
  expect(withoutFactor(held, 'b', 'aal1').state.factors).toEqual([verified('a')]);
  expect(withoutFactor(held, 'a', 'aal2').state).toEqual(state([factor('b')]));
});

test('a name in a label has no colon and no space around one, and is otherwise what it was', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'é', ' ', ':', '.', '@', '\t')), (parts) => {
      const text = parts.join('');
      const name = labelName(text);
      expect(name).not.toContain(':');
      expect(name).toBe(name.trim());
      expect(name.replace(/\s/g, '')).toBe(text.replace(/[\s:]/g, ''));
      if (!text.includes(':')) expect(name).toBe(text.trim());
    }),
  );
  expect(['Coach: Zoë', 'a:b', 'a : : b', ':a:', ':'].map(labelName)).toEqual([
    'Coach Zoë',
    'a b',
    'a b',
    'a',
    '',
  ]);
});
