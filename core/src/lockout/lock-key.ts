import { isSsoUser, type User } from '../account/index.ts';

/**
 * The key under which the failed sign-ins of an account are counted: one for its e-mail address and its phone number
 * together, so that neither gives more guesses. The address of a SAML user may belong to another account too, so it is
 * no key. Addresses without an account are their own key. Source: docs/security.md#LK-1, docs/security.md#LK-4.
 */
export function lockKeyOf(user: Pick<User, 'id' | 'email' | 'phone' | 'identities'>): string {
  const email = isSsoUser(user) ? undefined : user.email;
  return email ?? user.phone ?? user.id;
}
