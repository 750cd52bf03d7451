import { api } from '@coachsite/adapters/browser';
import { canonicalEmail, checkEmail, type EmailReason } from '@coachsite/core/account';
import type { ProgramId } from '@coachsite/core/catalogue';

/** Why an address may not be sent; empty for one that may. */
export function reasonsAgainst(email: string): readonly EmailReason[] {
  const checked = checkEmail(email);
  return checked.isErr() ? checked.error.reasons : [];
}

/** How the server answered. */
export type NotifyMeOutcome = 'sent' | 'invalid_email' | 'too_many' | 'failed';

/** Asks the server to tell this address when a program is ready. Source: docs/contract.md#3. */
export async function requestNotifyMe(
  email: string,
  programId: ProgramId,
): Promise<NotifyMeOutcome> {
  const body = { email: canonicalEmail(email), programId };
  const asked = await api.post<undefined>('/api/notify', body);
  if (asked.isOk()) return 'sent';
  if (asked.error.kind === 'validation_failed') return 'invalid_email';
  return asked.error.kind === 'over_request_rate_limit' ? 'too_many' : 'failed';
}
