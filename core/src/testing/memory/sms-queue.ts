import type { Sms, SmsQueue } from '../../sms/index.ts';
import { byValue } from './by-value.ts';
import { queueListeners } from './listeners.ts';
import { memoryPause, takeDue } from './pausable.ts';

interface Entry {
  readonly sms: Sms;
  failures: number;
  unfinished: number;
  dueAt: number;
}

/** An `SmsQueue` in memory. */
export function memorySmsQueue(): SmsQueue {
  const entries = new Map<string, Entry>();
  const toNumber = (to: string) =>
    [...entries.values()].map(({ sms }) => sms).filter((sms) => sms.to === to);
  const { announce, onEnqueued } = queueListeners();
  return byValue({
    enqueue: async (sms, now) => {
      if (entries.has(sms.id)) return;
      entries.set(sms.id, { sms, failures: 0, unfinished: 0, dueAt: now });
      announce();
    },
    onEnqueued,
    ...memoryPause(),
    take: async (limit, leaseUntil, now) =>
      takeDue([...entries.values()], now, leaseUntil, limit).map(
        ({ entry: { sms, failures }, unfinished }) => ({ sms, failures, unfinished }),
      ),
    delay: async (id, retryAt) => {
      const entry = entries.get(id);
      if (!entry) return;
      Object.assign(entry, { failures: entry.failures + 1, unfinished: 0, dueAt: retryAt });
    },
    postpone: async (id, until) => {
      const entry = entries.get(id);
      if (entry) Object.assign(entry, { unfinished: 0, dueAt: until });
    },
    remove: async (id) => {
      entries.delete(id);
    },
    toNumber: async (to) => toNumber(to),
    removeToNumber: async (to) => {
      const found = toNumber(to);
      for (const { id } of found) entries.delete(id);
      return found.length;
    },
    waiting: async () => entries.size,
  });
}
