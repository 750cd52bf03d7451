import type { User } from '../account/index.ts';

/**
 * A new account under the id of the account that it replaces. Nothing else of the replaced account is kept: a
 * stranger who registered the address first may not have been its owner. Source: docs/security.md#BT-5.
 */
export function withIdOf(replaced: Pick<User, 'id' | 'createdAt'>, user: User): User {
  const { id, createdAt } = replaced;
  return {
    ...user,
    id,
    createdAt,
    identities: user.identities.map((identity) => ({
      ...identity,
      subject: id,
      data: { ...identity.data, sub: id },
    })),
  };
}
