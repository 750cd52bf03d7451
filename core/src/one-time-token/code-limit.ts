import { type Clock, dayMs, err, hourMs, ok, type Result } from '../kernel/index.ts';
import { type AttemptStore, type RateLimitError, rateLimitError } from '../rate-limit/index.ts';

/** Wrong codes of one recipient, over all codes. Source: docs/security.md#LN-2. */
const limits = [
  { per: 'day', maxAttempts: 50, windowMs: dayMs },
  { per: 'hour', maxAttempts: 20, windowMs: hourMs },
] as const;

/**
 * Counts a code before it is checked, so that parallel guesses cannot exceed the limits, whether or not the recipient
 * has an account or a code. `recipient` is an e-mail address or a number. Returns a function that takes the count back
 * for a right code. Links are not limited. Errors: `over_request_rate_limit`. Source: docs/security.md#LN-2,
 * docs/security.md#LK-9.
 */
export async function countCode(
  ports: { readonly attempts: AttemptStore; readonly clock: Clock },
  { recipient }: { readonly recipient: string },
): Promise<Result<() => Promise<void>, RateLimitError>> {
  const now = ports.clock.now();
  const counted: string[] = [];
  const forgive = async () => {
    await Promise.all(counted.map((key) => ports.attempts.forgive(key, now)));
  };
  for (const { per, ...limit } of limits) {
    const key = `code:${per}:${recipient}`;
    const attempt = await ports.attempts.attempt(key, limit, now);
    if (!attempt.allowed) {
      await forgive();
      return err(rateLimitError(attempt.retryAfterMs));
    }
    counted.push(key);
  }
  return ok(forgive);
}
