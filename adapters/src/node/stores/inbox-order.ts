import type { InboxMessage, MessageStatus } from '@coachsite/core/contact';
import {
  foundBy,
  hasWords,
  type InboxFilter,
  type MessageRow,
  messageColumns,
  toMessage,
} from '../rows/message.ts';
import { inSlices } from '../rows/slices.ts';
import type { Connection } from '../sql/database.ts';
import { oneOf, place, placed, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';

/** Where a message stands in the inbox, and its text where words are searched for. */
interface Place {
  readonly place: number;
  readonly at: number;
  readonly status: MessageStatus;
  readonly text: string | null;
}

/** Messages read, or searched, by one statement, which SQLite runs in one turn of the event loop. */
const [listedPerTurn, searchedPerTurn] = [200, 50];

const text = `CASE WHEN CAST(:withText AS INTEGER) = 1
  THEN name || '\n' || email || '\n' || subject || '\n' || message END AS text`;

/** A part of the inbox in its order. */
function part(condition: string, [after, direction]: readonly [string, string]) {
  const order = sql`ORDER BY received_at_ms ${direction}, ${place} ${direction} LIMIT :limit`;
  return {
    slice: prepared<
      {
        withText: number;
        at: number;
        place: number;
        limit: number;
        status: MessageStatus | undefined;
      },
      Place
    >(
      sql`SELECT ${placed}, received_at_ms AS at, status, ${text} FROM contact_messages
       WHERE ${condition} AND (received_at_ms, ${place}) ${after} (:at, :place) ${order}`,
    ),
    page: prepared<
      { status: MessageStatus | undefined; limit: number; offset: number },
      { place: number }
    >(sql`SELECT ${placed} FROM contact_messages WHERE ${condition} ${order} OFFSET :offset`),
    first: after === '>' ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER,
  };
}
const oldestFirst = ['>', 'ASC'] as const;
const newestFirst = ['<', 'DESC'] as const;
const fresh = part("status = 'new'", oldestFirst);
const others = part("status <> 'new'", newestFirst);
const ofStatus = part('status = :status', newestFirst);
const partsOf = (status: MessageStatus | undefined) => {
  if (status === undefined) return [fresh, others];
  return [status === 'new' ? fresh : ofStatus];
};
const countStatus = prepared<None, { status: MessageStatus; messages: number }>(
  'SELECT status, count(*) AS messages FROM contact_messages GROUP BY status',
);
const countNew = prepared<None, { messages: number }>(
  "SELECT count(*) AS messages FROM contact_messages WHERE status = 'new'",
);
const read = prepared<{ places: readonly number[] }, MessageRow & { readonly place: number }>(
  sql`SELECT ${placed}, ${messageColumns} FROM contact_messages WHERE ${place} ${oneOf('places')}`,
);

/**
 * The order of the inbox: messages of status `new` first, the one received first on top; then the others, newest first.
 * Whatever part is asked for is read by an index, or in slices.
 */
export function inboxOrder(on: Connection) {
  /** The messages at these places, in their order; those that are gone are left out. */
  const messagesAt = async (places: readonly number[]): Promise<readonly InboxMessage[]> => {
    const found = new Map((await read.all(on, { places })).map((row) => [row.place, row]));
    return places.flatMap((at) => found.get(at) ?? []).map(toMessage);
  };

  async function* walk({ status, search }: InboxFilter): AsyncGenerator<readonly Place[], void> {
    const isSearch = hasWords(search);
    const limit = isSearch ? searchedPerTurn : listedPerTurn;
    const bound = { withText: isSearch ? 1 : 0, limit, status };
    for (const { slice, first } of partsOf(status)) {
      const slices = inSlices<Place>(limit, (last) =>
        slice.all(on, { ...bound, at: last?.at ?? first, place: last?.place ?? first }),
      );
      for await (const some of slices) yield foundBy(some, search);
    }
  }

  const pageOf = async (status: MessageStatus | undefined, limit: number, offset: number) => {
    const [head, rest] = partsOf(status);
    const places = (await head?.page.all(on, { status, limit, offset })) ?? [];
    if (!rest || places.length === limit) return places;
    const skipped = Math.max(0, offset - ((await countNew.get(on, {}))?.messages ?? 0));
    const more = { status, limit: limit - places.length, offset: skipped };
    return [...places, ...(await rest.page.all(on, more))];
  };

  return {
    /** One page of what a filter finds. */
    page: async (
      { status, search }: InboxFilter,
      limit: number,
      offset: number,
    ): Promise<readonly InboxMessage[]> => {
      if (!hasWords(search))
        return messagesAt((await pageOf(status, limit, offset)).map(({ place }) => place));
      const found: number[] = [];
      for await (const slice of walk({ status, search })) {
        found.push(...slice.map(({ place }) => place));
        if (found.length >= offset + limit) break;
      }
      return messagesAt(found.slice(offset, offset + limit));
    },
    /** All messages that a filter finds. */
    slices: async function* (filter: InboxFilter): AsyncGenerator<readonly InboxMessage[], void> {
      for await (const slice of walk(filter)) {
        const places = slice.map(({ place }) => place);
        if (places.length > 0) yield messagesAt(places);
      }
    },
    /** How many messages of each status a search finds. */
    counts: async (search?: string): Promise<Record<MessageStatus, number>> => {
      const counts: Record<MessageStatus, number> = { new: 0, answered: 0, archived: 0, spam: 0 };
      if (!hasWords(search)) {
        for (const { status, messages } of await countStatus.all(on, {})) counts[status] = messages;
        return counts;
      }
      for await (const slice of walk({ search }))
        for (const { status } of slice) counts[status] += 1;
      return counts;
    },
  };
}
