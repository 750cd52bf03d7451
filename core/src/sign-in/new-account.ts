import {
  blankUser,
  type CanonicalEmail,
  emailIdentity,
  mergeMetadata,
  type OverloadedError,
  type User,
} from '../account/index.ts';
import { type EpochMs, type Err, err, type JsonObject, ok, type Result } from '../kernel/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import { type GrantedSession, startSession } from '../session/index.ts';
import type { SignInPorts, SignInSettings, SignUpDisabledError } from './settings.ts';

/**
 * Signed in at once, or a user who must confirm the address first. For an address or number that has an account, the
 * user is fictitious and has all the fields of a new one. Source: docs/wire.md#4.1, docs/security.md#LK-10.
 */
export type SignedUp =
  | { readonly kind: 'session'; readonly granted: GrantedSession }
  | {
      readonly kind: 'unconfirmed';
      readonly user: User;
      /**
       * Whether the address or number belongs to a confirmed account, so that none was created. It is a function,
       * so that JSON of the result does not contain it: a stranger must not learn who has an account.
       */
      readonly isTaken: () => boolean;
    };

/** Rejects the sign-up and logs the attempt. */
export function signUpDisabled(
  ports: SecurityLogPorts,
  context: RequestContext,
): Err<never, SignUpDisabledError> {
  const details = { reason: 'signup_disabled' };
  logEventInBackground(ports, { actionType: 'signup_failure', context, details });
  return err({ kind: 'signup_disabled' });
}

/** The data of a new account besides its e-mail address or number. */
export interface NewAccount {
  /** `undefined` for an account without a password. */
  readonly passwordHash: string | undefined;
  readonly data: JsonObject;
  /** The time of sign-up, in milliseconds. */
  readonly now: EpochMs;
}

/** An account that has an e-mail address. */
export type EmailUser = User & { readonly email: CanonicalEmail };

/** A new account by e-mail, not confirmed yet. */
export function newEmailUser(
  ports: Pick<SignInPorts, 'ids'>,
  { email, passwordHash, data, now }: NewAccount & { readonly email: CanonicalEmail },
): EmailUser {
  const id = ports.ids.uuid();
  const identity = emailIdentity(email, { id: ports.ids.uuid(), userId: id, data, now });
  return {
    ...blankUser(id, now),
    email,
    passwordHash,
    // Only the server sets this flag, whatever the visitor sends.
    metadata: mergeMetadata(data, { email_verified: null }),
    identities: [identity],
  };
}

/**
 * The stored hash for an address, if `password` matches it. Takes as long if there is none. Errors: `overloaded`.
 * Source: docs/security.md#LK-9.
 */
export async function matchedHash(
  ports: Pick<SignInPorts, 'passwords'>,
  known: User | undefined,
  password: string,
  ip: string,
): Promise<Result<string | undefined, OverloadedError>> {
  const stored = known?.passwordHash;
  const check = await ports.passwords.verify(password, stored, ip);
  return check.map(({ matches }) => (matches ? stored : undefined));
}

/** Creates a confirmed account and signs it in. Errors: `user_already_exists`, also when it was taken over meanwhile. */
export async function signUpAtOnce(
  ports: SignInPorts,
  settings: SignInSettings,
  user: User,
  context: RequestContext,
): Promise<Result<SignedUp, { readonly kind: 'user_already_exists' }>> {
  const created = await ports.users.create(user);
  if (created.isErr()) {
    logEventInBackground(ports, {
      actionType: 'signup_failure',
      context,
      details: { reason: 'taken' },
    });
    return err({ kind: 'user_already_exists' });
  }
  logEventInBackground(ports, { actionType: 'signup_success', userId: user.id, context });
  const granted = await startSession(ports, settings, { user, method: 'password', context });
  return granted.isOk()
    ? ok({ kind: 'session', granted: granted.value })
    : err({ kind: 'user_already_exists' });
}
