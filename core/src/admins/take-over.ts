import { type User, withNewStamp } from '../account/index.ts';

/**
 * A new account under the id of the account that it replaces, with the next stamp, so that no sign-in to the replaced one
 * is completed. Nothing else of the replaced account is kept: a stranger who registered the address first may not have been
 * its owner. Source: docs/security.md#BT-5.
 */
export function withIdOf(
  replaced: Pick<User, 'id' | 'createdAt' | 'securityStamp'>,
  user: User,
): User {
  const { id, createdAt, securityStamp } = withNewStamp(replaced);
  return {
    ...user,
    id,
    createdAt,
    securityStamp,
    identities: user.identities.map((identity) => ({
      ...identity,
      subject: id,
      data: { ...identity.data, sub: id },
    })),
  };
}
