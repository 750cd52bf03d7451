import {
  currentRecord,
  type LockoutRecord,
  type LockoutStore,
  lockedUntil,
  recordFailure,
} from '../../lockout/index.ts';

/** A `LockoutStore` in memory. */
export function memoryLockoutStore(): LockoutStore {
  const records = new Map<string, LockoutRecord>();
  return {
    reserve: async (key, policy, now) => {
      const current = currentRecord(records.get(key), policy, now);
      if (current) records.set(key, current);
      const until = lockedUntil(current, policy);
      if (until !== undefined) return { locked: true, retryAfterMs: until - now };
      const record = recordFailure(current, policy, now);
      records.set(key, record);
      return { locked: false, failures: record.count };
    },
    release: async (key) => {
      const record = records.get(key);
      if (record && record.count > 1) records.set(key, { ...record, count: record.count - 1 });
      else records.delete(key);
    },
    clear: async (key) => {
      const record = records.get(key);
      records.delete(key);
      return record;
    },
    sweep: async (before) => {
      const old = [...records].filter(([, { lastFailureAt }]) => lastFailureAt < before);
      for (const [key] of old) records.delete(key);
      return old.length;
    },
  };
}
