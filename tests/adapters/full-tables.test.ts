import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@coachsite/adapters/sqlite';
import {
  sqlAttemptStore,
  sqlConsentLog,
  sqlFlowStore,
  sqlInterestStore,
  sqlLaunchStore,
  sqlLockoutStore,
  sqlMailQueue,
  sqlMessageStore,
  sqlSecurityLog,
  sqlSessionStore,
  sqlTokenStore,
} from '@coachsite/adapters/stores';
import type { CanonicalEmail } from '@coachsite/core/account';
import { afterEach, expect, test, vi } from 'vitest';
import { fillTables, person, rows } from '../support/full-tables.ts';

/*
 * No request holds the event loop long, however full the tables are: what a request reads is found by an index, or read
 * in slices with a turn between them. Source: docs/performance.md#goal-19.
 */

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function openFull(share: number) {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-full-'));
  folders.push(folder);
  const path = join(folder, 'coachsite.sqlite');
  // The turns that pass while the disk is waited for say nothing.
  const database = openDatabase(path, async () => undefined);
  migrate(database);
  fillTables(path, { share });
  return database;
}

/** How many turns of the event loop others had until `work` was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

test('what reads a whole table lets others work in between', async () => {
  const share = 0.05;
  const now = Date.now() + 1;
  const database = openFull(share);
  const mails = sqlMailQueue(database);
  const messages = sqlMessageStore(database, mails);
  const interests = sqlInterestStore(database, mails);
  const launches = sqlLaunchStore(database, mails);
  const log = sqlSecurityLog(database);
  const read = async (slices: AsyncIterable<unknown>) => {
    for await (const _ of slices);
  };
  const events = (rows.events + rows.clientEvents) * share;
  // Each of the long texts that clients wrote is read by a rule: 23 of them in one turn.
  const searched = (rows.events / 500 + rows.clientEvents / 25) * share;
  database.sql.exec(
    `INSERT INTO users (id, is_anonymous, metadata, created_at_ms, updated_at_ms) VALUES ('admin', 0, '{}', 0, 0);
     UPDATE security_events SET user_id = 'admin'`,
  );
  const [inbox, list] = [rows.messages * share, rows.interests * share];
  // The last slice ends the work, and the last but one may be full: both are without a turn after them.
  const cases: readonly (readonly [string, () => Promise<unknown>, number])[] = [
    ['counts', () => messages.counts('nowhere'), inbox / 50 - 2],
    ['search', () => messages.list({ search: 'nowhere', limit: 9, offset: 0 }), inbox / 50 - 2],
    ['export', () => read(messages.slices({})), inbox / 200 - 2],
    ['interests', () => interests.confirmed(), list / 500 - 2],
    [
      'launch',
      () => launches.start({ programId: 'mind-body-12', perHour: undefined }, letter, 1),
      list / 50 - 2,
    ],
    ['pause', () => launches.pause('mind-body-12'), list / 50 - 2],
    [
      'mails',
      () => mails.about('nobody@example.org' as CanonicalEmail),
      (rows.mails * share) / 50 - 2,
    ],
    ['addresses', () => log.rewriteEmails(now, () => undefined), events / 500 - 2],
    ['log', () => log.about({ userIds: [], mentions: [person] }), searched],
    ['log of an admin', () => log.about({ userIds: ['admin'], mentions: [] }), events / 500 - 2],
  ];
  for (const [name, work, turns] of cases)
    expect([name, (await turnsDuring(work)) >= turns]).toEqual([name, true]);
  await database.close();
}, 60_000);

const letter = ({ id, email }: { readonly id: string; readonly email: string }) => ({
  unsubscribeDigest: `digest-${id}`,
  mail: { id: `launch-${id}`, to: email, subject: 'Launch', text: 'Launch', html: '' },
});

test('what is removed or changed as a whole is so in small commits', async () => {
  const share = 0.02;
  const database = openFull(share);
  const now = Date.now() + 1;
  const mails = sqlMailQueue(database);
  const log = sqlSecurityLog(database);
  const fill = (insert: string) =>
    database.sql
      .prepare(
        `WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 2000) ${insert}`,
      )
      .run();
  fill("INSERT INTO attempts SELECT randomblob(16), '[]', n FROM row");
  fill('INSERT INTO lockouts SELECT randomblob(16), 1, n FROM row');
  fill('INSERT INTO used_assertions SELECT hex(randomblob(16)), n FROM row');
  fill(
    "INSERT INTO interest_links SELECT hex(randomblob(16)), NULL, 'confirm', NULL, NULL, n FROM row",
  );
  fill(
    `INSERT INTO mail_queue (id, subject, content, enqueued_at_ms, due_at_ms) SELECT n, '', '{"subject":"","text":"ann@example.com"}', n, n FROM row`,
  );
  database.sql.exec(`INSERT INTO users (id, created_at_ms, updated_at_ms, metadata, is_anonymous)
    VALUES ('someone', 0, 0, '{}', 0)`);
  fill(
    `INSERT INTO sessions SELECT n, 'someone', '[]', n, NULL, NULL, '', '', 0, 0, '', '', 0 FROM row`,
  );
  fill(
    `INSERT INTO one_time_tokens SELECT n, 'someone', n, '', '', NULL, '', 0, 0, NULL, n, n, n, NULL FROM row`,
  );
  database.sql.exec(
    `UPDATE security_events SET details = '{"text":"ann@example.com"}' WHERE source = 'server'`,
  );
  const purgeInterests = () =>
    sqlInterestStore(database, mails).purge({ requestedBefore: now, announcedBefore: now });
  database.sql.exec('UPDATE interests SET confirmed_at_ms = NULL');
  const [events, half] = [(rows.events + rows.clientEvents) * share, (rows.mails * share) / 2];
  const cases: readonly (readonly [string, () => Promise<number>, number])[] = [
    [
      'addresses',
      () => log.rewriteEmails(now, () => ({ userAgent: '', details: {} })),
      rows.events * share + rows.clientEvents * share,
    ],
    ['events', () => log.sweep(now), events],
    ['counters', () => sqlAttemptStore(database).sweep(now), 2000],
    ['failures', () => sqlLockoutStore(database).sweep(now), 2000],
    ['sessions', () => sqlSessionStore(database).sweep(now, now), 2000],
    ['links', () => sqlTokenStore(database).sweep(now), 2000],
    ['assertions', () => sqlFlowStore(database).sweep(now), 2000],
    ['interests', purgeInterests, rows.interests * share],
    ['messages', () => sqlMessageStore(database, mails).purge(now), rows.messages * share],
    ['mails', () => mails.purge(now), half],
    ['retries', () => mails.retryAll(now), half + 2000],
    ['choices', () => sqlConsentLog(database).purge(now), rows.consents * share],
  ];
  for (const [name, work, count] of cases) {
    let removed = 0;
    const turns = await turnsDuring(async () => {
      removed = await work();
    });
    // Each commit is a turn, and there is one after it.
    expect([name, removed, turns >= (2 * count) / 500 - 2]).toEqual([name, count, true]);
  }
  const removed: number[] = [];
  const watched = sqlMailQueue({
    ...database,
    run: async (text, bound) => {
      const outcome = await database.run(text, bound);
      if (text.startsWith('DELETE')) removed.push(outcome.count);
      return outcome;
    },
  });
  expect(await watched.removeAbout('ann@example.com' as CanonicalEmail)).toBe(2000);
  expect(Math.max(...removed)).toBe(500);
  const left = database.sql.prepare('SELECT count(*) FROM interest_links').pluck().get();
  expect(left).toBe(0);
  await database.close();
}, 60_000);

test('after the clock was set back, locks move in small commits, that of the request first', async () => {
  const database = openFull(0);
  const [now, ahead] = [1_000_000, 2_000_000];
  database.sql
    .prepare(
      `WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 3000)
       INSERT INTO lockouts SELECT randomblob(16), 5, ? FROM row`,
    )
    .run(ahead);
  const lockouts = sqlLockoutStore(database);
  const policy = { maxFailures: 1, lockoutMs: 1000 };
  await lockouts.reserve('ann@example.com', policy, ahead);
  const turns = await turnsDuring(async () => {
    const reservation = await lockouts.reserve('ann@example.com', policy, now);
    expect(reservation).toEqual({ locked: true, retryAfterMs: 1000 });
  });
  expect(turns).toBeGreaterThanOrEqual((2 * 3000) / 500 - 2);
  const latest = database.sql.prepare('SELECT max(last_failure_at_ms) FROM lockouts').pluck();
  expect(latest.get()).toBe(now);
  await database.close();
});

/** Statements that no request runs (those of the operator), or that read the first rows only. */
const mayScan = [
  /^DELETE FROM sessions$/,
  /^UPDATE users SET security_stamp = security_stamp \+ 1, new_email = NULL,[^?:]*$/,
  /ORDER BY rowid LIMIT :most \)$/,
  // There are as many launches as programs.
  /^(?:SELECT .*|DELETE) FROM launches/,
  /^SELECT launches\.\*/,
  // Bounded, or one row for each day, day off, admin or version of what is written on the site.
  /^(?:SELECT [^(]*|DELETE) FROM (?:content_version|picture_file|reply_pauses|ebook_download_day|user_roles|client_errors) /,
  // Counts networks in an index, once for each hundred rows that are added.
  /^SELECT network_bucket AS bucket, count\(\*\)/,
];

test('no statement of a request scans a table that grows with the visitors', async () => {
  const database = openFull(0);
  // Loaded anew: other tests have made statements of their own.
  vi.resetModules();
  await import('#adapters/src/node/stores/index.ts');
  const { statementsIn } = await import('#adapters/src/node/sql/statement.ts');
  const { asExpressions } = await import('#adapters/src/node/sqlite/statements.ts');
  const statements = statementsIn(database.dialect);
  const prepare = database.sql.prepare.bind(database.sql);
  const planOf = (text: string) => {
    const names = [...text.matchAll(/:(\w+)/g)].map(([, name]) => [name, null]);
    const places = [...text.matchAll(/\?/g)].map(() => null);
    const explained = prepare(`EXPLAIN QUERY PLAN ${asExpressions(text)}`);
    const plan =
      names.length > 0 ? explained.all(Object.fromEntries(names)) : explained.all(...places);
    return (plan as { detail: string }[]).map(({ detail }) => detail);
  };
  const slow = statements
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => !mayScan.some((form) => form.test(text)))
    .filter((text) => {
      const plan = planOf(text);
      const [isSorted, isWhole] = [/TEMP B-TREE FOR ORDER BY/, /^SCAN (?!due|json_each)\w+/].map(
        (form) => plan.some((step) => form.test(step)),
      );
      // A count reads one index from end to end, which is cheap; the rows themselves are not.
      return plan.some((step) => /^SCAN (?!due)\w+$/.test(step)) || (isSorted && isWhole);
    });
  expect(slow).toEqual([]);
  // While many messages come, each counts those that were mailed, and passes none that wait.
  const planAt = (words: string) =>
    planOf(statements.find((text) => text.includes(words)) ?? '').join();
  expect(planAt("notice = 'mailed' AND")).toContain('contact_messages_mailed');
  // While a launch is paused, each slice of its mails begins where the one before ended.
  expect(planAt('launch_mail_id AS "mailId"')).toContain('(rowid>?)');
  await database.close();
});
