import {
  type InboxMessage,
  type MessageStatus,
  type MessageStore,
  mostListedMessages,
  type ToMail,
} from '../../contact/index.ts';
import { containsWords } from '../../text/index.ts';
import { byValue } from './by-value.ts';
import type { MemoryMailQueue } from './mail-queue.ts';

interface Entry {
  message: InboxMessage;
  /** It had a mail of its own, or waits for a bundle. */
  notice?: 'mailed' | 'waiting' | undefined;
  remindedAt?: number;
  lateMailAt?: number;
}

/** By the rule of `elapsed`, written anew, as these adapters judge the suites that judge the others. */
const isNear = (at: number, since: number, now: number) => Math.abs(now - at) < now - since;

const isSame = (sent: InboxMessage, message: InboxMessage) =>
  sent.status === 'new' &&
  sent.email.toLowerCase() === message.email.toLowerCase() &&
  (['name', 'subject', 'message', 'language'] as const).every(
    (part) => sent[part] === message[part],
  );

const isFound = ({ name, email, subject, message }: InboxMessage, search = '') =>
  containsWords([name, email, subject, message].join('\n'), search);

/** A `MessageStore` in memory. */
export function memoryMessageStore(mails: MemoryMailQueue): MessageStore {
  const entries = new Map<string, Entry>();
  const all = () => [...entries.values()];
  const bySender = (email: string) =>
    all()
      .filter(({ message }) => message.email.toLowerCase() === email.toLowerCase())
      .reverse()
      .sort((a, b) => b.message.receivedAt - a.message.receivedAt);

  const open = () =>
    all()
      .filter(({ message }) => message.status === 'new')
      .sort((a, b) => a.message.receivedAt - b.message.receivedAt);
  const mailAbout = (found: readonly Entry[], toMail: ToMail, now: number) => {
    const listed = found.slice(0, mostListedMessages).map(({ message }) => message);
    if (found.length > 0) mails.add(toMail(listed, found.length), now);
    return found.length;
  };

  const inOrder = ({ status, search }: { status?: MessageStatus; search?: string }) => {
    const found = all()
      .map(({ message }) => message)
      .filter((message) => status === undefined || message.status === status)
      .filter((message) => isFound(message, search));
    const fresh = found.filter((message) => message.status === 'new');
    const others = found.filter((message) => message.status !== 'new').reverse();
    return [
      ...fresh.sort((a, b) => a.receivedAt - b.receivedAt),
      ...others.sort((a, b) => b.receivedAt - a.receivedAt),
    ];
  };

  return byValue({
    add: async (message, toMail, { since, limit }, repeatedSince) => {
      const sent = all().find(
        (entry) =>
          repeatedSince !== undefined &&
          isNear(entry.message.receivedAt, repeatedSince, message.receivedAt) &&
          isSame(entry.message, message),
      );
      if (sent) return sent.message;
      const mailed = all().filter(
        (entry) =>
          entry.notice === 'mailed' && isNear(entry.message.receivedAt, since, message.receivedAt),
      );
      const isOver = mailed.length >= limit;
      entries.set(message.id, {
        message,
        notice: toMail && (isOver ? 'waiting' : 'mailed'),
      });
      if (toMail && !isOver) mails.add(toMail(), message.receivedAt);
      return message;
    },
    list: async ({ limit, offset, ...filter }) => inOrder(filter).slice(offset, offset + limit),
    slices: async function* (filter) {
      const found = inOrder(filter);
      for (let at = 0; at < found.length; at += 2) yield found.slice(at, at + 2);
    },
    counts: async (search) => {
      const counts: Record<MessageStatus, number> = { new: 0, answered: 0, archived: 0, spam: 0 };
      for (const { message } of all()) if (isFound(message, search)) counts[message.status] += 1;
      return counts;
    },
    waiting: async ({ lateBefore, soonUntil }) => {
      const received = all()
        .filter(({ message }) => message.status === 'new')
        .map(({ message }) => message.receivedAt);
      const late = received.filter((at) => at < lateBefore).length;
      const notLater = received.filter((at) => at <= soonUntil).length;
      return {
        new: received.length,
        late,
        dueSoon: notLater - late,
        oldestReceivedAt: received.length > 0 ? Math.min(...received) : undefined,
      };
    },
    update: async (id, change) => {
      const entry = entries.get(id);
      if (!entry) return undefined;
      entry.message = change(entry.message);
      return entry.message;
    },
    remove: async (id) => {
      mails.drop(id);
      return entries.delete(id);
    },
    bundle: async (waitingSince, toMail, now) => {
      const waiting = all().filter(({ notice }) => notice === 'waiting');
      const messages = waiting
        .map(({ message }) => message)
        .sort((a, b) => a.receivedAt - b.receivedAt);
      const [oldest] = messages;
      if (!oldest || isNear(oldest.receivedAt, waitingSince, now)) return 0;
      mails.add(toMail(messages.slice(0, mostListedMessages), messages.length), now);
      for (const entry of waiting) entry.notice = undefined;
      return messages.length;
    },
    remindDueSoon: async ({ lateBefore, soonUntil }, toMail, now) => {
      const found = open().filter(
        ({ message: { receivedAt }, remindedAt }) =>
          remindedAt === undefined && receivedAt >= lateBefore && receivedAt <= soonUntil,
      );
      for (const entry of found) entry.remindedAt = now;
      return mailAbout(found, toMail, now);
    },
    remindLate: async ({ lateBefore, since }, toMail, now) => {
      const mailed = all().flatMap(({ lateMailAt }) => lateMailAt ?? []);
      if (mailed.some((at) => at > since && at <= now)) return 0;
      const found = open().filter(({ message }) => message.receivedAt < lateBefore);
      for (const entry of found) entry.lateMailAt = now;
      return mailAbout(found, toMail, now);
    },
    ofSender: async (email) => bySender(email).map(({ message }) => message),
    removeOfSender: async (email) => {
      const found = bySender(email);
      for (const { message } of found) entries.delete(message.id);
      return found.length;
    },
    purge: async (before) => {
      const old = all().filter(({ message }) => message.changedAt < before);
      for (const { message } of old) entries.delete(message.id);
      return old.length;
    },
  });
}
