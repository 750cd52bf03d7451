import { dayMs, type EpochMs, minuteMs } from '../kernel/index.ts';
import { accountKey, type RateLimit } from '../rate-limit/index.ts';
import type { MessageBoundPorts } from './message-bounds.ts';
import type { AuthMessage } from './ports.ts';

/** A mail about a change of an account, which nobody requested: without link or code. */
export type Notice = Exclude<
  AuthMessage,
  { readonly code: string } | { readonly kind: 'sign_up_attempted' }
>;

/** Notices on one topic within this time are joined. */
const joined: RateLimit = { maxAttempts: 1, windowMs: 10 * minuteMs };

/** Where there are too many of them, notices on one topic are joined for so long. */
const joinedForDay: RateLimit = { maxAttempts: 1, windowMs: dayMs };

/** More notices to one address are too many. */
const ofAddress: RateLimit = { maxAttempts: 40, windowMs: dayMs };

/** More notices of the whole site are too many. */
const ofSite: RateLimit = { maxAttempts: 1000, windowMs: dayMs };

/** Whether a message is a notice. The others are limited where they are requested. */
export const isNotice = (message: AuthMessage): message is Notice =>
  !('code' in message) && message.kind !== 'sign_up_attempted';

/** The address and the words of a notice: those with the same topic can be joined. */
export function noticeTopic(notice: Notice): string {
  const factor = 'factorType' in notice && notice.factorType;
  const provider = 'provider' in notice && notice.provider;
  return JSON.stringify([notice.kind, factor, provider, notice.to]);
}

/**
 * Counts a notice and returns when its mail is due: then all notices on its topic that are due at that time become one
 * mail. `undefined` for a mail of its own, now: of devices each sign-in is news, and those are joined for a day only. So each change of an account is followed by a mail: at once, within ten
 * minutes, or within a day if an address or the whole site has too many. Source: docs/security.md#CF-7,
 * docs/security.md#fixed-numbers.
 */
export async function noticeDueAt(
  ports: MessageBoundPorts,
  notice: Notice,
): Promise<EpochMs | undefined> {
  const now = ports.clock.now();
  const count = (key: string, limit: RateLimit) => ports.attempts.attempt(key, limit, now);
  const own = await count(`notices:${notice.to}`, ofAddress);
  const all = own.allowed ? await count(accountKey('notices', 'all'), ofSite) : own;
  if (own.allowed && !all.allowed) ports.reportBound?.('notices');
  if (all.allowed && notice.kind === 'new_device') return undefined;
  const limit = all.allowed ? joined : joinedForDay;
  const first = await count(`notices:${limit.windowMs}:${noticeTopic(notice)}`, limit);
  return first.allowed ? undefined : now + first.retryAfterMs;
}
