import { confirmEmail, isBanned, isSsoUser, type User, type UserStore } from '../account/index.ts';
import { type Clock, err, type Ids, ok, type Result } from '../kernel/index.ts';
import { type FactorStore, type InsufficientAalError, requireSecondFactor } from '../mfa/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import { logEventInBackground, type SecurityLogPorts } from '../security-log/index.ts';
import { changeWhileSignedIn, isAlive, type Session, type SessionStore } from '../session/index.ts';
import type { AtProvider } from './account-at-provider.ts';
import { identityAt, linked } from './identity-at-provider.ts';
import { noticeOfIdentity } from './notice-of-identity.ts';

/** The session whose user gets the identity; `undefined` if it has ended. */
export type LinkIdentityRequest = AtProvider & {
  readonly session: Session | undefined;
  readonly language: MessageLanguage;
};

/** Why an identity cannot be linked. Source: docs/wire.md#4.11, docs/wire.md#8. */
export type LinkError =
  | { readonly kind: 'identity_already_exists' }
  | { readonly kind: 'user_sso_managed' }
  | { readonly kind: 'session_not_found' }
  | { readonly kind: 'user_banned' }
  | InsufficientAalError;

/** The ports for linking an identity. */
export type LinkIdentityPorts = SecurityLogPorts & {
  readonly users: UserStore;
  readonly sessions: Pick<SessionStore, 'byId'>;
  readonly factors: Pick<FactorStore, 'ofUser'>;
  readonly messenger: AuthMessenger;
  readonly clock: Clock;
  readonly ids: Ids;
};

/**
 * Checks that an identity may be linked to the user of a session, and returns that user. A user with a verified second
 * factor must have used it in the session. The session is looked up again after the user, who may have been read once
 * it had ended. Errors: those of `LinkError`. Source: docs/security.md#FD-5, docs/security.md#MF-6.
 */
export async function checkLink(
  ports: LinkIdentityPorts,
  { session, provider, person }: Pick<LinkIdentityRequest, 'session' | 'provider' | 'person'>,
): Promise<Result<User, LinkError>> {
  const now = ports.clock.now();
  const user = session && isAlive(session, now) && (await ports.users.byId(session.userId));
  if (!session || !user || !(await ports.sessions.byId(session.id)))
    return err({ kind: 'session_not_found' });
  if (isBanned(user, now)) return err({ kind: 'user_banned' });
  if (isSsoUser(user)) return err({ kind: 'user_sso_managed' });
  const allowed = await requireSecondFactor(ports, { user, session });
  if (allowed.isErr()) return err(allowed.error);
  return (await ports.users.byIdentity(provider, person.subject))
    ? err({ kind: 'identity_already_exists' })
    : ok(user);
}

/**
 * Adds an identity to the user of the session that requested it, and notifies the user. A user without an e-mail
 * address gets the provider's, if it is verified and not taken. Errors: those of `checkLink`. Source:
 * docs/security.md#FD-5.
 */
export async function linkIdentity(
  ports: LinkIdentityPorts,
  { session, provider, person, language, context }: LinkIdentityRequest,
): Promise<Result<User, LinkError>> {
  const owner = await checkLink(ports, { session, provider, person });
  if (owner.isErr()) return err(owner.error);
  if (!session) return err({ kind: 'session_not_found' });
  const now = ports.clock.now();
  const { email } = person;
  const isFree = email !== undefined && person.emailVerified && !(await ports.users.byEmail(email));
  const identity = identityAt(ports.ids.uuid(), provider, person, now);
  const changed = await changeWhileSignedIn(ports, {
    user: owner.value,
    session,
    rule: (user) => {
      const next = linked({ ...user, isAnonymous: false }, identity, false, now);
      return user.email === undefined && isFree ? confirmEmail({ ...next, email }, now) : next;
    },
  });
  if (changed.isErr()) {
    const { kind } = changed.error;
    return err({ kind: kind === 'session_not_found' ? kind : 'identity_already_exists' });
  }
  if (!changed.value) return err({ kind: 'session_not_found' });
  await noticeOfIdentity(ports, { change: 'linked', user: owner.value, provider, language });
  logEventInBackground(ports, {
    actionType: 'identity_change',
    userId: owner.value.id,
    context,
    details: { provider, change: 'linked' },
  });
  return ok(changed.value);
}
