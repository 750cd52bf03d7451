import { Readable } from 'node:stream';
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

/** All messages that `filter` selects, as CSV. Source: docs/contract.md#3. */
export function messagesAsCsv(
  { messages }: { readonly messages: Pick<MessageStore, 'slices'> },
  filter: Parameters<MessageStore['slices']>[0],
  toJson: (message: KeptMessage) => InboxMessage,
): Readable {
  async function* lines() {
    yield toCsv([columns]);
    for await (const slice of messages.slices(filter)) {
      const rows = slice.map(toJson);
      yield toCsv(rows.map((row) => columns.map((column) => String(row[column] ?? ''))));
    }
  }
  return Readable.from(lines());
}
