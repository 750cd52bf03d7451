import { checkEmail, type EmailError, isConfirmed, type User } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { checkEmailSendInterval, type EmailBoundError } from '../one-time-token/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { sendEmailChange } from './email-change.ts';
import { changeNothing, type SendLinkPorts, sendLink } from './send-link.ts';
import type { LinkRequest, SignInPorts, SignInSettings } from './settings.ts';

/** Which mail to resend, and to which address. */
export interface ResendRequest {
  /** To confirm a sign-up, or a change of address. */
  readonly type: 'signup' | 'email_change';
  readonly email: string;
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/**
 * Resends the confirmation of a pending sign-up or change of e-mail, if the interval has passed; the result is the same
 * in every case. Errors: `invalid_email`; `over_email_send_rate_limit` beyond the bound of the site. Source: docs/wire.md#4.6.
 */
export async function resend(
  ports: SendLinkPorts & Pick<SignInPorts, 'users' | 'attempts'>,
  settings: SignInSettings,
  request: ResendRequest,
): Promise<Result<void, EmailError | EmailBoundError>> {
  const checked = checkEmail(request.email);
  if (checked.isErr()) return err(checked.error);
  const email = checked.value;
  const { link, context } = request;
  const user = await ports.users.byEmail(email);
  // A change is asked for by the current address, and counted by the new one, as when it began.
  const to = request.type === 'email_change' ? (user?.newEmail ?? email) : email;
  const allowed = await checkEmailSendInterval(ports, settings, {
    message: request.type,
    email: to,
  });
  if (allowed.isErr()) return 'boundOf' in allowed.error ? err(allowed.error) : ok();
  const now = ports.clock.now();
  if (request.type === 'email_change' && user?.newEmail !== undefined) {
    const touch = (current: User): User => ({ ...current, emailChangeSentAt: now });
    const touched = await ports.users.change(user.id, touch);
    const moving = touched.unwrapOr(undefined) ?? user;
    await sendEmailChange(ports, settings, { user: moving, link, context });
    return ok();
  }
  const touch = (current: User): User => ({ ...current, confirmationSentAt: now });
  const isWaiting = request.type === 'signup' && user && !isConfirmed(user);
  const touched = isWaiting
    ? await ports.users.change(user.id, touch)
    : ok(await changeNothing(ports, 'signup', email));
  const waiting = isWaiting ? (touched.unwrapOr(undefined) ?? user) : undefined;
  const message = {
    kind: 'signup',
    slot: 'confirmation',
    type: 'signup',
    to: email,
    confirmsPassword: waiting !== undefined && !waiting.passwordUnverified,
  } as const;
  await sendLink(ports, settings, { user: waiting, message, link, context });
  return ok();
}
