import type { EpochMs } from '@coachsite/core/kernel';
import type { Mail, MailQueue } from '@coachsite/core/mail';
import { queueListeners } from './listeners.ts';

/** The queue, and how other stores add a mail together with their own row. */
export interface MemoryMailQueue extends MailQueue {
  readonly add: (mail: Mail, now: EpochMs) => void;
}

interface Entry {
  readonly mail: Mail;
  readonly enqueuedAt: EpochMs;
  state: 'waiting' | 'sent' | 'failed';
  failures: number;
  dueAt: EpochMs;
  reason: string;
}

export function memoryMailQueue(): MemoryMailQueue {
  const entries = new Map<string, Entry>();
  const { announce, onEnqueued } = queueListeners();
  const inState = (state: Entry['state']) =>
    [...entries.values()].filter((entry) => entry.state === state);

  const isAbout = ({ to, replyTo }: Mail, address: string) =>
    [to, replyTo?.address].some((one) => one?.toLowerCase() === address.toLowerCase());

  const add = (mail: Mail, now: EpochMs) => {
    if (entries.has(mail.id)) return;
    entries.set(mail.id, {
      mail,
      enqueuedAt: now,
      state: 'waiting',
      failures: 0,
      dueAt: now,
      reason: '',
    });
    announce();
  };

  return {
    add,
    enqueue: async (mail, now) => add(mail, now),
    onEnqueued,
    take: async (now, leaseUntil, limit) => {
      const due = inState('waiting')
        .filter(({ dueAt }) => dueAt <= now)
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit);
      for (const entry of due) entry.dueAt = leaseUntil;
      return due.map(({ mail, failures }) => ({ mail, failures }));
    },
    markSent: async (id) => {
      const entry = entries.get(id);
      if (entry) entry.state = 'sent';
    },
    markFailed: async (id, reason, retryAt) => {
      const entry = entries.get(id);
      if (entry?.state !== 'waiting') return;
      entry.failures += 1;
      entry.reason = reason;
      if (retryAt === undefined) entry.state = 'failed';
      else entry.dueAt = retryAt;
    },
    counts: async () => ({
      waiting: inState('waiting').length,
      failed: inState('failed').length,
    }),
    failed: async (limit) =>
      inState('failed')
        .sort((a, b) => b.enqueuedAt - a.enqueuedAt)
        .slice(0, limit)
        .map(({ mail, reason, enqueuedAt }) => ({
          id: mail.id,
          subject: mail.subject,
          reason,
          enqueuedAt,
        })),
    about: async (address) =>
      inState('waiting')
        .filter(({ mail }) => isAbout(mail, address))
        .sort((a, b) => a.enqueuedAt - b.enqueuedAt)
        .map(({ mail: { to, subject }, enqueuedAt }) => ({ to, subject, enqueuedAt })),
    removeAbout: async (address, messageIds = []) => {
      // Like the table, it no longer knows the recipients of mails that were sent or given up.
      const found = [...entries].filter(
        ([, { mail, state }]) =>
          (state === 'waiting' && isAbout(mail, address)) ||
          (state === 'failed' && messageIds.includes(mail.id)),
      );
      for (const [id] of found) entries.delete(id);
      return found.length;
    },
    purge: async (before) => {
      const old = [...entries].filter(
        ([, entry]) => entry.state !== 'waiting' && entry.enqueuedAt < before,
      );
      for (const [id] of old) entries.delete(id);
      return old.length;
    },
  };
}
