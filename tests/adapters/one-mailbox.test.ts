import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@coachsite/adapters/postgres';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue, sqlRoleStore, sqlUserStore } from '@coachsite/adapters/stores';
import { blankUser, emailIdentity, type User } from '@coachsite/core/account';
import { emailOf, idOf } from '@coachsite/core/testing';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newSchema, onSchema } from '../support/postgres-schema.ts';

/** What migration 52 did to the schema, undone: it runs at the next start. */
const undone = `DROP INDEX users_former_email; ALTER TABLE users DROP COLUMN former_email;
  DELETE FROM schema_migrations WHERE version = 52`;

/** Only PostgreSQL had these columns then. */
const columnsUndone = `DROP INDEX mail_queue_recipient; DROP INDEX mail_queue_reply_to; DROP INDEX sms_queue_recipient;
  DROP INDEX security_events_public; DROP INDEX security_events_network; DROP INDEX consent_records_number;
  ALTER TABLE mail_queue DROP COLUMN recipient; ALTER TABLE mail_queue DROP COLUMN reply_to;
  ALTER TABLE mail_queue DROP COLUMN has_secret; ALTER TABLE mail_queue DROP COLUMN has_unsubscribe;
  ALTER TABLE sms_queue DROP COLUMN recipient; ALTER TABLE security_events DROP COLUMN is_public;
  DROP INDEX content_version_subject; DROP TABLE content_picture;
  ALTER TABLE content_version DROP COLUMN subject; ALTER TABLE picture_file DROP COLUMN saved_at_ms;
  ALTER TABLE content_version RENAME COLUMN content TO overlay;
  ALTER TABLE content_version RENAME TO facts_version; ALTER TABLE picture_file RENAME TO portrait_file;
  CREATE INDEX mail_queue_to ON mail_queue (id); CREATE INDEX mail_queue_reply_to ON mail_queue (subject);
  CREATE INDEX security_events_by_network ON security_events (id);
  CREATE INDEX consent_records_number ON consent_records (id);
  DELETE FROM schema_migrations WHERE version IN (57, 62)`;

function openSite() {
  const path = join(mkdtempSync(join(tmpdir(), 'coachsite-')), 'coachsite.sqlite');
  const open = async () => {
    const database = openSqlite(path);
    return {
      users: sqlUserStore(database),
      roles: sqlRoleStore(database),
      mails: sqlMailQueue(database),
      close: () => database.close(),
    };
  };
  const run = async (sql: string) => {
    const on = new Sqlite(path);
    const isQuestion = sql.startsWith('SELECT');
    const rows = isQuestion ? on.prepare(sql).all() : on.exec(sql) && [];
    on.close();
    return rows;
  };
  return { open, run, undo: () => run(`${undone};${columnsUndone}`) };
}

async function openPostgresSite() {
  const url = await newSchema();
  const open = async () => {
    const database = await openPostgres(url);
    return {
      users: sqlUserStore(database),
      roles: sqlRoleStore(database),
      mails: sqlMailQueue(database),
      close: database.close,
    };
  };
  const run = (sql: string) => onSchema(url, sql);
  return { open, run, undo: () => run(undone) };
}

const unicode = 'piet@bäckerei.example';
const ascii = emailOf('piet@xn--bckerei-5wa.example');

const member = (id: string, email: string, more: Partial<User> = {}): User => ({
  ...blankUser(idOf(id), 1000),
  email: emailOf(email),
  identities: [emailIdentity(emailOf(email), { id: idOf(`i-${id}`), userId: idOf(id), now: 1000 })],
  ...more,
});

describe.each([
  ['SQLite', async () => openSite()],
  ['PostgreSQL', openPostgresSite],
] as const)('a site of an earlier release in %s', (_, opened) => {
  /** A site with these accounts as the release before stored them, and the same one after its migration. */
  async function migrated(accounts: readonly User[], before: string[] = [], admin?: string) {
    const site = await opened();
    const old = await site.open();
    for (const account of accounts) (await old.users.create(account))._unsafeUnwrap();
    if (admin) await old.roles.grant(idOf(admin), 'admin', 1);
    await old.mails.enqueue(
      {
        id: 'mail',
        to: unicode,
        replyTo: { name: 'Zoë', address: 'zoë@bäckerei.example' },
        subject: 'Één',
        text: 'x',
        html: 'x',
      },
      1,
    );
    await old.close();
    for (const statement of before) await site.run(statement);
    await site.undo();
    const stores = await site.open();
    onTestFinished(async () => void (await stores.close()));
    return { ...stores, ask: site.run };
  }

  test('every address gets its one spelling, and stays whose it was', async () => {
    const site = await migrated(
      [
        member('a', unicode, { newEmail: emailOf('piet@café.example') }),
        member('b', 'zoë@example.com'),
        member('c', 'an@xn--caf-dma.example'),
      ],
      [
        `INSERT INTO contact_messages (id, name, email, subject, message, language, status, flagged, notice,
           received_at_ms, changed_at_ms) VALUES ('m', 'Piet', '${unicode}', 's', 't', 'nl', 'new', 0, 'none', 1, 1)`,
        `INSERT INTO one_time_tokens (id, user_id, slot, type, recipient, code_hash, misses, vouches_for_password,
           new_email, created_at_ms, link_expires_at_ms, code_expires_at_ms)
         VALUES ('t', '${idOf('a')}', 's', 'signup', '${unicode}', 'c', 0, 0, 'piet@café.example', 1, 2, 2)`,
      ],
    );
    const piet = await site.users.byEmail(ascii);
    expect(piet).toMatchObject({
      id: idOf('a'),
      formerEmail: undefined,
      newEmail: 'piet@xn--caf-dma.example',
      identities: [{ data: { email: ascii } }],
    });
    expect(piet?.passwordUnverified).toBe(false);
    expect((await site.users.byEmail(emailOf('zoë@example.com')))?.id).toBe(idOf('b'));
    expect((await site.users.byEmail(emailOf('an@xn--caf-dma.example')))?.id).toBe(idOf('c'));
    expect(await site.ask('SELECT email FROM contact_messages')).toEqual([{ email: ascii }]);
    expect(await site.ask('SELECT recipient, new_email FROM one_time_tokens')).toEqual([
      { recipient: ascii, new_email: 'piet@xn--caf-dma.example' },
    ]);
    expect(await site.mails.about(ascii)).toMatchObject([{ to: ascii, subject: 'Één' }]);
    expect(await site.mails.about(emailOf('zoë@xn--bckerei-5wa.example'))).toHaveLength(1);
  });

  const proved = { emailConfirmedAt: 1 };
  test.each([
    ['proved its address', {}, proved, undefined],
    ['proved its address, though the other is an admin', {}, proved, 'a'],
    ['is an admin', { ...proved, lastSignInAt: 9 }, proved, 'b'],
    ['was used last', { ...proved, lastSignInAt: 1 }, { ...proved, lastSignInAt: 2 }, undefined],
    ['was ever used', { ...proved, createdAt: 1 }, { ...proved, lastSignInAt: 2 }, undefined],
    ['is older', { ...proved, createdAt: 2 }, { ...proved, createdAt: 1 }, undefined],
  ] as const)(
    'of two accounts of a mailbox that which %s keeps it, and the other loses nothing else',
    async (_reason, other, kept, admin) => {
      for (const [otherSpelling, keptSpelling] of [
        [unicode, ascii],
        [ascii, unicode],
      ] as const) {
        const lost = member('a', otherSpelling, { passwordHash: 'a', ...other });
        const site = await migrated(
          [lost, member('b', keptSpelling, { passwordHash: 'b', ...kept })],
          [],
          admin,
        );
        expect(await site.users.byEmail(ascii)).toMatchObject({
          id: idOf('b'),
          passwordHash: 'b',
          passwordUnverified: false,
        });
        const parted = await site.users.byId(idOf('a'));
        expect({ ...parted, identities: [] }).toEqual({
          ...lost,
          email: undefined,
          formerEmail: ascii,
          identities: [],
        });
        expect(await site.roles.rolesOf(idOf('a'))).toEqual(admin === 'a' ? ['admin'] : []);
        // Both belong to the person, for an export or erasure.
        expect((await site.users.ofRecipient(ascii)).map(({ id }) => id).sort()).toEqual(
          [idOf('a'), idOf('b')].sort(),
        );
        // The account goes on without an address: a change of it is no conflict.
        const touched = await site.users.change(idOf('a'), (user) => ({ ...user, updatedAt: 5 }));
        expect(touched._unsafeUnwrap()).toMatchObject({ formerEmail: ascii, updatedAt: 5 });
      }
    },
  );

  test('of two accounts that never proved the address neither password counts once it is proved', async () => {
    const site = await migrated(
      [member('a', unicode, { createdAt: 1, passwordHash: 'a' }), member('b', ascii)],
      [
        `INSERT INTO one_time_tokens (id, user_id, slot, type, recipient, code_hash, misses, vouches_for_password,
           created_at_ms, link_expires_at_ms, code_expires_at_ms)
         VALUES ('t', '${idOf('b')}', 's', 'signup', '${ascii}', 'c', 0, 1, 1, 2, 2)`,
      ],
    );
    expect(await site.users.byEmail(ascii)).toMatchObject({
      id: idOf('a'),
      passwordUnverified: true,
    });
    expect(await site.ask('SELECT id FROM one_time_tokens')).toEqual([]);
  });

  test('a waiting list has a mailbox once, with its confirmation and all its links', async () => {
    const row = (id: string, email: string, rest: string) =>
      `INSERT INTO interests (id, email, program_id, language, text_version, asked_at_ms, confirmed_at_ms, announced_at_ms)
       VALUES ('${id}', '${email}', ${rest})`;
    const site = await migrated(
      [],
      [
        row('a', unicode, `'p', 'nl', 'v', 1, NULL, NULL`),
        row('b', ascii, `'p', 'nl', 'v', 2, 3, NULL`),
        row('c', unicode, `'q', 'nl', 'v', 1, 2, NULL`),
        row('d', ascii, `'q', 'nl', 'v', 2, 3, 4`),
        row('e', unicode, `'r', 'nl', 'v', 2, NULL, NULL`),
        `INSERT INTO interest_links (digest, interest_id, purpose, made_at_ms)
         VALUES ('one', 'a', 'unsubscribe', 1), ('two', 'b', 'unsubscribe', 1)`,
      ],
    );
    expect(await site.ask('SELECT id, email FROM interests ORDER BY id')).toEqual(
      ['b', 'd', 'e'].map((id) => ({ id, email: ascii })),
    );
    expect(await site.ask('SELECT interest_id FROM interest_links ORDER BY digest')).toEqual([
      { interest_id: 'b' },
      { interest_id: 'b' },
    ]);
  });

  test.each(['\uFE0F', '\u034F', '\u3164', '\u115F', '\u180B'])(
    'an address whose other spelling is plain ASCII, but for the invisible %j, is one mailbox too',
    async (invisible) => {
      const plain = emailOf('ann@example.be');
      for (const typed of [`ann@example.be${invisible}`, `ann@exa${invisible}mple.be`]) {
        const row = (id: string, email: string, asked: number) =>
          `INSERT INTO interests (id, email, program_id, language, text_version, asked_at_ms)
           VALUES ('${id}', '${email}', 'p', 'nl', 'v', ${asked})`;
        const site = await migrated(
          [
            member('a', 'other@example.be'),
            member('b', plain, proved),
            member('c', 'third@example.be'),
          ],
          [
            `UPDATE users SET email = '${typed}' WHERE id = '${idOf('a')}'`,
            row('one', typed, 1),
            row('two', plain, 2),
            row('three', 'third@example.be', 3),
          ],
        );
        expect((await site.users.byEmail(plain))?.id).toBe(idOf('b'));
        expect(await site.users.byId(idOf('a'))).toMatchObject({
          email: undefined,
          formerEmail: plain,
        });
        expect((await site.users.byEmail(emailOf('third@example.be')))?.id).toBe(idOf('c'));
        expect(await site.ask('SELECT id, email FROM interests ORDER BY id')).toEqual([
          { id: 'one', email: plain },
          { id: 'three', email: 'third@example.be' },
        ]);
      }
    },
  );
});
