import {
  currentRecord,
  isLocked,
  type LockoutRecord,
  type LockoutStore,
  lockedUntil,
  recordFailure,
} from '../../lockout/index.ts';

export function memoryLockoutStore(): LockoutStore {
  const records = new Map<string, LockoutRecord>();
  return {
    reserve: async (key, lockoutMs, now) => {
      const current = currentRecord(records.get(key), now, lockoutMs);
      if (current) records.set(key, current);
      const until = lockedUntil(current, lockoutMs);
      if (until !== undefined) return { locked: true, until };
      const record = recordFailure(current, now, lockoutMs);
      records.set(key, record);
      return { locked: false, failures: record.count };
    },
    release: async (key) => {
      const record = records.get(key);
      if (record && record.count > 1) records.set(key, { ...record, count: record.count - 1 });
      else records.delete(key);
    },
    clear: async (key, lockoutMs, now) => {
      const wasLocked = isLocked(records.get(key), now, lockoutMs);
      records.delete(key);
      return wasLocked;
    },
    sweep: async (before) => {
      const old = [...records].filter(([, { lastFailureAt }]) => lastFailureAt < before);
      for (const [key] of old) records.delete(key);
      return old.length;
    },
  };
}
