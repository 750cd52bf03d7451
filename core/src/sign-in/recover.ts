import { checkEmail, type EmailError, reclaimed, type User } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import {
  checkEmailSendInterval,
  type EmailBoundError,
  type EmailIntervalError,
} from '../one-time-token/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { changeNothing, type SendLinkPorts, sendLink } from './send-link.ts';
import type { LinkRequest, SignInPorts, SignInSettings } from './settings.ts';

/** A request to recover an account. */
export interface RecoverRequest {
  readonly email: string;
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/**
 * Mails a link and a code for recovering an account; works while the account is locked. For unknown addresses the
 * result is the same and no mail is sent. Errors: `invalid_email`; `over_email_send_rate_limit` within the interval.
 * Source: docs/wire.md#4.7, docs/security.md#LK-5, docs/security.md#LK-9.
 */
export async function recover(
  ports: SendLinkPorts & Pick<SignInPorts, 'users' | 'attempts'>,
  settings: SignInSettings,
  request: RecoverRequest,
): Promise<Result<void, EmailError | EmailIntervalError | EmailBoundError>> {
  const checked = checkEmail(request.email);
  const { link, context } = request;
  if (checked.isErr()) return err(checked.error);
  const email = checked.value;
  const allowed = await checkEmailSendInterval(ports, settings, { message: 'recovery', email });
  if (allowed.isErr()) return err(allowed.error);
  const user = await ports.users.byEmail(email);
  const now = ports.clock.now();
  const identityId = ports.ids.uuid();
  const touch = (current: User): User => ({
    ...reclaimed(current, identityId, now),
    recoverySentAt: now,
    passwordUnverified: current.emailConfirmedAt === undefined,
  });
  const message = {
    kind: 'recovery',
    slot: 'recovery',
    type: 'recovery',
    to: email,
    confirmsPassword: user?.emailConfirmedAt !== undefined,
  } as const;
  await (user ? ports.users.change(user.id, touch) : changeNothing(ports, 'recovery', email));
  await sendLink(ports, settings, { user, message, link, context });
  return ok();
}
