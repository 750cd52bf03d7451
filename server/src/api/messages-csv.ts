import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { InboxMessage } from '@coachsite/adapters/contract';
import type { InboxMessage as KeptMessage, MessageStore } from '@coachsite/core/contact';
import { toCsv } from '../http/csv.ts';

const columns = [
  'id',
  'status',
  'flagged',
  'receivedAt',
  'replyDueAt',
  'answeredAt',
  'language',
  'name',
  'email',
  'subject',
  'message',
] as const satisfies readonly (keyof InboxMessage)[];

/** How many messages are read at once, so that other requests are served in between. */
const batch = 200;

/** All messages that `filter` selects, as CSV. Source: docs/contract.md#3. */
export function messagesAsCsv(
  { messages }: { readonly messages: Pick<MessageStore, 'list'> },
  filter: Omit<Parameters<MessageStore['list']>[0], 'limit' | 'offset'>,
  toJson: (message: KeptMessage) => InboxMessage,
): Readable {
  async function* lines() {
    yield toCsv([columns]);
    for (let offset = 0; ; offset += batch) {
      const rows = (await messages.list({ ...filter, limit: batch, offset })).map(toJson);
      yield toCsv(rows.map((row) => columns.map((column) => String(row[column] ?? ''))));
      if (rows.length < batch) return;
      await setImmediate();
    }
  }
  return Readable.from(lines());
}
