import type { CanonicalEmail, PhoneDigits } from '@coachsite/core/account';
import {
  type Identity,
  isSsoUser,
  type TakenError,
  type User,
  type UserStore,
} from '@coachsite/core/account';
import type { JsonObject } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import type { Database } from './database.ts';

interface UserRow {
  readonly id: string;
  readonly email: CanonicalEmail | null;
  /** The e-mail address of a SAML user: not unique, so it never conflicts with other users. */
  readonly sso_email: CanonicalEmail | null;
  readonly phone: PhoneDigits | null;
  readonly password_hash: string | null;
  readonly password_doubtful: number;
  readonly email_confirmed_at_ms: number | null;
  readonly phone_confirmed_at_ms: number | null;
  readonly confirmation_sent_at_ms: number | null;
  readonly recovery_sent_at_ms: number | null;
  readonly new_email: CanonicalEmail | null;
  readonly email_change_sent_at_ms: number | null;
  readonly email_change_confirmed_by: 'current' | 'new' | null;
  readonly new_phone: PhoneDigits | null;
  readonly phone_change_sent_at_ms: number | null;
  readonly reauthentication_sent_at_ms: number | null;
  readonly invited_at_ms: number | null;
  readonly last_sign_in_at_ms: number | null;
  readonly banned_until_ms: number | null;
  readonly is_anonymous: number;
  readonly metadata: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

interface IdentityRow {
  readonly id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly subject: string;
  readonly data: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly last_sign_in_at_ms: number | null;
}

function toIdentity(row: IdentityRow): Identity {
  return {
    id: row.id,
    provider: row.provider,
    subject: row.subject,
    data: JSON.parse(row.data) as JsonObject,
    createdAt: row.created_at_ms,
    updatedAt: row.updated_at_ms,
    lastSignInAt: row.last_sign_in_at_ms ?? undefined,
  };
}

function toIdentityRow(userId: string, identity: Identity): IdentityRow {
  return {
    id: identity.id,
    user_id: userId,
    provider: identity.provider,
    subject: identity.subject,
    data: JSON.stringify(identity.data),
    created_at_ms: identity.createdAt,
    updated_at_ms: identity.updatedAt,
    last_sign_in_at_ms: identity.lastSignInAt ?? null,
  };
}

function toUser(row: UserRow, identities: readonly IdentityRow[]): User {
  return {
    id: row.id,
    email: row.email ?? row.sso_email ?? undefined,
    phone: row.phone ?? undefined,
    passwordHash: row.password_hash ?? undefined,
    passwordUnverified: row.password_doubtful === 1,
    emailConfirmedAt: row.email_confirmed_at_ms ?? undefined,
    phoneConfirmedAt: row.phone_confirmed_at_ms ?? undefined,
    confirmationSentAt: row.confirmation_sent_at_ms ?? undefined,
    recoverySentAt: row.recovery_sent_at_ms ?? undefined,
    newEmail: row.new_email ?? undefined,
    emailChangeSentAt: row.email_change_sent_at_ms ?? undefined,
    emailChangeConfirmedBy: row.email_change_confirmed_by ?? undefined,
    newPhone: row.new_phone ?? undefined,
    phoneChangeSentAt: row.phone_change_sent_at_ms ?? undefined,
    reauthenticationSentAt: row.reauthentication_sent_at_ms ?? undefined,
    invitedAt: row.invited_at_ms ?? undefined,
    lastSignInAt: row.last_sign_in_at_ms ?? undefined,
    bannedUntil: row.banned_until_ms ?? undefined,
    isAnonymous: row.is_anonymous === 1,
    metadata: JSON.parse(row.metadata) as JsonObject,
    identities: identities.map(toIdentity),
    createdAt: row.created_at_ms,
    updatedAt: row.updated_at_ms,
  };
}

function toRow(user: User): UserRow {
  return {
    id: user.id,
    email: isSsoUser(user) ? null : (user.email ?? null),
    sso_email: isSsoUser(user) ? (user.email ?? null) : null,
    phone: user.phone ?? null,
    password_hash: user.passwordHash ?? null,
    password_doubtful: user.passwordUnverified ? 1 : 0,
    email_confirmed_at_ms: user.emailConfirmedAt ?? null,
    phone_confirmed_at_ms: user.phoneConfirmedAt ?? null,
    confirmation_sent_at_ms: user.confirmationSentAt ?? null,
    recovery_sent_at_ms: user.recoverySentAt ?? null,
    new_email: user.newEmail ?? null,
    email_change_sent_at_ms: user.emailChangeSentAt ?? null,
    email_change_confirmed_by: user.emailChangeConfirmedBy ?? null,
    new_phone: user.newPhone ?? null,
    phone_change_sent_at_ms: user.phoneChangeSentAt ?? null,
    reauthentication_sent_at_ms: user.reauthenticationSentAt ?? null,
    invited_at_ms: user.invitedAt ?? null,
    last_sign_in_at_ms: user.lastSignInAt ?? null,
    banned_until_ms: user.bannedUntil ?? null,
    is_anonymous: user.isAnonymous ? 1 : 0,
    metadata: JSON.stringify(user.metadata),
    created_at_ms: user.createdAt,
    updated_at_ms: user.updatedAt,
  };
}

const columns: readonly (keyof UserRow)[] = [
  'id',
  'email',
  'sso_email',
  'phone',
  'password_hash',
  'password_doubtful',
  'email_confirmed_at_ms',
  'phone_confirmed_at_ms',
  'confirmation_sent_at_ms',
  'recovery_sent_at_ms',
  'new_email',
  'email_change_sent_at_ms',
  'email_change_confirmed_by',
  'new_phone',
  'phone_change_sent_at_ms',
  'reauthentication_sent_at_ms',
  'invited_at_ms',
  'last_sign_in_at_ms',
  'banned_until_ms',
  'is_anonymous',
  'metadata',
  'created_at_ms',
  'updated_at_ms',
];

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

export function sqliteUserStore({ sql, write }: Database): SqliteUserStore {
  const list = columns.join(', ');
  const values = columns.map((column) => `:${column}`).join(', ');
  // Setting the id, even to the same value, would make SQLite check every table that refers to it.
  const changes = columns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = :${column}`)
    .join(', ');
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
    'SELECT * FROM identities WHERE user_id = ? ORDER BY created_at_ms, rowid',
  );
  const insert = sql.prepare<UserRow>(`INSERT INTO users (${list}) VALUES (${values})`);
  const update = sql.prepare<UserRow>(`UPDATE users SET ${changes} WHERE id = :id`);
  const remove = sql.prepare<[string]>('DELETE FROM users WHERE id = ?');
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
    insert.run(toRow(user));
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
        update.run(toRow(next));
        if (next.identities !== current.identities) {
          clearIdentities.run(id);
          putIdentities(next);
        }
        return next;
      }),
    remove: (id) => write(() => remove.run(id).changes > 0),
    removeUnused: (before, rule, limit) =>
      write(() => {
        const ids: string[] = [];
        for (const row of unused.iterate({ before })) {
          if (rule(toUser(row, identitiesOf.all(row.id)))) ids.push(row.id);
          if (ids.length === limit) break;
        }
        for (const id of ids) remove.run(id);
        return ids.length;
      }),
    unconfirmedBeyond: async (count) => unconfirmed.get(count),
    list: async (limit, after = '') =>
      page.all(after, limit).map((row) => toUser(row, identitiesOf.all(row.id))),
  };
}
