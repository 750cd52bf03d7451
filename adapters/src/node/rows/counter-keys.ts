import { createHash } from 'node:crypto';
import { clientRateLimitPrefix, isAccountKey, type RateLimit } from '@coachsite/core/rate-limit';

/** Half a SHA-256 is enough to keep keys apart, and hides their content: addresses of people without an account. */
export const lockoutKey = (key: string) =>
  createHash('sha256').update(key).digest().subarray(0, 16);

/** The order of these keys is that of eviction: those that clients choose, then those of networks, then of accounts. */
export function attemptKey(key: string): Uint8Array {
  const hash = lockoutKey(key);
  const [first = 0] = hash;
  if (key.startsWith(clientRateLimitPrefix)) hash[0] = first & 0x7f;
  else hash[0] = isAccountKey(key) ? first | 0xc0 : (first & 0x3f) | 0x80;
  return hash;
}

/** When a counter of attempts ends, as an integer of a database: also for a window without end, or of a fraction. */
export const expiryOf = ({ windowMs }: RateLimit, now: number): number =>
  Math.min(Math.ceil(now + windowMs), Number.MAX_SAFE_INTEGER);
