import type { Sms, SmsQueue } from '@coachsite/core/sms';
import { queueListeners } from './listeners.ts';

interface Entry {
  readonly sms: Sms;
  readonly failures: number;
  readonly dueAt: number;
}

export function memorySmsQueue(): SmsQueue {
  const entries = new Map<string, Entry>();
  const toNumber = (to: string) =>
    [...entries.values()].map(({ sms }) => sms).filter((sms) => sms.to === to);
  const { announce, onEnqueued } = queueListeners();
  return {
    enqueue: async (sms, now) => {
      if (entries.has(sms.id)) return;
      entries.set(sms.id, { sms, failures: 0, dueAt: now });
      announce();
    },
    onEnqueued,
    take: async (now, leaseUntil, limit) => {
      const due = [...entries.values()]
        .filter(({ dueAt }) => dueAt <= now)
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit);
      for (const entry of due) entries.set(entry.sms.id, { ...entry, dueAt: leaseUntil });
      return due.map(({ sms, failures }) => ({ sms, failures }));
    },
    delay: async (id, retryAt) => {
      const entry = entries.get(id);
      if (entry) entries.set(id, { ...entry, failures: entry.failures + 1, dueAt: retryAt });
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
  };
}
