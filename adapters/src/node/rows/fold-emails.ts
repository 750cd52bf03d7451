import { type CanonicalEmail, canonicalEmail } from '@coachsite/core/account';

/** A statement of a migration, with a place `:name` for each bound value. It answers with the rows it returns. */
export interface MigrationStep {
  readonly sql: string;
  readonly bound?: Readonly<Record<string, string | number | null>>;
}

type Steps = Generator<MigrationStep, void, readonly unknown[]>;

function* rowsOf<Row>(sql: string): Generator<MigrationStep, readonly Row[], readonly unknown[]> {
  return (yield { sql }) as readonly Row[];
}

/** A text that an earlier release may have stored in another spelling: some of it is outside ASCII. */
const isOutside = (column: string) => `octet_length(${column}) <> length(${column})`;
function groupsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  return Map.groupBy(rows, keyOf).values();
}

interface AddressedUser {
  readonly id: string;
  readonly email: string;
  readonly email_confirmed_at_ms: number | null;
  readonly last_sign_in_at_ms: number | null;
  readonly created_at_ms: number;
  readonly roles: number;
}

/** Which of two accounts keeps their address: one that proved it, an admin, the one used last, the older one. */
function byClaim(one: AddressedUser, other: AddressedUser): number {
  const claims = ({ email_confirmed_at_ms: confirmed, roles, ...user }: AddressedUser) => [
    confirmed === null ? 0 : 1,
    Number(roles),
    user.last_sign_in_at_ms ?? 0,
    -user.created_at_ms,
  ];
  const theirs = claims(other);
  return (
    claims(one)
      .map((claim, index) => (theirs[index] ?? 0) - claim)
      .find((difference) => difference !== 0) ?? 0
  );
}

/**
 * All rows are read, as the other spelling of an address may be plain ASCII: the domain of one may have had an invisible
 * character. An account whose address another one keeps has it as its former address, and no code that was sent to it.
 */
function* foldUsers(): Steps {
  const users = yield* rowsOf<AddressedUser>(
    `SELECT id, email, email_confirmed_at_ms, last_sign_in_at_ms, created_at_ms,
       (SELECT count(*) FROM user_roles WHERE user_id = users.id) AS roles
     FROM users WHERE email IS NOT NULL ORDER BY id`,
  );
  for (const accounts of groupsOf(users, ({ email }) => canonicalEmail(email))) {
    const [kept, ...others] = accounts.toSorted(byClaim);
    if (!kept) continue;
    const email = canonicalEmail(kept.email);
    if (others.length === 0 && email === kept.email) continue;
    for (const { id } of others) {
      yield {
        sql: 'UPDATE users SET email = NULL, former_email = :email WHERE id = :id',
        bound: { email, id },
      };
      yield { sql: 'DELETE FROM one_time_tokens WHERE user_id = :id', bound: { id } };
    }
    yield { sql: 'UPDATE users SET email = :email WHERE id = :id', bound: { email, id: kept.id } };
    // Whoever proves the address need not have chosen the password of an account that did not.
    if (others.length > 0 && kept.email_confirmed_at_ms === null)
      yield {
        sql: 'UPDATE users SET password_doubtful = 1 WHERE id = :id',
        bound: { id: kept.id },
      };
  }
}

/** A waiting list has each mailbox once: with its confirmation, and with the links of every mail that it got. */
function* foldInterests(): Steps {
  const interests = yield* rowsOf<{
    readonly id: string;
    readonly email: string;
    readonly program_id: string;
    readonly asked_at_ms: number;
    readonly confirmed_at_ms: number | null;
    readonly announced_at_ms: number | null;
  }>(`SELECT id, email, program_id, asked_at_ms, confirmed_at_ms, announced_at_ms
      FROM interests ORDER BY asked_at_ms, id`);
  const keyOf = ({ email, program_id }: { email: string; program_id: string }) =>
    `${program_id} ${canonicalEmail(email)}`;
  for (const asked of groupsOf(interests, keyOf)) {
    const rank = (one: (typeof asked)[number]) =>
      Number(one.announced_at_ms !== null) * 2 + Number(one.confirmed_at_ms !== null);
    const [kept, ...others] = asked.toSorted((a, b) => rank(b) - rank(a));
    if (!kept) continue;
    const email = canonicalEmail(kept.email);
    if (others.length === 0 && email === kept.email) continue;
    for (const { id } of others) {
      yield {
        sql: 'UPDATE interest_links SET interest_id = :kept WHERE interest_id = :id',
        bound: { kept: kept.id, id },
      };
      yield { sql: 'DELETE FROM interests WHERE id = :id', bound: { id } };
    }
    yield {
      sql: 'UPDATE interests SET email = :email WHERE id = :id',
      bound: { email, id: kept.id },
    };
  }
}

/** Columns in which the same address may stand any number of times. */
const addressColumns = [
  ['users', 'sso_email'],
  ['users', 'new_email'],
  ['one_time_tokens', 'recipient'],
  ['one_time_tokens', 'new_email'],
  ['contact_messages', 'email'],
] as const;

function* foldColumn(table: string, column: string): Steps {
  const rows = yield* rowsOf<{ readonly email: string }>(
    `SELECT DISTINCT ${column} AS email FROM ${table} WHERE ${isOutside(column)}`,
  );
  for (const { email } of rows) {
    yield {
      sql: `UPDATE ${table} SET ${column} = :folded WHERE ${column} = :email`,
      bound: { folded: canonicalEmail(email), email },
    };
  }
}

/** A folded address; `undefined` where it is none, or folded already. */
function foldedAnew(email: unknown): CanonicalEmail | undefined {
  if (typeof email !== 'string' || !email.includes('@')) return undefined;
  const folded = canonicalEmail(email);
  return folded === email ? undefined : folded;
}

/** The address of an account is also in its own identity; what a provider said stays as it was said. */
function* foldIdentities(): Steps {
  const rows = yield* rowsOf<{ readonly id: string; readonly data: string }>(
    `SELECT id, data FROM identities WHERE provider = 'email' AND ${isOutside('data')}`,
  );
  for (const { id, data } of rows) {
    const read = JSON.parse(data) as { readonly email?: unknown };
    const email = foldedAnew(read.email);
    if (email === undefined) continue;
    yield {
      sql: 'UPDATE identities SET data = :data WHERE id = :id',
      bound: { data: JSON.stringify({ ...read, email }), id },
    };
  }
}

/** Mails that wait are found by their recipient, and by whom they are about. `inColumns`: PostgreSQL has both apart too. */
function* foldMails(inColumns: boolean): Steps {
  const rows = yield* rowsOf<{ readonly id: string; readonly content: string }>(
    `SELECT id, content FROM mail_queue WHERE content <> '' AND ${isOutside('content')}`,
  );
  for (const { id, content } of rows) {
    const mail = JSON.parse(content) as {
      readonly to?: unknown;
      readonly replyTo?: { readonly address?: unknown };
    };
    const to = foldedAnew(mail.to);
    const address = foldedAnew(mail.replyTo?.address);
    if (to === undefined && address === undefined) continue;
    const folded = {
      ...mail,
      ...(to && { to }),
      ...(address && { replyTo: { ...mail.replyTo, address } }),
    };
    yield {
      sql: 'UPDATE mail_queue SET content = :content WHERE id = :id',
      bound: { content: JSON.stringify(folded), id },
    };
    if (inColumns && to)
      yield { sql: 'UPDATE mail_queue SET recipient = :to WHERE id = :id', bound: { to, id } };
    if (inColumns && address)
      yield {
        sql: 'UPDATE mail_queue SET reply_to = :address WHERE id = :id',
        bound: { address, id },
      };
  }
}

/**
 * Migration 52, which SQL alone cannot do: gives every stored address the spelling that `canonicalEmail` has had since, and
 * parts the accounts of one mailbox. Counters of attempts and locks end by themselves within the day. The engine runs
 * each step and hands back its rows. Source: docs/decisions/0060-one-mailbox-one-account.md.
 */
export function* foldEmails({ inColumns }: { readonly inColumns: boolean }): Steps {
  yield* foldUsers();
  yield* foldInterests();
  for (const [table, column] of addressColumns) yield* foldColumn(table, column);
  yield* foldIdentities();
  yield* foldMails(inColumns);
}
