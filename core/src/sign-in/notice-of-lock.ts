import type { User } from '../account/index.ts';
import { dayMs } from '../kernel/index.ts';
import type { AuthMessenger } from '../one-time-token/index.ts';
import { type AttemptStore, accountKey, type RateLimit } from '../rate-limit/index.ts';
import type { SecurityLogPorts } from '../security-log/index.ts';
import { languageOf } from './send-link.ts';

/** Whoever guesses again and again fills no mailbox. */
const noticeLimit: RateLimit = { maxAttempts: 1, windowMs: dayMs };

/** The ports for telling of a lock. */
export type LockNoticePorts = Pick<SecurityLogPorts, 'reportLostEvent' | 'clock'> & {
  readonly attempts: AttemptStore;
  readonly messenger: AuthMessenger;
};

/** Tells the owner of an account, once a day at most; for nobody the mail is composed and dropped. */
async function noticeOfLock(ports: LockNoticePorts, user: User | undefined): Promise<void> {
  const to = user?.emailConfirmedAt === undefined ? undefined : user.email;
  const message = (address: string) =>
    ({
      kind: 'account_locked',
      to: address,
      language: languageOf(ports.messenger, user),
    }) as const;
  if (user && to !== undefined) {
    const key = accountKey('lock_notice', user.id);
    const attempt = await ports.attempts.attempt(key, noticeLimit, ports.clock.now());
    if (attempt.allowed) return ports.messenger.send(message(to));
  }
  await ports.messenger.sendToNobody?.(message('nobody@site.invalid'));
}

/**
 * Tells the owner by mail that guesses have locked the account; at a confirmed address only, and not while the response
 * waits, which is the same for an address without an account. Source: docs/security.md#LK-15, docs/security.md#LK-9.
 */
export function noticeOfLockInBackground(ports: LockNoticePorts, user: User | undefined): void {
  noticeOfLock(ports, user).catch((error: unknown) => ports.reportLostEvent('lock', error));
}
