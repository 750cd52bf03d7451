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
import type { Database } from './database.ts';

const conflicts: readonly (readonly [string, TakenError['kind']])[] = [
  ['users.email', 'email_exists'],
  ['users.phone', 'phone_exists'],
  ['identities.provider', 'identity_already_exists'],
];

/** Maps a violated unique constraint to its error. Rethrows any other error. */
function takenError(error: unknown): TakenError {
  const message = error instanceof Error ? error.message : '';
  const kind = message.startsWith('UNIQUE')
    ? conflicts.find(([column]) => message.includes(column))?.[1]
    : undefined;
  if (kind === undefined) throw error;
  return { kind };
}

/** The user store. Other stores use `add` to create a user in the same commit as their own rows. */
export interface SqliteUserStore extends UserStore {
  /** Adds a user to the current commit; call it only inside `database.write`. */
  readonly add: (user: User) => void;
}

/** Accounts and their identities in the database. */
export function sqliteUserStore({ sql, write }: Database): SqliteUserStore {
  const list = userColumns.join(', ');
  const written = writeRow('users', userColumns);
  const byId = sql.prepare<[string], UserRow>(`SELECT ${list} FROM users WHERE id = ?`);
  const byEmail = sql.prepare<[string], UserRow>(`SELECT ${list} FROM users WHERE email = ?`);
  const byPhone = sql.prepare<[string], UserRow>(`SELECT ${list} FROM users WHERE phone = ?`);
  const byNewPhone = sql.prepare<[string], UserRow>(
    `SELECT ${list} FROM users WHERE new_phone = ? ORDER BY phone_change_sent_at_ms DESC LIMIT 1`,
  );
  const ofRecipient = sql.prepare<{ recipient: string }, UserRow>(
    // Each column by its own index.
    `SELECT ${list} FROM users WHERE id IN (${[
      'email',
      'sso_email',
      'former_email',
      'new_email',
      'phone',
      'new_phone',
    ]
      .map((column) => `SELECT id FROM users WHERE ${column} = :recipient`)
      .join(' UNION ')})
     ORDER BY created_at_ms, id`,
  );
  const ownerOf = sql
    .prepare<[string, string], string>(
      'SELECT user_id FROM identities WHERE provider = ? AND subject = ?',
    )
    .pluck();
  const identitiesOf = sql.prepare<[string], IdentityRow>(
    'SELECT * FROM identities WHERE user_id = ? ORDER BY rowid',
  );
  const insert = sql.prepare<UserRow>(written.insert);
  const update = sql.prepare<UserRow>(written.update);
  const remove = sql.prepare<[string]>('DELETE FROM users WHERE id = ?');
  const removeUnder = sql.prepare<[string, number]>(
    'DELETE FROM users WHERE id = ? AND security_stamp = ?',
  );
  const clearIdentities = sql.prepare<[string]>('DELETE FROM identities WHERE user_id = ?');
  const insertIdentity = sql.prepare<IdentityRow>(
    `INSERT INTO identities VALUES (:id, :user_id, :provider, :subject, :data, :created_at_ms,
     :updated_at_ms, :last_sign_in_at_ms)`,
  );
  const page = sql.prepare<[string, number], UserRow>(
    `SELECT ${list} FROM users WHERE (created_at_ms, id) >
       (SELECT coalesce(max(created_at_ms), -1), coalesce(max(id), '') FROM users WHERE id = ?)
     ORDER BY created_at_ms, id LIMIT ?`,
  );

  // Leaves out the confirmed accounts, which are nearly all, before the rule is applied.
  const unused = sql.prepare<{ before: number }, UserRow>(
    `SELECT ${list} FROM users WHERE created_at_ms < :before
       AND email_confirmed_at_ms IS NULL AND phone_confirmed_at_ms IS NULL
       AND NOT EXISTS (SELECT 1 FROM user_roles WHERE user_id = users.id)
       AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id
         AND coalesce(refreshed_at_ms, created_at_ms) >= :before)`,
  );

  const unconfirmed = sql
    .prepare<[number], number>(
      `SELECT created_at_ms FROM users WHERE email_confirmed_at_ms IS NULL AND phone_confirmed_at_ms IS NULL
       ORDER BY created_at_ms DESC LIMIT 1 OFFSET ?`,
    )
    .pluck();

  const whole = (row: UserRow | undefined) => row && toUser(row, identitiesOf.all(row.id));
  const putIdentities = (user: User) => {
    for (const identity of user.identities) insertIdentity.run(toIdentityRow(user.id, identity));
  };
  const add = (user: User) => {
    insert.run(toUserRow(user));
    putIdentities(user);
  };
  const orTaken = async <T>(work: () => T): Promise<Result<T, TakenError>> => {
    try {
      return ok(await write(work));
    } catch (error) {
      return err(takenError(error));
    }
  };

  return {
    byId: async (id) => whole(byId.get(id)),
    byEmail: async (email) => whole(byEmail.get(email)),
    byPhone: async (phone) => whole(byPhone.get(phone)),
    byNewPhone: async (phone) => whole(byNewPhone.get(phone)),
    ofRecipient: async (recipient) =>
      ofRecipient.all({ recipient }).map((row) => toUser(row, identitiesOf.all(row.id))),
    byIdentity: async (provider, subject) => {
      const id = ownerOf.get(provider, subject);
      return id === undefined ? undefined : whole(byId.get(id));
    },
    add,
    create: (user) => orTaken(() => add(user)),
    change: (id, rule) =>
      orTaken(() => {
        const current = whole(byId.get(id));
        if (!current) return undefined;
        const next = rule(current);
        if (next === current) return current;
        update.run(toUserRow(next));
        if (next.identities !== current.identities) {
          clearIdentities.run(id);
          putIdentities(next);
        }
        return next;
      }),
    remove: (id, securityStamp) =>
      write(() => {
        const removed =
          securityStamp === undefined ? remove.run(id) : removeUnder.run(id, securityStamp);
        return removed.changes > 0;
      }),
    removeUnused: (before, rule, limit) =>
      write(() => {
        const ids: string[] = [];
        for (const row of unused.iterate({ before })) {
          if (ids.length >= limit) break;
          if (rule(toUser(row, identitiesOf.all(row.id)))) ids.push(row.id);
        }
        for (const id of ids) remove.run(id);
        return ids.length;
      }),
    unconfirmedBeyond: async (count) => unconfirmed.get(count),
    list: async (limit, after = '') =>
      page.all(after, limit).map((row) => toUser(row, identitiesOf.all(row.id))),
  };
}
