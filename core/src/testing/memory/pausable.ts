import { dayMs, type EpochMs } from '../../kernel/index.ts';
import type { PausableQueue, QueuePause } from '../../queue/index.ts';

/** The pause of a queue in memory. */
export function memoryPause(): PausableQueue & { readonly endPause: (now: EpochMs) => void } {
  let current: QueuePause | undefined;
  return {
    pause: async () => current,
    setPause: async (pause) => {
      current = pause;
    },
    endPause: (now) => {
      if (current) current = { ...current, until: Math.min(current.until, now) };
    },
  };
}

interface Leased {
  unfinished: number;
  dueAt: EpochMs;
}

/** Takes due entries as the tables do: new ones first, and one that was never finished alone. */
export function takeDue<Entry extends Leased>(
  waiting: readonly Entry[],
  now: EpochMs,
  leaseUntil: EpochMs,
  limit: number,
): readonly { readonly entry: Entry; readonly unfinished: number }[] {
  const due = waiting
    .filter(({ dueAt }) => dueAt <= now || dueAt > now + 2 * dayMs)
    .sort((a, b) => a.dueAt - b.dueAt);
  const fresh = due.filter(({ unfinished }) => unfinished === 0).slice(0, limit);
  const taken = fresh.length > 0 ? fresh : due.slice(0, 1);
  return taken.map((entry) => {
    const { unfinished } = entry;
    Object.assign(entry, { dueAt: leaseUntil, unfinished: unfinished + 1 });
    return { entry, unfinished };
  });
}
