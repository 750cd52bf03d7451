import {
  canonicalEmail,
  type Identity,
  type User,
  type UserStore,
  withNewStamp,
} from '../account/index.ts';
import { noticeOfIdentity } from '../federation/index.ts';
import { type Clock, type EpochMs, err, ok, type Result } from '../kernel/index.ts';
import { type FactorStore, type InsufficientAalError, requireSecondFactor } from '../mfa/index.ts';
import type { AuthMessenger, MessageLanguage, TokenStore } from '../one-time-token/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import type { CurrentUser } from '../session/index.ts';

/** Why an identity cannot be unlinked. Source: docs/wire.md#4.11. */
export type UnlinkError =
  | { readonly kind: 'identity_not_found' }
  | { readonly kind: 'single_identity_not_deletable' }
  | { readonly kind: 'email_conflict_identity_not_deletable' }
  | InsufficientAalError;

/** The ports for unlinking. */
export type UnlinkPorts = SecurityLogPorts & {
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly factors: FactorStore;
  readonly messenger: AuthMessenger;
  readonly clock: Clock;
};

/** The identity to unlink. */
export interface UnlinkRequest extends CurrentUser {
  /** Row id of one of the user's own identities; another one is not found. */
  readonly identityId: string;
  /** Used for the mail about it if the account has none. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

const emailOf = ({ data }: Identity) =>
  typeof data.email === 'string' ? canonicalEmail(data.email) : undefined;

/** The verified e-mail address of an identity; for the e-mail identity it is the user's own. */
const provedEmailOf = (identity: Identity) =>
  identity.data.email_verified === true ? emailOf(identity) : undefined;

/**
 * The user without one identity; a sign-in with it that is under way is not completed. If the user's e-mail address came
 * from it alone, the oldest verified address of the others replaces it.
 */
function withoutIdentity(user: User, identity: Identity, now: EpochMs): User {
  const identities = user.identities.filter(({ id }) => id !== identity.id);
  const rest: User = withNewStamp({ ...user, identities, updatedAt: now });
  if (identity.provider === 'phone')
    return { ...rest, phone: undefined, phoneConfirmedAt: undefined };
  const isBacked =
    emailOf(identity) !== user.email || identities.some((each) => emailOf(each) === user.email);
  if (isBacked) return rest;
  const email = identities.map(provedEmailOf).find((each) => each !== undefined);
  return {
    ...rest,
    email,
    emailConfirmedAt: email === undefined ? undefined : now,
    newEmail: undefined,
    emailChangeConfirmedBy: undefined,
  };
}

/**
 * Unlinks an identity, never the last one, and notifies the user, who must have used the second factor if there is a
 * verified one. If this changes the user's e-mail address or number, all tokens are cleared. Errors:
 * `identity_not_found`, `single_identity_not_deletable`, `insufficient_aal`; `email_conflict_identity_not_deletable` if
 * another account has the address that would remain. Source: docs/security.md#FD-5, docs/security.md#MF-6.
 */
export async function unlinkIdentity(
  ports: UnlinkPorts,
  { user, session, identityId, language, context }: UnlinkRequest,
): Promise<Result<void, UnlinkError>> {
  const now = ports.clock.now();
  const identity = user.identities.find(({ id }) => id === identityId);
  if (!identity) return err({ kind: 'identity_not_found' });
  if (user.identities.length < 2) return err({ kind: 'single_identity_not_deletable' });
  const allowed = await requireSecondFactor(ports, { user, session });
  if (allowed.isErr()) return err(allowed.error);
  let isLast = false;
  let isMoving = false;
  const changed = await ports.users.change(user.id, (current) => {
    const held = current.identities.find(({ id }) => id === identityId);
    isLast = held !== undefined && current.identities.length < 2;
    if (!held || isLast) return current;
    const next = withoutIdentity(current, held, now);
    isMoving = next.email !== current.email || next.phone !== current.phone;
    return next;
  });
  if (isLast) return err({ kind: 'single_identity_not_deletable' });
  if (changed.isErr()) return err({ kind: 'email_conflict_identity_not_deletable' });
  if (isMoving) await ports.tokens.clear(user.id);
  const { provider } = identity;
  await noticeOfIdentity(ports, { change: 'unlinked', user, provider, language });
  const details = { provider, change: 'unlinked' };
  logEventInBackground(ports, { actionType: 'identity_change', userId: user.id, context, details });
  return ok();
}
