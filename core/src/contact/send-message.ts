import { err, ok, type Result } from 'neverthrow';
import { type Clock, hourMs, type Ids } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import { type InboxMessage, isHasty } from './inbox.ts';
import { type ContactError, type ContactMessage, checkMessage } from './message.ts';
import type { MessageMails, MessageStore } from './ports.ts';

/** What sending a message touches. */
export interface SendMessagePorts {
  readonly messages: MessageStore;
  readonly messageMails: MessageMails;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What the form sent, unchecked, and how it was sent. */
export interface Submission {
  readonly fields: ContactMessage;
  readonly language: Language;
  /** A field no person sees; whoever fills it is a program. */
  readonly honeypot: string;
  /** Time between the form being shown and being sent, when the page could tell. */
  readonly elapsedMs?: number | undefined;
  /** The browser said that another site made it send this. */
  readonly isCrossSite: boolean;
}

/** Beyond this many messages in an hour, the mails about them are bundled. Source: docs/security.md#CF-5. */
export const mailsPerHour = 100;

/**
 * Stores a message and enqueues the mail about it; once this resolves neither can be lost. A message from a
 * program is kept as spam and not mailed. Errors: `validation_failed`. Source: docs/rules.md#4, docs/rules.md#5,
 * docs/security.md#CF-4, docs/security.md#CF-5.
 */
export async function sendMessage(
  ports: SendMessagePorts,
  submission: Submission,
): Promise<Result<InboxMessage, ContactError>> {
  const now = ports.clock.now();
  const checked = checkMessage(submission.fields);
  if (checked.isErr()) return err(checked.error);
  const isSpam = submission.honeypot.trim() !== '';
  const message: InboxMessage = {
    ...checked.value,
    id: ports.ids.uuid(),
    language: submission.language,
    status: isSpam ? 'spam' : 'new',
    flagged: isSpam || isHasty(submission.elapsedMs) || submission.isCrossSite,
    receivedAt: now,
    answeredAt: undefined,
    changedAt: now,
  };
  const mail = isSpam ? undefined : ports.messageMails.forMessage(message);
  await ports.messages.add(message, mail, { since: now - hourMs, limit: mailsPerHour });
  return ok(message);
}

/** Mails about all messages that wait for a bundle, at most once an hour, and returns how many those were. */
export async function bundleMessages(ports: SendMessagePorts): Promise<number> {
  const now = ports.clock.now();
  return ports.messages.bundle(
    now - hourMs,
    (messages) => ports.messageMails.forBundle(ports.ids.uuid(), messages),
    now,
  );
}
