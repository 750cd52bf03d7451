import { checkEmail, checkNewPassword, checkPhone } from '@coachsite/core/account';
import { identifyUser, refreshSession } from '@coachsite/core/session';
import {
  signInWithPassword,
  signUp,
  signUpAnonymously,
  signUpByPhone,
} from '@coachsite/core/sign-in';
import { sanitise, sanitiseAndReport } from '@coachsite/core/text';
import { isAllowedRedirect, safeRedirect } from '@coachsite/core/url';
import fc from 'fast-check';
import type { Result } from 'neverthrow';
import { expect, test } from 'vitest';
import { context, link, memberSite, password, settings } from './support/member-site.ts';

const email = 'ann@example.com';
const phone = '32470111222';

/** Whatever a body of JSON, a query or a form may hold in the place of a text. */
const noText = fc.oneof(
  fc.constantFrom(undefined, null, 5, Number.NaN, true, 0n, Symbol('x'), () => 'x'),
  fc.array(fc.constantFrom(email, phone, password), { maxLength: 2 }),
  fc.record({ toString: fc.constant(() => email), length: fc.nat(20) }),
);
const kindOf = (result: Result<unknown, { readonly kind: string }>) =>
  result.isErr() ? result.error.kind : undefined;

test('what is no text is rejected by every check, with the error that it has', () => {
  fc.assert(
    fc.property(noText, (given) => {
      expect(checkEmail(given)._unsafeUnwrapErr()).toEqual({
        kind: 'invalid_email',
        reasons: ['required'],
      });
      expect(checkPhone(given)._unsafeUnwrapErr()).toEqual({ kind: 'invalid_phone' });
      expect(checkNewPassword(given)._unsafeUnwrapErr().kind).toBe('weak_password');
      expect(sanitiseAndReport(given)).toEqual({ text: '', removed: [] });
      expect(sanitise(given)).toBe('');
      expect(isAllowedRedirect(given, 'https://site.example', ['https://other.example'])).toBe(
        false,
      );
      expect(safeRedirect(given as string, 'https://site.example')).toBe('https://site.example/');
    }),
  );
});

test('what is no text signs nobody up or in, and counts no failure', async () => {
  const site = memberSite();
  await site.member(email);
  const data = {};
  await fc.assert(
    fc.asyncProperty(noText, async (given) => {
      const signIn = async (credentials: { email: unknown; password: unknown }) =>
        kindOf(await signInWithPassword(site.ports, settings, { ...credentials, context }));
      expect(await signIn({ email: given, password })).toBe('invalid_email');
      expect(await signIn({ email, password: given })).toBe('invalid_credentials');
      const byPhone = { phone: given, password, context };
      expect(kindOf(await signInWithPassword(site.ports, settings, byPhone))).toBe('invalid_phone');
      const first = { email: given, password, data, link, context };
      expect(kindOf(await signUp(site.ports, settings, first))).toBe('invalid_email');
      const other = { email: 'new@example.com', password: given, data, link, context };
      expect(kindOf(await signUp(site.ports, settings, other))).toBe('weak_password');
      const called = { phone: given, password, data, language: 'nl', context } as const;
      expect(kindOf(await signUpByPhone(site.ports, settings, called))).toBe('invalid_phone');
      const refreshed = await refreshSession(site.ports, settings, { token: given, context });
      expect(kindOf(refreshed)).toBe('malformed_refresh_token');
      const signer = { ...site.ports.signer, verify: () => Promise.reject(new Error('asked')) };
      const identified = await identifyUser({ ...site.ports, signer }, settings, { token: given });
      expect(kindOf(identified)).toBe('bad_jwt');
    }),
    { numRuns: 20 },
  );
  const right = await signInWithPassword(site.ports, settings, { email, password, context });
  expect(right.isOk()).toBe(true);
});

test('no metadata is the same as empty metadata', async () => {
  for (const data of [null, undefined]) {
    const site = memberSite();
    const own = { ...settings, autoconfirm: true };
    await signUp(site.ports, own, { email, password, data, link, context });
    expect((await site.userOf(email))?.metadata).toEqual({ email_verified: true });
    const byPhone = { phone, password, data, language: 'nl', context } as const;
    expect((await signUpByPhone(site.ports, own, byPhone)).isOk()).toBe(true);
    expect((await signUpAnonymously(site.ports, own, { data, context })).isOk()).toBe(true);
  }
});
