import type { WaitingListId } from '@coachsite/core/catalogue';
import { elapsed } from '@coachsite/core/kernel';
import type { InterestStore } from '@coachsite/core/notify-me';
import { type InterestRow, interestColumns, type LinkRow, toInterest } from '../rows/interest.ts';
import { allOf, inSlices } from '../rows/slices.ts';
import type { Database, Transaction } from '../sql/database.ts';
import { place, placed, rowLock, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import type { SqlMailQueue } from './mail-queue.ts';
import { slicedRemoval } from './sliced-removal.ts';

type Confirmed = InterestRow & { readonly place: number; readonly confirmed_at_ms: number };

interface Pair {
  readonly email: string;
  readonly programId: string;
}

/** Interests read by one statement. */
const readPerTurn = 500;

// Waits for a confirmation or removal that is under way, which what follows would undo.
const findPair = prepared<Pair, InterestRow>(
  sql`SELECT ${interestColumns} FROM interests WHERE email = :email AND program_id = :programId
   ${rowLock()}`,
);
const insert = prepared<
  Pair & { id: string; language: string; textVersion: string; requestedAt: number }
>(
  `INSERT INTO interests (id, email, program_id, language, text_version, asked_at_ms)
   VALUES (:id, :email, :programId, :language, :textVersion, :requestedAt)`,
);
const requestAgain = prepared<{
  id: string;
  language: string;
  textVersion: string;
  requestedAt: number;
}>(
  `UPDATE interests SET language = :language, text_version = :textVersion, asked_at_ms = :requestedAt,
     confirmed_at_ms = NULL, announced_at_ms = NULL, launch_mail_id = NULL WHERE id = :id`,
);
const insertLink = prepared<{
  digest: string;
  id: string;
  purpose: 'confirm' | 'unsubscribe';
  until: number | null;
  at: number;
}>(
  `INSERT INTO interest_links (digest, interest_id, purpose, until_ms, made_at_ms)
   VALUES (:digest, :id, :purpose, :until, :at)`,
);
const findLink = prepared<{ digest: string; purpose: string }, LinkRow>(
  sql`SELECT interest_id, until_ms, used_at_ms FROM interest_links
   WHERE digest = :digest AND purpose = :purpose ${rowLock()}`,
);
const useLink = prepared<{ digest: string; now: number }>(
  'UPDATE interest_links SET used_at_ms = :now WHERE digest = :digest',
);
const markConfirmed = prepared<{ id: string; now: number }>(
  'UPDATE interests SET confirmed_at_ms = coalesce(confirmed_at_ms, :now) WHERE id = :id',
);
const markAnnounced = prepared<{ mailId: string; now: number }>(
  'UPDATE interests SET announced_at_ms = :now WHERE launch_mail_id = :mailId',
);
// Waits for a release that is about to queue a mail for it.
const launchMailOf = prepared<{ id: string }, { launch_mail_id: string | null }>(
  sql`SELECT launch_mail_id FROM interests WHERE id = :id ${rowLock()}`,
);
const remove = prepared<{ id: string }>('DELETE FROM interests WHERE id = :id');
const listConfirmed = prepared<{ at: number; place: number; limit: number }, Confirmed>(
  sql`SELECT ${placed}, ${interestColumns} FROM interests
   WHERE confirmed_at_ms IS NOT NULL AND (confirmed_at_ms, ${place}) < (:at, :place)
   ORDER BY confirmed_at_ms DESC, ${place} DESC LIMIT :limit`,
);
const ofEmail = prepared<{ email: string }, InterestRow>(
  sql`SELECT ${interestColumns} FROM interests WHERE email = :email ORDER BY asked_at_ms DESC, ${place} DESC`,
);
const removeOfEmail = prepared<{ email: string }>('DELETE FROM interests WHERE email = :email');
const countConfirmed = prepared<None, { program_id: string; count: number }>(
  `SELECT program_id, count(*) AS count FROM interests WHERE confirmed_at_ms IS NOT NULL
   GROUP BY program_id`,
);
const purgeUnconfirmed = slicedRemoval<{ before: number }>(
  ['interests', place],
  'confirmed_at_ms IS NULL AND asked_at_ms < :before',
);
const purgeAnnounced = slicedRemoval<{ before: number }>(
  ['interests', place],
  'announced_at_ms < :before',
);
const purgeLinks = slicedRemoval<{ before: number }>(
  ['interest_links', 'digest'],
  'interest_id IS NULL AND made_at_ms < :before',
);

/** `mails` is the queue in the same database: an interest and its mail are one transaction. */
export function sqlInterestStore(database: Database, mails: SqlMailQueue): InterestStore {
  const { write } = database;
  mails.onSent((on, mailId, now) => markAnnounced.run(on, { mailId, now }));

  const leave = async (on: Transaction, id: string) => {
    // A launch mail that still waits would reach somebody who has left.
    const mailId = (await launchMailOf.get(on, { id }))?.launch_mail_id;
    if (mailId) await mails.drop(on, mailId);
    return (await remove.run(on, { id })) > 0;
  };

  return {
    request: (interest, links, mail, quietSince) =>
      write(async (on) => {
        const { email, programId, language, textVersion, requestedAt } = interest;
        // Of two requests at once the second finds the first.
        await on.lock(`interest ${programId} ${email}`);
        const known = await findPair.get(on, { email, programId });
        const isWaiting = known?.confirmed_at_ms != null && known.announced_at_ms === null;
        const isRecent =
          known && elapsed(known.asked_at_ms, requestedAt) < elapsed(quietSince, requestedAt);
        if (isWaiting || isRecent) return;
        const id = known?.id ?? interest.id;
        const asked = { id, language, textVersion, requestedAt };
        if (known) await requestAgain.run(on, asked);
        else await insert.run(on, { ...asked, email, programId });
        const link = { id, at: requestedAt };
        const { confirmDigest, confirmUntil: until, unsubscribeDigest } = links;
        await insertLink.run(on, { ...link, digest: confirmDigest, purpose: 'confirm', until });
        const leaving = { ...link, digest: unsubscribeDigest, until: null };
        await insertLink.run(on, { ...leaving, purpose: 'unsubscribe' });
        await mails.add(on, mail, requestedAt);
      }),
    confirm: (digest, now) =>
      write(async (on) => {
        const link = await findLink.get(on, { digest, purpose: 'confirm' });
        if (!link?.interest_id) return 'invalid';
        if (link.used_at_ms !== null) return 'used';
        if (link.until_ms !== null && now >= link.until_ms) return 'invalid';
        await useLink.run(on, { digest, now });
        await markConfirmed.run(on, { id: link.interest_id, now });
        return 'confirmed';
      }),
    unsubscribe: (digest) =>
      write(async (on) => {
        const link = await findLink.get(on, { digest, purpose: 'unsubscribe' });
        if (link?.interest_id) await leave(on, link.interest_id);
        return link !== undefined;
      }),
    confirmed: async () => {
      const slices = inSlices<Confirmed>(readPerTurn, (last) =>
        listConfirmed.all(database, {
          at: last?.confirmed_at_ms ?? Number.MAX_SAFE_INTEGER,
          place: last?.place ?? 0,
          limit: readPerTurn,
        }),
      );
      return (await allOf(slices)).map(toInterest);
    },
    counts: async () => {
      const rows = await countConfirmed.all(database, {});
      return new Map(rows.map(({ program_id, count }) => [program_id as WaitingListId, count]));
    },
    byEmail: async (email) => (await ofEmail.all(database, { email })).map(toInterest),
    removeByEmail: (email) => removeOfEmail.run(database, { email }),
    remove: (email, programId) =>
      write(async (on) => {
        const known = await findPair.get(on, { email, programId });
        return known !== undefined && leave(on, known.id);
      }),
    purge: async ({ requestedBefore, announcedBefore }) => {
      const unconfirmed = await purgeUnconfirmed(database, { before: requestedBefore });
      const announced = await purgeAnnounced(database, { before: announcedBefore });
      await purgeLinks(database, { before: requestedBefore });
      return unconfirmed + announced;
    },
  };
}
