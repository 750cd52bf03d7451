import type { User } from './user.ts';

/**
 * The fields of an account that its owner may see: no hash, no stamp, and nothing about how far a message or a change
 * is. Somebody else should see less: the address and the number are in it.
 */
export type PublicUser = Pick<
  User,
  | 'id'
  | 'email'
  | 'phone'
  | 'emailConfirmedAt'
  | 'phoneConfirmedAt'
  | 'newEmail'
  | 'newPhone'
  | 'lastSignInAt'
  | 'isAnonymous'
  | 'metadata'
  | 'identities'
  | 'createdAt'
  | 'updatedAt'
>;

/** What a response to the owner of an account may contain of it. A field that `User` gets later is left out. */
export function publicUser(user: User): PublicUser {
  return {
    id: user.id,
    email: user.email,
    phone: user.phone,
    emailConfirmedAt: user.emailConfirmedAt,
    phoneConfirmedAt: user.phoneConfirmedAt,
    newEmail: user.newEmail,
    newPhone: user.newPhone,
    lastSignInAt: user.lastSignInAt,
    isAnonymous: user.isAnonymous,
    metadata: user.metadata,
    identities: user.identities,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
  };
}
