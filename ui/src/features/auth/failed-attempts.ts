import { canonicalEmail } from '@coachsite/core/account';
import { defaultLockout } from '@coachsite/core/defaults';
import type { EpochMs } from '@coachsite/core/kernel';
import {
  currentRecord,
  type LockoutRecord,
  lockedUntil,
  recordFailure,
} from '@coachsite/core/lockout';

/**
 * The failed sign-ins of this page, by e-mail address, in memory only. They are checked before the request, so after
 * an unlock the page must be reloaded.
 * Source: docs/rules.md#3, docs/rules.md#reading-lockout.
 */
export interface FailedAttempts {
  /** Seconds until the lock of an address ends; undefined if it is not locked. */
  readonly lockedForSeconds: (email: string, now: EpochMs) => number | undefined;
  readonly record: (email: string, now: EpochMs) => void;
  readonly clear: (email: string) => void;
}

export function createFailedAttempts(): FailedAttempts {
  const records = new Map<string, LockoutRecord>();
  return {
    lockedForSeconds: (email, now) => {
      const key = canonicalEmail(email);
      const current = currentRecord(records.get(key), defaultLockout, now);
      if (!current) records.delete(key);
      const until = lockedUntil(current, defaultLockout);
      return until === undefined ? undefined : Math.ceil((until - now) / 1000);
    },
    record: (email, now) => {
      const key = canonicalEmail(email);
      records.set(key, recordFailure(records.get(key), defaultLockout, now));
    },
    clear: (email) => {
      records.delete(canonicalEmail(email));
    },
  };
}
