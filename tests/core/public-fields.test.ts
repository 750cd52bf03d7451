import { publicUser, type User } from '@coachsite/core/account';
import { publicSession } from '@coachsite/core/session';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberSite } from './support/member-site.ts';

const email = 'ann@example.com';
const shown = [
  'id',
  'email',
  'phone',
  'emailConfirmedAt',
  'phoneConfirmedAt',
  'newEmail',
  'newPhone',
  'lastSignInAt',
  'isAnonymous',
  'metadata',
  'identities',
  'createdAt',
  'updatedAt',
] as const;

async function signedIn() {
  const site = memberSite();
  await site.member(email);
  return (await site.signIn(email))._unsafeUnwrap().granted;
}

test('the owner of an account gets these fields of it, whatever else a store keeps', async () => {
  const { user } = await signedIn();
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (added) => {
      const stored: User = { ...added, ...user };
      expect(Object.entries(publicUser(stored))).toEqual(shown.map((name) => [name, user[name]]));
    }),
  );
});

test('the client of a session gets its tokens, and neither the hash of the password nor what is stored of the tokens', async () => {
  const granted = await signedIn();
  const { accessToken, refreshToken, expiresInSeconds, expiresAtSeconds, user } = granted;
  expect(publicSession(granted)).toEqual({
    accessToken,
    refreshToken,
    expiresInSeconds,
    expiresAtSeconds,
    user: publicUser(user),
  });
  const sent = JSON.stringify(publicSession(granted));
  const { key, hash } = granted.session.refresh;
  for (const secret of [user.passwordHash, key, hash]) {
    expect(JSON.stringify(granted)).toContain(secret);
    expect(sent).not.toContain(secret);
  }
});
