import { type Clock, err, type Ids, ok, type Result } from '../kernel/index.ts';
import { logEvent, type SecurityLog, type ServerEvent } from '../security-log/index.ts';
import type { MailQueue } from './ports.ts';

/** Why a mail cannot be sent again: it is gone or was sent, or it held a link or code and was erased. */
export interface RetryMailError {
  /** `mail_not_found`: gone or sent; `mail_content_gone`: its link or code was erased. */
  readonly kind: 'mail_not_found' | 'mail_content_gone';
}

/** The ports for sending mails again that were given up. */
interface RetryMailPorts {
  readonly mailQueue: MailQueue;
  readonly securityLog: SecurityLog;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Who sends again: an admin by a request, or the operator by a command. */
type By = Pick<ServerEvent, 'userId' | 'context'>;

const record = (ports: RetryMailPorts, id: string, by: By) =>
  logEvent(ports, { ...by, actionType: 'mail_retried', details: { id } });

/**
 * Makes a mail due now, with all its tries, and ends a pause of the queue. Errors: `mail_not_found`,
 * `mail_content_gone`. Source: docs/contract.md#3, docs/security.md#DR-13.
 */
export async function retryMail(
  ports: RetryMailPorts,
  { id, ...by }: By & { readonly id: string },
): Promise<Result<void, RetryMailError>> {
  const outcome = await ports.mailQueue.retry(id, ports.clock.now());
  if (outcome !== 'due') return err({ kind: outcome });
  await record(ports, id, by);
  return ok();
}

/** Makes every mail due that still has its content, and ends a pause of the queue; returns their number. */
export async function retryAllMails(ports: RetryMailPorts, by: By): Promise<number> {
  const due = await ports.mailQueue.retryAll(ports.clock.now());
  if (due > 0) await record(ports, 'all', by);
  return due;
}
