import type { EpochMs } from '../../kernel/index.ts';
import {
  type AttemptStore,
  allowAttempt,
  clientRateLimitPrefix,
  waitMs,
} from '../../rate-limit/index.ts';

interface Counter {
  readonly times: readonly EpochMs[];
  readonly expiresAt: EpochMs;
}

/** An `AttemptStore` in memory. */
export function memoryAttemptStore(): AttemptStore {
  const counters = new Map<string, Counter>();
  return {
    attempt: async (key, limit, now) => {
      const before = counters.get(key)?.times ?? [];
      const { allowed, times } = allowAttempt(before, limit, now);
      if (allowed || (times !== before && before.some((at) => at > now)))
        counters.set(key, { times, expiresAt: now + limit.windowMs });
      return allowed ? { allowed } : { allowed, retryAfterMs: waitMs(before, limit, now) };
    },
    forgive: async (key, at) => {
      const counter = counters.get(key);
      if (!counter) return;
      const index = counter.times.lastIndexOf(at);
      if (index >= 0) counters.set(key, { ...counter, times: counter.times.toSpliced(index, 1) });
    },
    clear: async (key) => {
      counters.delete(key);
    },
    clearClientRateLimits: async () => {
      for (const key of counters.keys())
        if (key.startsWith(clientRateLimitPrefix)) counters.delete(key);
    },
    sweep: async (now) => {
      const over = [...counters].filter(([, { expiresAt }]) => expiresAt <= now);
      for (const [key] of over) counters.delete(key);
      return over.length;
    },
  };
}
