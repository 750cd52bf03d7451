import type { User } from '../account/index.ts';
import type { TokenSettings } from '../one-time-token/index.ts';
import type { EmailUser } from './new-account.ts';
import { type LinkMessageRequest, type SendLinkPorts, sendLink } from './send-link.ts';

/**
 * Whether the current address must confirm a change: only if it has itself been confirmed.
 * Source: docs/security.md#LN-8.
 */
export function currentEmailMustConfirm(user: User): user is EmailUser {
  return user.email !== undefined && user.emailConfirmedAt !== undefined;
}

/** Mails both addresses of a pending change, each with its own code and link. Source: docs/wire.md#4.9. */
export async function sendEmailChange(
  ports: SendLinkPorts,
  settings: TokenSettings,
  { user, ...request }: Omit<LinkMessageRequest, 'message'>,
): Promise<void> {
  const { newEmail } = user;
  if (newEmail === undefined) return;
  const change = { type: 'email_change', confirmsPassword: true, newEmail } as const;
  const toNew = {
    ...change,
    kind: 'email_change_new',
    slot: 'email_change_new',
    to: newEmail,
  } as const;
  const sent = [sendLink(ports, settings, { ...request, user, message: toNew })];
  if (currentEmailMustConfirm(user)) {
    const toCurrent = {
      ...change,
      kind: 'email_change_current',
      slot: 'email_change_current',
      to: user.email,
    } as const;
    sent.push(sendLink(ports, settings, { ...request, user, message: toCurrent }));
  }
  await Promise.all(sent);
}
