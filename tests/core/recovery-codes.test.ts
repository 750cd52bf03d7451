import type { KeptFactor } from '@coachsite/core/mfa';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalRecoveryCode, withRecoveryCode } from '#core/src/mfa/recovery-codes.ts';
import { withoutFactor } from '#core/src/mfa/remove-factor.ts';

const factor = (id: string): KeptFactor => ({
  id,
  userId: 'u',
  type: 'totp',
  status: 'verified',
  friendlyName: id,
  phone: undefined,
  createdAt: 0,
  updatedAt: 0,
  lastChallengedAt: undefined,
  sealedSecret: 's',
  lastStep: undefined,
});

describe('recovery codes', () => {
  test('a code removes every factor and with them the other codes; any other text changes nothing', () => {
    const state = {
      factors: [factor('a'), factor('b')],
      challenges: [],
      recoveryCodes: ['x', 'y'],
    };
    const used = withRecoveryCode(state, 'y');
    expect(used.result._unsafeUnwrap()).toEqual(state.factors);
    expect(used.state).toEqual({ factors: [], challenges: [] });
    expect(withRecoveryCode(used.state, 'x').result.isErr()).toBe(true);
    fc.assert(
      fc.property(fc.string(), (hash) => {
        fc.pre(!state.recoveryCodes.includes(hash));
        const rejected = withRecoveryCode(state, hash);
        expect(rejected.state).toBe(state);
        expect(rejected.result._unsafeUnwrapErr().kind).toBe('recovery_code_invalid');
      }),
    );
  });

  test('they stay while a verified factor stays, and go with the last one', () => {
    const state = { factors: [factor('a'), factor('b')], challenges: [], recoveryCodes: ['x'] };
    const one = withoutFactor(state, 'a', 'aal2').state;
    expect(one.recoveryCodes).toEqual(['x']);
    expect(withoutFactor(one, 'b', 'aal2').state.recoveryCodes).toBeUndefined();
  });

  test('case, spaces, hyphens and look-alikes of a typed code do not matter', () => {
    expect(canonicalRecoveryCode(' 7K2M 9xqa-OC4F\thv8z ')).toBe('7k2m9xqa0c4fhv8z');
    expect(canonicalRecoveryCode('IL1i')).toBe('1111');
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const code = canonicalRecoveryCode(typed);
        expect(canonicalRecoveryCode(code)).toBe(code);
      }),
    );
  });
});
