import type { WaitingListId } from '@coachsite/core/catalogue';
import type { Interest, InterestStore } from '@coachsite/core/notify-me';
import { type InterestRow, interestColumns, type LinkRow, toInterest } from '../rows/interest.ts';
import { isNear } from '../rows/near.ts';
import { inSlices } from '../rows/slices.ts';
import type { Database } from './database.ts';
import type { SqliteMailQueue } from './mail-queue.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** Interests read in one turn of the event loop. */
const readPerTurn = 500;

/** `mails` is the queue in the same database: an interest and its mail are one commit. */
export function sqliteInterestStore(database: Database, mails: SqliteMailQueue): InterestStore {
  const { sql, write } = database;
  const findPair = sql.prepare<[string, string], InterestRow>(
    `SELECT ${interestColumns} FROM interests WHERE email = ? AND program_id = ?`,
  );
  const insert = sql.prepare<[string, string, string, string, string, number]>(
    `INSERT INTO interests (id, email, program_id, language, text_version, asked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const requestAgain = sql.prepare<[string, string, number, string]>(
    `UPDATE interests SET language = ?, text_version = ?, asked_at_ms = ?,
       confirmed_at_ms = NULL, announced_at_ms = NULL, launch_mail_id = NULL
     WHERE id = ?`,
  );
  const insertLink = sql.prepare<[string, string, string, number | null, number]>(
    `INSERT INTO interest_links (digest, interest_id, purpose, until_ms, made_at_ms)
     VALUES (?, ?, ?, ?, ?)`,
  );
  const findLink = sql.prepare<[string, string], LinkRow>(
    'SELECT interest_id, until_ms, used_at_ms FROM interest_links WHERE digest = ? AND purpose = ?',
  );
  const useLink = sql.prepare<[number, string]>(
    'UPDATE interest_links SET used_at_ms = ? WHERE digest = ?',
  );
  const markConfirmed = sql.prepare<[number, string]>(
    'UPDATE interests SET confirmed_at_ms = coalesce(confirmed_at_ms, ?) WHERE id = ?',
  );
  const markAnnounced = sql.prepare<[number, string]>(
    'UPDATE interests SET announced_at_ms = ? WHERE launch_mail_id = ?',
  );
  mails.onSent((mailId, now) => markAnnounced.run(now, mailId));
  const launchMailOf = sql
    .prepare<[string], string | null>('SELECT launch_mail_id FROM interests WHERE id = ?')
    .pluck();
  const remove = sql.prepare<[string]>('DELETE FROM interests WHERE id = ?');
  const listConfirmed = sql.prepare<
    { at: number; place: number; limit: number },
    InterestRow & { readonly place: number; readonly confirmed_at_ms: number }
  >(
    `SELECT rowid AS place, ${interestColumns} FROM interests
     WHERE confirmed_at_ms IS NOT NULL AND (confirmed_at_ms, rowid) < (:at, :place)
     ORDER BY confirmed_at_ms DESC, rowid DESC LIMIT :limit`,
  );
  const ofEmail = sql.prepare<[string], InterestRow>(
    `SELECT ${interestColumns} FROM interests WHERE email = ? ORDER BY asked_at_ms DESC, rowid DESC`,
  );
  const removeOfEmail = sql.prepare<[string]>('DELETE FROM interests WHERE email = ?');
  const countConfirmed = sql.prepare<[], { program_id: string; count: number }>(
    `SELECT program_id, count(*) AS count FROM interests WHERE confirmed_at_ms IS NOT NULL
     GROUP BY program_id`,
  );
  const purgeUnconfirmed = slicedRemoval<[number]>(database, {
    table: 'interests',
    where: 'confirmed_at_ms IS NULL AND asked_at_ms < ?',
  });
  const purgeAnnounced = slicedRemoval<[number]>(database, {
    table: 'interests',
    where: 'announced_at_ms < ?',
  });
  const purgeLinks = slicedRemoval<[number]>(database, {
    table: 'interest_links',
    key: 'digest',
    where: 'interest_id IS NULL AND made_at_ms < ?',
  });

  const leave = (id: string) => {
    // A launch mail that still waits would reach somebody who has left.
    const mailId = launchMailOf.get(id);
    if (mailId) mails.drop(mailId);
    return remove.run(id).changes > 0;
  };

  return {
    request: (interest, links, mail, quietSince) =>
      write(() => {
        const known = findPair.get(interest.email, interest.programId);
        const isWaiting = known?.confirmed_at_ms != null && known.announced_at_ms === null;
        if (isWaiting || (known && isNear(known.asked_at_ms, quietSince, interest.requestedAt)))
          return;
        const { language, textVersion, requestedAt } = interest;
        const id = known?.id ?? interest.id;
        if (known) requestAgain.run(language, textVersion, requestedAt, id);
        else insert.run(id, interest.email, interest.programId, language, textVersion, requestedAt);
        insertLink.run(links.confirmDigest, id, 'confirm', links.confirmUntil, requestedAt);
        insertLink.run(links.unsubscribeDigest, id, 'unsubscribe', null, requestedAt);
        mails.add(mail, requestedAt);
      }),
    confirm: (digest, now) =>
      write(() => {
        const link = findLink.get(digest, 'confirm');
        if (!link?.interest_id) return 'invalid';
        if (link.used_at_ms !== null) return 'used';
        if (link.until_ms !== null && now >= link.until_ms) return 'invalid';
        useLink.run(now, digest);
        markConfirmed.run(now, link.interest_id);
        return 'confirmed';
      }),
    unsubscribe: (digest) =>
      write(() => {
        const link = findLink.get(digest, 'unsubscribe');
        if (link?.interest_id) leave(link.interest_id);
        return link !== undefined;
      }),
    confirmed: async () => {
      const found: Interest[] = [];
      const slices = inSlices<ReturnType<typeof listConfirmed.all>[number]>(readPerTurn, (last) =>
        listConfirmed.all({
          at: last?.confirmed_at_ms ?? Number.MAX_SAFE_INTEGER,
          place: last?.place ?? 0,
          limit: readPerTurn,
        }),
      );
      for await (const rows of slices) found.push(...rows.map(toInterest));
      return found;
    },
    counts: async () =>
      new Map(
        countConfirmed.all().map(({ program_id, count }) => [program_id as WaitingListId, count]),
      ),
    byEmail: async (email) => ofEmail.all(email).map(toInterest),
    removeByEmail: (email) => write(() => removeOfEmail.run(email).changes),
    remove: (email, programId) =>
      write(() => {
        const known = findPair.get(email, programId);
        return known !== undefined && leave(known.id);
      }),
    purge: async ({ requestedBefore, announcedBefore }) => {
      const unconfirmed = await purgeUnconfirmed(requestedBefore);
      const announced = await purgeAnnounced(announcedBefore);
      await purgeLinks(requestedBefore);
      return unconfirmed + announced;
    },
  };
}
