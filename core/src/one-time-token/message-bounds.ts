import {
  type Clock,
  dayMs,
  err,
  type Milliseconds,
  ok,
  type Result,
  type Seconds,
  type UserId,
  wholeSeconds,
} from '../kernel/index.ts';
import { type AttemptStore, accountKey, type RateLimit } from '../rate-limit/index.ts';

/** A bound of the whole site: of mails or text messages that are requested, or of notices. */
export type SiteBound = 'mails' | 'texts' | 'notices';

/** The ports for counting messages. */
export interface MessageBoundPorts {
  readonly attempts: AttemptStore;
  readonly clock: Clock;
  /** Called for each message beyond a bound of the site, which its owner should hear of. It must not throw. */
  readonly reportBound?: ((bound: SiteBound) => void) | undefined;
}

/** How many mails the whole site sends on request. */
export interface MessageLimits {
  /** In any 24 hours; 1000 by default. */
  readonly mailsPerDay?: number | undefined;
}

/** The most mails a day that visitors request of the whole site, unless the operator sets another number. */
const defaultMailsPerDay = 1000;

/** The most mails a day that somebody requests while signed in, to whatever address. */
const ofAccount: RateLimit = { maxAttempts: 20, windowMs: dayMs };

/** Too many mails were requested by one account, or of the whole site. */
export interface EmailBoundError {
  /** The auth service's published code; nothing was changed. */
  readonly kind: 'over_email_send_rate_limit';
  /** Whole seconds, at least one. */
  readonly retryAfterSeconds: Seconds;
  /** What has the bound; the error of the interval of one address lacks it, which some calls keep to themselves. */
  readonly boundOf: 'account' | 'site';
}

const boundError = (
  boundOf: EmailBoundError['boundOf'],
  retryAfterMs: Milliseconds,
): EmailBoundError => ({
  kind: 'over_email_send_rate_limit',
  retryAfterSeconds: wholeSeconds(retryAfterMs),
  boundOf,
});

/**
 * Counts a requested mail against the bounds of the account that requests it, if any, and of the site. Errors:
 * `over_email_send_rate_limit`. Source: docs/security.md#CF-7, docs/security.md#fixed-numbers.
 */
export async function checkMailBounds(
  ports: MessageBoundPorts,
  { mailsPerDay = defaultMailsPerDay }: MessageLimits,
  { userId }: { readonly userId?: UserId | undefined } = {},
): Promise<Result<void, EmailBoundError>> {
  const now = ports.clock.now();
  if (userId !== undefined) {
    const own = await ports.attempts.attempt(accountKey('mails', userId), ofAccount, now);
    if (!own.allowed) return err(boundError('account', own.retryAfterMs));
  }
  const ofSite = { maxAttempts: mailsPerDay, windowMs: dayMs };
  const all = await ports.attempts.attempt(accountKey('mails', 'all'), ofSite, now);
  if (all.allowed) return ok();
  ports.reportBound?.('mails');
  // No mail was requested, so the account has as many left as before.
  if (userId !== undefined) await ports.attempts.forgive(accountKey('mails', userId), now);
  return err(boundError('site', all.retryAfterMs));
}
