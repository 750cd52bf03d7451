import { type Clock, dayMs, hourMs, type Ids, type Milliseconds } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import { type InboxMessage, isHasty } from './inbox.ts';
import type { CheckedMessage } from './message.ts';
import type { PauseStore } from './pause.ts';
import type { MessageMails, MessageStore } from './ports.ts';
import { replyDueAt } from './reply-promise.ts';

/** The ports for sending a message. */
export interface SendMessagePorts {
  readonly messages: MessageStore;
  /** Days off, which move the due time that the mail states. */
  readonly pauses: Pick<PauseStore, 'list'>;
  readonly messageMails: MessageMails;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A checked message, and how its form was submitted. */
export interface Submission {
  readonly message: CheckedMessage;
  readonly language: Language;
  /** A field hidden from people; only bots fill it in. */
  readonly honeypot: string;
  /** Time between showing and submitting the form, if known. */
  readonly elapsedMs?: Milliseconds | undefined;
  /** The browser reported a cross-site request. */
  readonly isCrossSite: boolean;
}

/** Above this many messages in 24 hours, the mails about them are bundled. Source: docs/security.md#CF-5. */
export const mailsPerDay = 100;

/**
 * If the same words were sent within this time, in milliseconds, and that message still waits, it is the same message:
 * its response was lost, or the button was pressed twice.
 */
const repeatedWithinMs = hourMs;

/**
 * Stores a message and enqueues the mail about it; both are durable once this resolves. A message from a bot is
 * stored as spam and not mailed. One that was sent already is returned as it was stored then. `promiseMs` is the
 * promised time to reply. Source: docs/rules.md#4, docs/rules.md#5, docs/security.md#CF-4, docs/security.md#CF-5.
 */
export async function sendMessage(
  ports: SendMessagePorts,
  { promiseMs }: { readonly promiseMs: Milliseconds },
  submission: Submission,
): Promise<InboxMessage> {
  const now = ports.clock.now();
  const isSpam = submission.honeypot.trim() !== '';
  const message: InboxMessage = {
    ...submission.message,
    id: ports.ids.uuid(),
    language: submission.language,
    status: isSpam ? 'spam' : 'new',
    flagged: isSpam || isHasty(submission.elapsedMs) || submission.isCrossSite,
    receivedAt: now,
    answeredAt: undefined,
    changedAt: now,
  };
  const dueAt = replyDueAt(now, { promiseMs, pauses: await ports.pauses.list() });
  const toMail = isSpam ? undefined : () => ports.messageMails.forMessage(message, dueAt);
  const allowance = { since: now - dayMs, limit: mailsPerDay };
  const repeatedSince = isSpam ? undefined : now - repeatedWithinMs;
  return ports.messages.add(message, toMail, allowance, repeatedSince);
}

/** Sends one mail about all messages that wait for a bundle, at most once an hour, and returns their number. */
export async function bundleMessages(ports: Omit<SendMessagePorts, 'pauses'>): Promise<number> {
  const now = ports.clock.now();
  return ports.messages.bundle(
    now - hourMs,
    (messages, count) => ports.messageMails.forBundle(ports.ids.uuid(), messages, count),
    now,
  );
}
