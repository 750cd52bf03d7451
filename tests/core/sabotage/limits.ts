import {
  currentRecord,
  isLocked,
  type LockoutRecord,
  lockedUntil,
  recordFailure,
} from '@coachsite/core/lockout';
import { type AttemptStore, allowAttempt, waitMs } from '@coachsite/core/rate-limit';
import {
  attemptStoreContract,
  lockoutStoreContract,
  memoryAttemptStore,
  memoryLockoutStore,
} from '@coachsite/core/testing';
import type { Sabotages, Suite } from './watch.ts';

/** What a column may make of keys. */
const lossy = {
  'ignores the case of keys': (key: string) => key.toLowerCase(),
  'ignores spaces at the end of keys': (key: string) => key.trimEnd(),
  'cuts keys to 32 characters': (key: string) => key.slice(0, 32),
  'cuts keys to 255 characters': (key: string) => key.slice(0, 255),
};

/** A sabotage for each way to lose a part of keys. */
const eachLossy = (sabotage: (change: (key: string) => string) => Suite): Sabotages =>
  Object.fromEntries(Object.entries(lossy).map(([name, change]) => [name, sabotage(change)]));

/** Lets others run between two steps of one call. */
const elsewhere = () => Promise.resolve();

export const lockoutSabotages: Sabotages = {
  ...eachLossy(
    (change) => (runner) =>
      lockoutStoreContract(runner, async () => {
        const store = memoryLockoutStore();
        return {
          ...store,
          reserve: (key, ...rest) => store.reserve(change(key), ...rest),
          release: (key) => store.release(change(key)),
          clear: (key) => store.clear(change(key)),
        };
      }),
  ),
  'releases below zero, so that a sixth guess is evaluated': (runner) =>
    lockoutStoreContract(runner, async () => {
      const counts = new Map<string, number>();
      return {
        ...memoryLockoutStore(),
        reserve: async (key, policy) => {
          const count = (counts.get(key) ?? 0) + 1;
          if (count > policy.maxFailures) return { locked: true, retryAfterMs: policy.lockoutMs };
          counts.set(key, count);
          return { locked: false, failures: count };
        },
        release: async (key) => {
          counts.set(key, (counts.get(key) ?? 0) - 1);
        },
      };
    }),
  'lets others read a counter before it wrote it': (runner) =>
    lockoutStoreContract(runner, async () => {
      const records = new Map<string, LockoutRecord>();
      return {
        ...memoryLockoutStore(),
        reserve: async (key, policy, now) => {
          const current = records.get(key);
          await elsewhere();
          const until = lockedUntil(current, policy);
          if (until !== undefined && now < until)
            return { locked: true, retryAfterMs: until - now };
          const record = recordFailure(current, policy, now);
          records.set(key, record);
          return { locked: false, failures: record.count };
        },
      };
    }),
  'does not keep the record that was moved after the clock was set back': (runner) =>
    lockoutStoreContract(runner, async () => {
      const records = new Map<string, LockoutRecord>();
      return {
        ...memoryLockoutStore(),
        reserve: async (key, policy, now) => {
          const held = records.get(key);
          const isAhead = held !== undefined && held.lastFailureAt > now;
          const current = isAhead ? { ...held, lastFailureAt: now } : held;
          const until = lockedUntil(current, policy);
          if (until !== undefined && isLocked(current, policy, now))
            return { locked: true, retryAfterMs: until - now };
          const record = recordFailure(current, policy, now);
          records.set(key, record);
          return { locked: false, failures: record.count };
        },
      };
    }),
  'keeps its records in a plain object': (runner) =>
    lockoutStoreContract(runner, async () => {
      const records: Record<string, LockoutRecord | undefined> = {};
      return {
        ...memoryLockoutStore(),
        reserve: async (key, policy, now) => {
          const current = currentRecord(records[key], policy, now);
          const until = lockedUntil(current, policy);
          const record = until === undefined ? recordFailure(current, policy, now) : current;
          if (record) records[key] = record;
          return until === undefined
            ? { locked: false, failures: record?.count ?? 0 }
            : { locked: true, retryAfterMs: until - now };
        },
        clear: async (key) => {
          const record = records[key];
          delete records[key];
          return record;
        },
      };
    }),
  'does not say what it forgets': (runner) =>
    lockoutStoreContract(runner, async () => {
      const store = memoryLockoutStore();
      return { ...store, clear: (...given) => store.clear(...given).then(() => undefined) };
    }),
  'shares one counter among all accounts': (runner) =>
    lockoutStoreContract(runner, async () => {
      const store = memoryLockoutStore();
      return { ...store, reserve: (_key, ...rest) => store.reserve('all', ...rest) };
    }),
  'sweeps failures that are not old': (runner) =>
    lockoutStoreContract(runner, async () => {
      const store = memoryLockoutStore();
      return { ...store, sweep: () => store.sweep(Number.POSITIVE_INFINITY) };
    }),
};

/** An attempt store over plain lists of times, each of whose parts may be replaced. */
function plainAttempts(
  attempt: (times: Map<string, readonly number[]>) => AttemptStore['attempt'],
): AttemptStore {
  return { ...memoryAttemptStore(), attempt: attempt(new Map()) };
}

export const attemptSabotages: Sabotages = {
  ...eachLossy(
    (change) => (runner) =>
      attemptStoreContract(runner, async () => {
        const store = memoryAttemptStore();
        return {
          ...store,
          attempt: (key, ...rest) => store.attempt(change(key), ...rest),
          forgive: (key, at) => store.forgive(change(key), at),
          clear: (key) => store.clear(change(key)),
        };
      }),
  ),
  'forgets a counter with its first attempt, so that a sweep lifts the limit': (runner) =>
    attemptStoreContract(runner, async () => {
      const store = memoryAttemptStore();
      const firsts = new Map<string, number>();
      return {
        ...store,
        attempt: async (key, limit, now) => {
          if (!firsts.has(key)) firsts.set(key, now + limit.windowMs);
          return store.attempt(key, limit, now);
        },
        sweep: async (now) => {
          const over = [...firsts].filter(([, expiresAt]) => expiresAt <= now);
          for (const [key] of over) {
            firsts.delete(key);
            await store.clear(key);
          }
          return over.length;
        },
      };
    }),
  'counts rejected attempts': (runner) =>
    attemptStoreContract(runner, async () =>
      plainAttempts((times) => async (key, limit, now) => {
        const before = times.get(key) ?? [];
        const { allowed } = allowAttempt(before, limit, now);
        times.set(key, [...before, now]);
        return allowed ? { allowed } : { allowed, retryAfterMs: waitMs(before, limit, now) };
      }),
    ),
  'lets others read a counter before it wrote it': (runner) =>
    attemptStoreContract(runner, async () =>
      plainAttempts((times) => async (key, limit, now) => {
        const before = times.get(key) ?? [];
        await elsewhere();
        const { allowed, times: after } = allowAttempt(before, limit, now);
        times.set(key, after);
        return allowed ? { allowed } : { allowed, retryAfterMs: waitMs(before, limit, now) };
      }),
    ),
  'drops the moved times of a rejected attempt after the clock was set back': (runner) =>
    attemptStoreContract(runner, async () =>
      plainAttempts((times) => async (key, limit, now) => {
        const before = times.get(key) ?? [];
        const { allowed, times: after } = allowAttempt(before, limit, now);
        if (allowed) times.set(key, after);
        return allowed ? { allowed } : { allowed, retryAfterMs: waitMs(before, limit, now) };
      }),
    ),
  'counts per fixed window, so that two bursts meet': (runner) =>
    attemptStoreContract(runner, async () => {
      const store = memoryAttemptStore();
      return {
        ...store,
        attempt: (key, limit, now) =>
          store.attempt(`${key} ${Math.floor(now / limit.windowMs)}`, limit, now),
      };
    }),
  'takes back the last attempt instead of the one at that time': (runner) =>
    attemptStoreContract(runner, async () => {
      const store = memoryAttemptStore();
      return { ...store, forgive: (key) => store.clear(key) };
    }),
  'clears every counter with the client rate limits': (runner) =>
    attemptStoreContract(runner, async () => {
      let store = memoryAttemptStore();
      const now = () => store;
      return {
        attempt: (...given) => now().attempt(...given),
        forgive: (...given) => now().forgive(...given),
        clear: (...given) => now().clear(...given),
        sweep: (...given) => now().sweep(...given),
        clearClientRateLimits: async () => {
          store = memoryAttemptStore();
        },
      };
    }),
};
