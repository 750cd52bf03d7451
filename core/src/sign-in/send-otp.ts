import {
  type CanonicalEmail,
  checkEmail,
  confirmEmail,
  type EmailError,
  isConfirmed,
  isMetadataSmall,
  reclaimed,
  type User,
} from '../account/index.ts';
import { err, type JsonObject, ok, type Result } from '../kernel/index.ts';
import {
  checkEmailSendInterval,
  type EmailBoundError,
  type EmailIntervalError,
} from '../one-time-token/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { newEmailUser } from './new-account.ts';
import { changeNothing, sendLink } from './send-link.ts';
import type { LinkRequest, SignInPorts, SignInSettings } from './settings.ts';

/** Why no message is sent. An unknown address is not an error. */
export type SendOtpError =
  | EmailError
  | EmailIntervalError
  | EmailBoundError
  | { readonly kind: 'metadata_too_large' };

/** A request to sign in by mail. */
export interface OtpRequest {
  readonly email: string;
  /** Whether to create an account for an unknown address. */
  readonly createUser: boolean;
  /** Metadata of a new account; ignored for a known one. */
  readonly data: JsonObject;
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/**
 * Mails a link and a code to sign in with. For an unknown address an account is created first; with `createUser` false
 * nothing is sent, and the result is the same. Errors: `invalid_email`, `metadata_too_large`;
 * `over_email_send_rate_limit` within the interval. Source: docs/wire.md#4.3, docs/security.md#LK-9.
 */
export async function sendOtp(
  ports: SignInPorts,
  settings: SignInSettings,
  request: OtpRequest,
): Promise<Result<void, SendOtpError>> {
  const checked = checkEmail(request.email);
  if (checked.isErr()) return err(checked.error);
  const email = checked.value;
  const { link, context } = request;
  if (!isMetadataSmall(request.data)) return err({ kind: 'metadata_too_large' });
  const allowed = await checkEmailSendInterval(ports, settings, { message: 'otp', email });
  if (allowed.isErr()) return err(allowed.error);
  const user = await findOrCreate(ports, settings, email, request);
  const confirmed = user === undefined || isConfirmed(user);
  const message = confirmed
    ? ({ kind: 'magiclink', slot: 'recovery', type: 'magiclink' } as const)
    : ({ kind: 'signup', slot: 'confirmation', type: 'signup' } as const);
  // The reader of this mail need not be the person who chose the password of an unconfirmed account.
  const addressed = { ...message, to: email, confirmsPassword: confirmed };
  await sendLink(ports, settings, { user, message: addressed, link, context });
  return ok();
}

async function findOrCreate(
  ports: SignInPorts,
  settings: SignInSettings,
  email: CanonicalEmail,
  { createUser, data, context }: OtpRequest,
): Promise<User | undefined> {
  const now = ports.clock.now();
  const known = await ports.users.byEmail(email);
  if (known) {
    const identityId = ports.ids.uuid();
    const touched = await ports.users.change(known.id, (user) =>
      isConfirmed(user)
        ? { ...user, recoverySentAt: now }
        : {
            ...reclaimed(user, identityId, now),
            confirmationSentAt: now,
            passwordUnverified: true,
          },
    );
    return touched.unwrapOr(undefined) ?? known;
  }
  if (!createUser || !settings.allowsSignUp) {
    await changeNothing(ports, 'magiclink', email);
    return undefined;
  }
  const fresh = newEmailUser(ports, { email, passwordHash: undefined, data, now });
  const user: User = settings.autoconfirm
    ? { ...confirmEmail(fresh, now), recoverySentAt: now }
    : { ...fresh, confirmationSentAt: now };
  const created = await ports.users.create(user);
  // Lost a race: another request has just created the account.
  if (created.isErr()) return ports.users.byEmail(email);
  logEventInBackground(ports, { actionType: 'signup_success', userId: user.id, context });
  return user;
}
