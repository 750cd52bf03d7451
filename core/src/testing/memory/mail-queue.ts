import { containsEmail } from '../../account/index.ts';
import type { EpochMs } from '../../kernel/index.ts';
import type { Mail, MailFailure, MailProblem, MailQueue } from '../../mail/index.ts';
import { byValue } from './by-value.ts';
import { queueListeners } from './listeners.ts';
import { memoryPause, takeDue } from './pausable.ts';

/** The queue, and how other stores take part in it. */
export interface MemoryMailQueue extends MailQueue {
  /** Puts a mail into the queue, as part of a change of another store. */
  readonly add: (mail: Mail, now: EpochMs, dueAt?: EpochMs) => void;
  /** Removes a mail that is not sent yet. */
  readonly drop: (id: string) => void;
  /** Calls `record` whenever a mail was sent, with its id. */
  readonly onSent: (record: (id: string, now: EpochMs) => void) => void;
  /** Removes a mail that waits and that no attempt is under way for. */
  readonly withdraw: (id: string) => void;
  /** The state of a mail, and whether it has never failed. */
  readonly stateOf: (
    id: string,
  ) => { readonly state: 'waiting' | 'sent' | 'failed'; readonly isFresh: boolean } | undefined;
  /** Whether the queue knows a mail, sent ones included. */
  readonly has: (id: string) => boolean;
}

interface Entry {
  readonly mail: Mail;
  readonly enqueuedAt: EpochMs;
  state: 'waiting' | 'sent' | 'failed';
  failures: number;
  unfinished: number;
  dueAt: EpochMs;
  problem: MailProblem | undefined;
  reason: string;
  postponedAt: EpochMs;
  endedAt: EpochMs;
  isGone: boolean;
}

/** A `MailQueue` in memory. */
export function memoryMailQueue(): MemoryMailQueue {
  const entries = new Map<string, Entry>();
  const { announce, onEnqueued } = queueListeners();
  const { pause, setPause, endPause } = memoryPause();
  const records: ((id: string, now: EpochMs) => void)[] = [];
  const listed = () => [...entries.values()];
  const inState = (state: Entry['state']) => listed().filter((entry) => entry.state === state);
  const isAbout = ({ to, replyTo, subject, text }: Mail, address: string) =>
    [to, replyTo?.address].some((one) => one?.toLowerCase() === address.toLowerCase()) ||
    containsEmail(`${subject}\n${text}`, address);
  /** Mails with their content. */
  const kept = () => listed().filter(({ state, isGone }) => state !== 'sent' && !isGone);

  /** Changes a waiting mail after its attempt. */
  const end = (id: string, change: (entry: Entry) => Partial<Entry>) => {
    const entry = entries.get(id);
    if (entry?.state !== 'waiting') return;
    Object.assign(entry, { unfinished: 0, ...change(entry) });
  };
  const add = (mail: Mail, now: EpochMs, dueAt = now) => {
    if (entries.has(mail.id)) return;
    entries.set(mail.id, {
      mail,
      enqueuedAt: now,
      state: 'waiting',
      failures: 0,
      unfinished: 0,
      dueAt,
      problem: undefined,
      reason: '',
      postponedAt: Number.POSITIVE_INFINITY,
      endedAt: 0,
      isGone: false,
    });
    announce();
  };
  const counted = (failure: MailFailure) => (entry: Entry) => ({
    ...failure,
    failures: entry.failures + 1,
  });
  const makeDue = (now: EpochMs) => (entry: Entry) => {
    if (entry.unfinished > 0) return false;
    const again = { state: 'waiting', dueAt: now, failures: 0, unfinished: 0 } as const;
    Object.assign(entry, { ...again, postponedAt: Number.POSITIVE_INFINITY });
    return true;
  };

  return byValue({
    add,
    drop: (id) => {
      if (entries.get(id)?.state !== 'sent') entries.delete(id);
    },
    withdraw: (id) => {
      const { state, unfinished } = entries.get(id) ?? {};
      if (state === 'waiting' && unfinished === 0) entries.delete(id);
    },
    stateOf: (id) => {
      const entry = entries.get(id);
      return entry && { state: entry.state, isFresh: entry.failures === 0 };
    },
    has: (id) => entries.has(id),
    onSent: (record) => {
      records.push(record);
    },
    pause,
    setPause,
    enqueue: async (mail, now, dueAt) => add(mail, now, dueAt),
    onEnqueued,
    take: async (limit, leaseUntil, now) => {
      const lastSentAt = Math.max(
        0,
        ...inState('sent')
          .map(({ endedAt }) => endedAt)
          .filter((at) => at <= now),
      );
      for (const entry of inState('waiting')) {
        const { failures, unfinished, postponedAt } = entry;
        const isUntried = failures === 0 && unfinished === 0 && postponedAt === Infinity;
        if (isUntried && entry.enqueuedAt > now) entry.dueAt = Math.min(entry.dueAt, now);
      }
      return takeDue(inState('waiting'), now, leaseUntil, limit).map(
        ({ entry: { mail, failures, postponedAt }, unfinished }) => ({
          mail,
          failures,
          unfinished,
          wasPassed: lastSentAt > postponedAt,
        }),
      );
    },
    markSent: async (id, now) => {
      const entry = entries.get(id);
      if (!entry || entry.state === 'sent') return;
      Object.assign(entry, { state: 'sent', endedAt: now });
      for (const record of records) record(id, now);
    },
    retryLater: async (id, failure, at) =>
      end(id, (entry) => ({ ...counted(failure)(entry), dueAt: at })),
    postpone: async (id, failure, until, now) =>
      end(id, () => ({ ...failure, dueAt: until, postponedAt: now })),
    giveUp: async (id, failure, now) =>
      end(id, (entry) => ({
        ...failure,
        failures: entry.failures + (['expired', 'crashed'].includes(failure.problem) ? 0 : 1),
        state: 'failed',
        endedAt: now,
        isGone: entry.mail.secretUntil !== undefined,
      })),
    retry: async (id, now) => {
      const entry = entries.get(id);
      if (!entry || entry.state === 'sent') return 'mail_not_found';
      if (entry.isGone) return 'mail_content_gone';
      makeDue(now)(entry);
      endPause(now);
      announce();
      return 'due';
    },
    retryAll: async (now) => {
      endPause(now);
      announce();
      return kept().filter(makeDue(now)).length;
    },
    counts: async () => ({
      waiting: inState('waiting').length,
      failed: inState('failed').length,
    }),
    unsent: async (limit) =>
      [inState('failed'), inState('waiting')]
        .flatMap((some) => some.reverse().sort((a, b) => b.enqueuedAt - a.enqueuedAt))
        .slice(0, limit)
        .map(({ mail, state, isGone, problem, reason, failures, enqueuedAt, dueAt }) => ({
          id: mail.id,
          state: state === 'failed' ? 'failed' : 'waiting',
          to: isGone ? undefined : mail.to,
          subject: mail.subject,
          problem,
          reason,
          failures,
          enqueuedAt,
          nextTryAt: state === 'failed' ? undefined : dueAt,
        })),
    about: async (address) =>
      kept()
        .filter(({ mail }) => isAbout(mail, address))
        .map(({ mail: { to, subject }, enqueuedAt }) => ({ to, subject, enqueuedAt })),
    removeAbout: async (address, messageIds = []) => {
      const found = listed().filter(
        ({ mail, state, isGone }) =>
          (state !== 'sent' && !isGone && isAbout(mail, address)) ||
          (isGone && messageIds.includes(mail.id)),
      );
      for (const { mail } of found) entries.delete(mail.id);
      return found.length;
    },
    removeTo: async (address) => {
      const found = kept().filter(
        ({ mail: { to, unsubscribeUrl } }) =>
          to.toLowerCase() === address.toLowerCase() && unsubscribeUrl === undefined,
      );
      for (const { mail } of found) entries.delete(mail.id);
      return found.length;
    },
    purge: async (before) => {
      const old = listed().filter(({ state, endedAt }) => state !== 'waiting' && endedAt < before);
      for (const { mail } of old) entries.delete(mail.id);
      return old.length;
    },
  });
}
