import type { InboxMessage, MessageStatus } from '@coachsite/core/contact';
import { foundBy, hasWords, type InboxFilter } from '../rows/message.ts';
import { inSlices } from '../rows/slices.ts';
import type { Database } from './database.ts';

/** Where a message stands in the inbox, and its text where words are searched for. */
interface Place {
  readonly place: number;
  readonly at: number;
  readonly status: MessageStatus;
  readonly text: string | null;
}

type Slice = {
  readonly withText: 0 | 1;
  readonly at: number;
  readonly place: number;
  readonly limit: number;
  readonly status: MessageStatus | null;
};

/** Messages listed, and messages searched, in one turn of the event loop: to compare a text takes longer. */
const [listedPerTurn, searchedPerTurn] = [200, 50];

const text = `iif(:withText,
  name || char(10) || email || char(10) || subject || char(10) || message, NULL) AS text`;

/**
 * The order of the inbox: messages of status `new` first, the one received first on top; then the others, newest first.
 * Whatever part is asked for is read by an index, or in slices.
 */
export function inboxOrder<Row>(
  { sql }: Pick<Database, 'sql'>,
  columns: string,
  toMessage: (row: Row) => InboxMessage,
) {
  const part = (condition: string, [after, direction]: readonly [string, string]) => {
    const order = `ORDER BY received_at_ms ${direction}, rowid ${direction}`;
    return {
      slice: sql.prepare<Slice, Place>(
        `SELECT rowid AS place, received_at_ms AS at, status, ${text} FROM contact_messages
         WHERE ${condition} AND (received_at_ms, rowid) ${after} (:at, :place)
         ${order} LIMIT :limit`,
      ),
      page: sql
        .prepare<{ status: MessageStatus | null; limit: number; offset: number }, number>(
          `SELECT rowid FROM contact_messages WHERE ${condition}
           ${order} LIMIT :limit OFFSET :offset`,
        )
        .pluck(),
      first: after === '>' ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER,
    };
  };
  const oldestFirst = ['>', 'ASC'] as const;
  const newestFirst = ['<', 'DESC'] as const;
  const fresh = part("status = 'new'", oldestFirst);
  const others = part("status <> 'new'", newestFirst);
  const ofStatus = part('status = :status', newestFirst);
  const partsOf = (status: MessageStatus | undefined) => {
    if (status === undefined) return [fresh, others];
    return [status === 'new' ? fresh : ofStatus];
  };
  const countStatus = sql.prepare<[], { status: MessageStatus; messages: number }>(
    'SELECT status, count(*) AS messages FROM contact_messages GROUP BY status',
  );
  const countNew = sql
    .prepare<[], number>(`SELECT count(*) FROM contact_messages WHERE status = 'new'`)
    .pluck();
  const read = sql.prepare<[string], Row>(
    `SELECT ${columns} FROM (SELECT key, value FROM json_each(?)) AS asked
     JOIN contact_messages ON contact_messages.rowid = asked.value ORDER BY asked.key`,
  );
  const messagesAt = (places: readonly number[]) => read.all(JSON.stringify(places)).map(toMessage);

  async function* walk({ status, search }: InboxFilter): AsyncGenerator<readonly Place[], void> {
    const isSearch = hasWords(search);
    const limit = isSearch ? searchedPerTurn : listedPerTurn;
    const bound = { withText: isSearch ? 1 : 0, limit, status: status ?? null } as const;
    for (const { slice, first } of partsOf(status)) {
      const slices = inSlices<Place>(limit, (last) =>
        slice.all({ ...bound, at: last?.at ?? first, place: last?.place ?? first }),
      );
      for await (const some of slices) yield foundBy(some, search);
    }
  }

  const pageOf = (status: MessageStatus | undefined, limit: number, offset: number) => {
    const [head, rest] = partsOf(status);
    const bound = { status: status ?? null };
    const places = head?.page.all({ ...bound, limit, offset }) ?? [];
    if (!rest || places.length === limit) return places;
    const skipped = Math.max(0, offset - (countNew.get() ?? 0));
    return [
      ...places,
      ...rest.page.all({ ...bound, limit: limit - places.length, offset: skipped }),
    ];
  };

  return {
    /** One page of what a filter finds. */
    page: async (
      { status, search }: InboxFilter,
      limit: number,
      offset: number,
    ): Promise<readonly InboxMessage[]> => {
      if (!hasWords(search)) return messagesAt(pageOf(status, limit, offset));
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
        for (const { status, messages } of countStatus.all()) counts[status] = messages;
        return counts;
      }
      for await (const slice of walk({ search }))
        for (const { status } of slice) counts[status] += 1;
      return counts;
    },
  };
}
