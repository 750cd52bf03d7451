import { type Clock, dayMs, type Ids, type Milliseconds } from '../kernel/index.ts';
import type { InboxMessage } from './inbox.ts';
import { dueLimits } from './open-messages.ts';
import type { PauseStore } from './pause.ts';
import type { MessageMails, MessageStore, ReminderKind } from './ports.ts';
import { replyDueAt } from './reply-promise.ts';

/** The ports for the reminders of the coach. */
export interface RemindPorts {
  readonly messages: Pick<MessageStore, 'remindDueSoon' | 'remindLate'>;
  /** Days off, which move the due times. */
  readonly pauses: Pick<PauseStore, 'list'>;
  readonly messageMails: Pick<MessageMails, 'forReminder'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Reminds the coach of the promise to reply: one mail about each message before its time ends, and one a day while any
 * is late. `promiseMs` is the promised time to reply. Returns the number of messages that the mails are about.
 * Source: docs/rules.md#1, docs/law-and-search.md#C7.
 */
export async function remindOfReplies(
  ports: RemindPorts,
  { promiseMs }: { readonly promiseMs: Milliseconds },
): Promise<{ readonly dueSoon: number; readonly late: number }> {
  const now = ports.clock.now();
  const promise = { promiseMs, pauses: await ports.pauses.list() };
  const limits = dueLimits(promise, now);
  const toMail = (kind: ReminderKind) => (messages: readonly InboxMessage[], count: number) =>
    ports.messageMails.forReminder(
      ports.ids.uuid(),
      kind,
      messages.map((message) => ({ message, dueAt: replyDueAt(message.receivedAt, promise) })),
      count,
    );
  return {
    dueSoon: await ports.messages.remindDueSoon(limits, toMail('due_soon'), now),
    late: await ports.messages.remindLate({ ...limits, since: now - dayMs }, toMail('late'), now),
  };
}
