import { messageStatuses } from '@coachsite/core/contact';
import { z } from 'zod';
import { checkedByCore, language, limit, time } from './fields.ts';

const MessageStatus = z.enum(messageStatuses);

/** One message of the inbox; a reply was promised by `replyDueAt`. */
export const InboxMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  language,
  status: MessageStatus,
  flagged: z.boolean(),
  receivedAt: time,
  replyDueAt: time,
  answeredAt: time.nullable(),
});

/** Words to search for. */
const search = z.string().max(200).optional();

export const InboxQuery = z.object({
  status: MessageStatus.optional(),
  q: search,
  format: z.enum(['json', 'csv']).default('json'),
  limit: limit(100, 25),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/**
 * A page of the inbox, with the mails that wait or have failed. `counts` are those of the search, `summary` those of all
 * messages: new ones, those whose reply is overdue, and those whose reply is due within four hours.
 */
export const Inbox = z.object({
  messages: z.array(InboxMessage),
  summary: z.object({ new: z.number(), late: z.number(), dueSoon: z.number() }),
  counts: z.object({
    new: z.number(),
    answered: z.number(),
    archived: z.number(),
    spam: z.number(),
  }),
  mails: z.object({
    waiting: z.number(),
    failed: z.number(),
    failures: z.array(z.object({ subject: z.string(), reason: z.string(), enqueuedAt: time })),
  }),
});

export const MessageChange = z.object({ status: MessageStatus });
export const MessageParams = z.object({ id: z.uuid() });

/** A pause of the promise to reply: days in Brussels, both included. Source: docs/contract.md#3. */
export const PauseRequest = z.object({ from: checkedByCore, until: checkedByCore });
export const Pause = z.object({ from: z.iso.date(), until: z.iso.date() });
export const CurrentPause = Pause.nullable();

export type InboxMessage = z.infer<typeof InboxMessage>;
export type Inbox = z.infer<typeof Inbox>;
