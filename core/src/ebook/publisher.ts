import { type Publisher, publisherId } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';
import type { Ebook } from './ebook.ts';

/** Who changes the e-book, for the security log: an admin over HTTP, or the operator on the command line. */
export interface EbookEditor {
  readonly actor: Publisher;
  readonly context: RequestContext;
}

/** Logs a change of the active e-book in the security log; rejects if the store fails. Source: docs/security.md#LK-13. */
export function logEbookChange(
  ports: Omit<SecurityLogPorts, 'reportLostEvent'>,
  actionType: 'ebook_replaced' | 'ebook_restored',
  { actor, context }: EbookEditor,
  { id, fileName, sha256 }: Ebook,
): Promise<void> {
  return logEvent(ports, {
    actionType,
    userId: publisherId(actor),
    context,
    details: { id, fileName, sha256 },
  });
}
