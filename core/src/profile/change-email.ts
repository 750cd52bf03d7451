import {
  type CanonicalEmail,
  checkEmail,
  completeEmailChange,
  type EmailError,
  type TakenError,
  type User,
} from '../account/index.ts';
import { type EpochMs, err, ok, type Result } from '../kernel/index.ts';
import type { TokenSettings } from '../one-time-token/index.ts';
import { logEventInBackground } from '../security-log/index.ts';
import {
  type LinkMessageRequest,
  type SignInPorts,
  type SignInSettings,
  sendEmailChange,
} from '../sign-in/index.ts';

/** The new address; `undefined` if unchanged. Errors: malformed or taken. */
export async function checkNewEmail(
  ports: Pick<SignInPorts, 'users'>,
  user: User,
  email: string,
): Promise<Result<CanonicalEmail | undefined, EmailError | TakenError>> {
  const checked = checkEmail(email);
  if (checked.isErr()) return err(checked.error);
  if (checked.value === user.email) return ok(undefined);
  return (await ports.users.byEmail(checked.value))
    ? err({ kind: 'email_exists' })
    : ok(checked.value);
}

/**
 * Whether a new address takes effect at once: for an anonymous user with `autoconfirm`, whose account has no address
 * that would have to confirm.
 */
export function isEmailTakenAtOnce(
  user: User,
  { autoconfirm = false }: Pick<SignInSettings, 'autoconfirm'>,
): boolean {
  return user.isAnonymous && autoconfirm;
}

/** The account with a new address, effective at once or pending until its links are used. */
export function withEmail(
  user: User,
  email: CanonicalEmail,
  { atOnce, identityId, now }: { atOnce: boolean; identityId: string; now: EpochMs },
): User {
  const moving = { ...user, newEmail: email, emailChangeConfirmedBy: undefined };
  return atOnce
    ? completeEmailChange(moving, identityId, now)
    : { ...moving, emailChangeSentAt: now };
}

/** Mails the links that confirm a new address, or logs one that is already effective. Source: docs/wire.md#4.9. */
export async function afterEmailChange(
  ports: SignInPorts,
  settings: TokenSettings,
  request: Omit<LinkMessageRequest, 'message'>,
  atOnce: boolean,
): Promise<void> {
  if (!atOnce) return sendEmailChange(ports, settings, request);
  const { user, context } = request;
  logEventInBackground(ports, { actionType: 'email_change', userId: user.id, context });
}
