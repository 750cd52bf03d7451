import type { TakenError, User, UserStore } from '@coachsite/core/account';
import { err, ok, type Result } from 'neverthrow';
import {
  type IdentityRow,
  toIdentityRow,
  toUser,
  toUserRow,
  type UserRow,
  userColumns,
} from '../rows/user.ts';
import { writeRow } from '../rows/write-row.ts';
import { type Connection, type Database, type Transaction, violated } from '../sql/database.ts';
import { oneOf, type Piece, place, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

/** By the name of the constraint, and by its columns. */
const conflicts: Readonly<Record<string, TakenError['kind']>> = {
  users_email: 'email_exists',
  'users.email': 'email_exists',
  users_phone: 'phone_exists',
  'users.phone': 'phone_exists',
  identities_subject: 'identity_already_exists',
  'identities.provider, identities.subject': 'identity_already_exists',
};

/** Maps a violated unique constraint to its error. Rethrows any other error. */
function takenError(error: unknown): TakenError {
  const kind = conflicts[violated(error) ?? ''];
  if (kind === undefined) throw error;
  return { kind };
}

/** The user store. Other stores use `add` to create a user in the same transaction as their own rows. */
export interface SqlUserStore extends UserStore {
  /** Adds a user within a transaction. */
  readonly add: (on: Transaction, user: User) => Promise<void>;
}

const list = userColumns.join(', ');
const where = <Bound extends object>(condition: Piece) =>
  prepared<Bound, UserRow>(sql`SELECT ${list} FROM users WHERE ${condition}`);
const byId = where<{ id: string }>('id = :id');
const forChange = where<{ id: string }>(sql`id = :id ${rowLock('FOR NO KEY UPDATE')}`);
const byEmail = where<{ email: string }>('email = :email');
const byPhone = where<{ phone: string }>('phone = :phone');
const byNewPhone = where<{ phone: string }>(
  'new_phone = :phone ORDER BY phone_change_sent_at_ms DESC NULLS LAST LIMIT 1',
);
const ofRecipient = where<{ recipient: string }>(
  `email = :recipient OR sso_email = :recipient OR former_email = :recipient OR new_email = :recipient
     OR phone = :recipient OR new_phone = :recipient ORDER BY created_at_ms, id`,
);
const byIdentity = where<{ provider: string; subject: string }>(
  'id = (SELECT user_id FROM identities WHERE provider = :provider AND subject = :subject)',
);
const page = where<{ after: string; limit: number }>(
  `(created_at_ms, id) >
     (SELECT coalesce(max(created_at_ms), -1), coalesce(max(id), '') FROM users WHERE id = :after)
   ORDER BY created_at_ms, id LIMIT :limit`,
);
// Leaves out the confirmed accounts, which are nearly all, before the rule is applied.
const unused = where<{ before: number; at: number; id: string; limit: number }>(
  sql`created_at_ms < :before AND email_confirmed_at_ms IS NULL AND phone_confirmed_at_ms IS NULL
     AND NOT EXISTS (SELECT 1 FROM user_roles WHERE user_id = users.id)
     AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id
       AND coalesce(refreshed_at_ms, created_at_ms) >= :before)
     AND (created_at_ms, id) > (:at, :id)
   ORDER BY created_at_ms, id LIMIT :limit ${rowLock('FOR UPDATE OF users SKIP LOCKED')}`,
);
const unconfirmed = prepared<{ count: number }, { created_at_ms: number }>(
  `SELECT created_at_ms FROM users WHERE email_confirmed_at_ms IS NULL AND phone_confirmed_at_ms IS NULL
   ORDER BY created_at_ms DESC LIMIT 1 OFFSET :count`,
);
const written = writeRow('users', userColumns);
const insert = prepared<UserRow>(written.insert);
const update = prepared<UserRow>(written.update);
const remove = prepared<{ id: string }>('DELETE FROM users WHERE id = :id');
const removeUnder = prepared<{ id: string; securityStamp: number }>(
  'DELETE FROM users WHERE id = :id AND security_stamp = :securityStamp',
);
const removeAll = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM users WHERE id ${oneOf('ids')}`,
);
const identitiesOf = prepared<{ ids: readonly string[] }, IdentityRow>(
  sql`SELECT * FROM identities WHERE user_id ${oneOf('ids')} ORDER BY ${place}`,
);
const clearIdentities = prepared<{ id: string }>('DELETE FROM identities WHERE user_id = :id');
const insertIdentity = prepared<IdentityRow>(
  `INSERT INTO identities VALUES (:id, :user_id, :provider, :subject, :data, :created_at_ms,
     :updated_at_ms, :last_sign_in_at_ms)`,
);

/** Accounts read for one decision of a clean-up. */
const readPerTurn = 500;

/** Users with their identities. */
async function whole(on: Connection, rows: readonly UserRow[]): Promise<readonly User[]> {
  if (rows.length === 0) return [];
  const identities = await identitiesOf.all(on, { ids: rows.map(({ id }) => id) });
  return rows.map((row) =>
    toUser(
      row,
      identities.filter((identity) => identity.user_id === row.id),
    ),
  );
}

async function putIdentities(on: Transaction, user: User): Promise<void> {
  for (const identity of user.identities)
    await insertIdentity.run(on, toIdentityRow(user.id, identity));
}

async function add(on: Transaction, user: User): Promise<void> {
  await insert.run(on, toUserRow(user));
  await putIdentities(on, user);
}

async function orTaken<T>(written: Promise<T>): Promise<Result<T, TakenError>> {
  try {
    return ok(await written);
  } catch (error) {
    return err(takenError(error));
  }
}

/** Removes unused accounts that a rule picks; runs within a transaction, which holds what it judges. */
async function removeUnused(
  on: Transaction,
  before: number,
  rule: (user: User) => boolean,
  limit: number,
): Promise<number> {
  const ids: string[] = [];
  let after: { readonly at: number; readonly id: string } = {
    at: Number.MIN_SAFE_INTEGER,
    id: '',
  };
  for (;;) {
    const rows = await unused.all(on, { before, ...after, limit: readPerTurn });
    ids.push(...(await whole(on, rows)).filter(rule).map(({ id }) => id));
    const last = rows.at(-1);
    if (!last || ids.length >= limit) break;
    after = { at: last.created_at_ms, id: last.id };
  }
  return removeAll.run(on, { ids: ids.slice(0, limit) });
}

/** Accounts and their identities in the database. */
export function sqlUserStore(database: Database): SqlUserStore {
  const { write } = database;
  const first = async (found: Promise<readonly UserRow[]>) =>
    (await whole(database, (await found).slice(0, 1)))[0];
  return {
    byId: (id) => first(byId.all(database, { id })),
    byEmail: (email) => first(byEmail.all(database, { email })),
    byPhone: (phone) => first(byPhone.all(database, { phone })),
    byNewPhone: (phone) => first(byNewPhone.all(database, { phone })),
    ofRecipient: async (recipient) =>
      whole(database, await ofRecipient.all(database, { recipient })),
    byIdentity: (provider, subject) => first(byIdentity.all(database, { provider, subject })),
    add,
    create: (user) => orTaken(write((on) => add(on, user))),
    change: (id, rule) =>
      orTaken(
        write(async (on) => {
          const [current] = await whole(on, await forChange.all(on, { id }));
          if (!current) return undefined;
          const next = rule(current);
          if (next === current) return current;
          await update.run(on, toUserRow(next));
          if (next.identities !== current.identities) {
            await clearIdentities.run(on, { id });
            await putIdentities(on, next);
          }
          return next;
        }),
      ),
    remove: async (id, securityStamp) => {
      const removed =
        securityStamp === undefined
          ? await remove.run(database, { id })
          : await removeUnder.run(database, { id, securityStamp });
      return removed > 0;
    },
    removeUnused: (before, rule, limit) => write((on) => removeUnused(on, before, rule, limit)),
    unconfirmedBeyond: async (count) => (await unconfirmed.get(database, { count }))?.created_at_ms,
    list: async (limit, after = '') => whole(database, await page.all(database, { after, limit })),
  };
}
