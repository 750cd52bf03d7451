import { err, ok, type Result } from '../kernel/index.ts';
import type { Mail, MailError } from './mail.ts';
import type { Mailer } from './ports.ts';

/** A failed test: the connection and sign-in, or the mail itself. */
export interface TestMailError extends MailError {
  /** How far it came: before any mail was sent, or at the mail. */
  readonly step: 'connect' | 'send';
}

/**
 * Proves the mail settings: connects and signs in, then sends a mail at once, without the queue. Errors: `mail_not_sent`
 * with the step that failed. Source: docs/contract.md#1.
 */
export async function sendTestMail(
  { mailer }: { readonly mailer: Mailer },
  mail: Mail,
): Promise<Result<void, TestMailError>> {
  const connected = await mailer.verify();
  if (connected.isErr()) return err({ ...connected.error, step: 'connect' });
  const sent = await mailer.send(mail);
  return sent.isErr() ? err({ ...sent.error, step: 'send' }) : ok();
}
