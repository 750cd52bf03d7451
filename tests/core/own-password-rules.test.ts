import { defaultPasswordRules } from '@coachsite/core/account';
import { addAdmin, openSetup, setUpFirstAdmin } from '@coachsite/core/admins';
import { updateUser } from '@coachsite/core/profile';
import { signInWithPassword, signUp, signUpByPhone } from '@coachsite/core/sign-in';
import { expect, test } from 'vitest';
import { context, link, memberSite, password, settings } from './support/member-site.ts';

const email = 'ann@example.com';
const request = { email, password, data: {}, link, context };

/** A product that wants longer passwords. */
const longer = { ...settings, passwordRules: { ...defaultPasswordRules, minLength: 20 } };
const tooShort = { kind: 'weak_password', reasons: ['length'] };

test('every way to a new password follows the rules of the product', async () => {
  const site = memberSite();
  const token = (await openSetup(site.ports)) ?? '';
  const phone = { phone: '32470111222', password, data: {}, language: 'nl', context } as const;
  for (const rejected of [
    await setUpFirstAdmin(site.ports, longer, { email, password, token, context }),
    await addAdmin(site.ports, longer, { email, password, context }),
    await signUp(site.ports, longer, request),
    await signUpByPhone(site.ports, longer, phone),
    await updateUser(site.ports, longer, {
      ...(await site.member(email)),
      change: { password },
      link,
      context,
    }),
  ])
    expect(rejected._unsafeUnwrapErr()).toMatchObject(tooShort);
});

test('a password of before the rules still signs in, and is said to be weak', async () => {
  const site = memberSite();
  await site.member(email);
  const signIn = { email, password, context };
  const strong = await signInWithPassword(site.ports, settings, signIn);
  expect(strong._unsafeUnwrap().weakness).toBeUndefined();
  const weak = await signInWithPassword(site.ports, longer, signIn);
  expect(weak._unsafeUnwrap().weakness).toMatchObject(tooShort);
});
