import { api } from '@coachsite/adapters/browser';
import { canonicalEmail, checkEmail, type EmailReason } from '@coachsite/core/account';
import type { WaitingListId } from '@coachsite/core/catalogue';

/** The errors of an e-mail address; empty if it is valid. */
export function emailErrors(email: string): readonly EmailReason[] {
  const checked = checkEmail(email);
  return checked.isErr() ? checked.error.reasons : [];
}

/** The outcome of the request. */
export type NotifyMeOutcome = 'sent' | 'invalid_email' | 'too_many' | 'failed';

/** Requests a notification at this e-mail address when a program is ready or the next article is out. */
export async function requestNotifyMe(
  email: string,
  programId: WaitingListId,
): Promise<NotifyMeOutcome> {
  const body = { email: canonicalEmail(email), programId };
  const requested = await api.post<undefined>('/api/notify', body);
  if (requested.isOk()) return 'sent';
  if (requested.error.kind === 'validation_failed') return 'invalid_email';
  return requested.error.kind === 'over_request_rate_limit' ? 'too_many' : 'failed';
}
