import { err, ok, type Result } from 'neverthrow';
import type { Clock } from '../kernel/index.ts';
import type { MailQueue } from './ports.ts';

/** Why a mail cannot be sent again: it is gone or was sent, or it held a link or code and was erased. */
export interface RetryMailError {
  readonly kind: 'mail_not_found' | 'mail_content_gone';
}

/**
 * Makes a mail due now, with all its tries, and ends a pause of the queue. Errors: `mail_not_found`,
 * `mail_content_gone`. Source: docs/contract.md#3, docs/security.md#DR-13.
 */
export async function retryMail(
  ports: { readonly mailQueue: MailQueue; readonly clock: Clock },
  id: string,
): Promise<Result<void, RetryMailError>> {
  const outcome = await ports.mailQueue.retry(id, ports.clock.now());
  return outcome === 'due' ? ok() : err({ kind: outcome });
}
