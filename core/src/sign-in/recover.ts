import { err, ok, type Result } from 'neverthrow';
import { checkEmail, type EmailError, reclaimed } from '../account/index.ts';
import { type MessageIntervalError, takeMessageTurn } from '../one-time-token/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { sendLink, sendNothing } from './send-link.ts';
import type { LinkRequest, SignInPorts, SignInSettings } from './settings.ts';

/**
 * Mails a link and a code to someone who forgot the password; works while the account is locked. Unknown addresses
 * get the same answer and no mail. Source: docs/wire.md#4.7, docs/security.md#LK-5, docs/security.md#LK-9.
 */
export async function recover(
  ports: SignInPorts,
  settings: SignInSettings,
  address: string,
  link: LinkRequest,
  context: RequestContext,
): Promise<Result<void, EmailError | MessageIntervalError>> {
  const checked = checkEmail(address);
  if (checked.isErr()) return err(checked.error);
  const email = checked.value;
  const turn = await takeMessageTurn(ports, settings.emailIntervalMs, 'recovery', email);
  if (turn.isErr()) return err(turn.error);
  const user = await ports.users.byEmail(email);
  if (!user) {
    await sendNothing(ports, 'recovery', email, context);
    return ok();
  }
  const now = ports.clock.now();
  const identityId = ports.ids.uuid();
  await ports.users.change(user.id, (current) => ({
    ...reclaimed(current, identityId, now),
    recoverySentAt: now,
    isPasswordDoubtful: current.emailConfirmedAt === undefined,
  }));
  const message = {
    kind: 'recovery',
    slot: 'recovery',
    type: 'recovery',
    to: email,
    vouchesForPassword: user.emailConfirmedAt !== undefined,
  } as const;
  await sendLink(ports, settings, user, message, link, context);
  return ok();
}
