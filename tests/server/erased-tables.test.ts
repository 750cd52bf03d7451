import { erasePerson } from '@coachsite/core/privacy';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import en from '@coachsite/ui/content/en/privacy.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/privacy.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { allRows, tablesOf, withSqlite } from '../support/all-rows.ts';
import { call, signUp } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';
import { addWaitingMail } from '../support/waiting-mail.ts';

/** The part of the privacy policy that speaks of each table whose rows are about a person; a new table gets a row here. */
const policyOf: Readonly<Record<string, string>> = {
  attempts: 'veiligheid',
  auth_codes: 'account',
  client_errors: 'veiligheid',
  consent_records: 'cookies',
  contact_messages: 'contact',
  factor_challenges: 'account',
  factors: 'account',
  flow_states: 'account',
  identities: 'account',
  interest_links: 'lancering',
  interests: 'lancering',
  known_devices: 'account',
  lockouts: 'veiligheid',
  mail_queue: 'contact',
  moved_accounts: 'account',
  one_time_tokens: 'account',
  passkey_challenges: 'account',
  passkeys: 'account',
  recovery_codes: 'account',
  recovery_sets: 'account',
  security_events: 'veiligheid',
  sessions: 'account',
  sms_queue: 'account',
  used_assertions: 'account',
  user_roles: 'account',
  users: 'account',
};

/** Tables about nobody, or about the coach, who publishes what they hold. */
const aboutNobody = [
  'content_picture',
  'content_version',
  'ebook_download_day',
  'ebook_version',
  'launches',
  'maintenance',
  'missed_paths',
  'owner_alarm',
  'picture_file',
  'queue_pauses',
  'reply_pauses',
];

/** What an erasure leaves, as it holds nothing by which a person is found; each ends by itself. */
const left = [
  'attempts',
  'consent_records',
  'flow_states',
  'interest_links',
  'moved_accounts',
  'used_assertions',
];

const server = await sharedServer();
const path = server.config.sqlitePath;
const ann = 'ann.erased@example.com';
const phone = phoneOf('32470999888');

/** The tables with rows that name the person. A lock has a hash of the address; this one is the only one. */
const naming = (marks: readonly string[]) =>
  Object.entries(allRows(path))
    .filter(([table, rows]) =>
      rows.some((row) => table === 'lockouts' || marks.some((mark) => row.includes(mark))),
    )
    .map(([table]) => table);

/** The tables whose rows go with a row of `found`. */
const goingWith = (found: readonly string[]) =>
  withSqlite(path, (sql) =>
    tablesOf(sql).filter((table) =>
      sql
        .prepare<[string], { table: string; on_delete: string }>(
          'SELECT "table", on_delete FROM pragma_foreign_key_list(?)',
        )
        .all(table)
        .some((key) => key.on_delete === 'CASCADE' && found.includes(key.table)),
    ),
  );

test('each table is named by the privacy policy, or about nobody', () => {
  const tables = withSqlite(path, tablesOf);
  expect([...Object.keys(policyOf), ...aboutNobody].toSorted()).toEqual(tables);
  for (const { sections } of [nl, en]) {
    const ids = sections.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...new Set(Object.values(policyOf))]));
  }
});

test('an erasure takes what every table holds about a person', async () => {
  const { clock, ids, mailQueue, smsQueue, users } = server.ports;
  await signUp(server, ann);
  const id = (await users.byEmail(emailOf(ann)))?.id ?? expect.fail('no account');
  await users.change(id, (user) => ({ ...user, phone }));
  const message = { name: 'Ann', email: ann, subject: 'Dag', message: 'Dag' };
  await call(server, 'POST', '/api/contact', { body: message });
  await call(server, 'POST', '/api/notify', { body: { email: ann, programId: 'mind-body-12' } });
  const report = { message: `failed for ${ann}`, url: '/account' };
  await call(server, 'POST', '/api/log-client-error', { body: report });
  const wrong = { email: ann, password: 'Not-The-Password-1' };
  await call(server, 'POST', '/auth/v1/token?grant_type=password', {
    body: wrong,
    headers: { apikey: server.config.publishableKey },
  });
  await server.outbox();
  const now = clock.now();
  const mail = { id: ids.uuid(), to: ann, subject: 'Reset', text: 'a', html: '' };
  await addWaitingMail(mailQueue, mail, now, now + 3_600_000);
  const later = now + 60_000;
  await smsQueue.enqueue({ id: ids.uuid(), to: phone, text: '1', expiresAt: later }, later);

  const marks = [ann, id, phone];
  const before = naming(marks);
  const reached = [...new Set([...before, ...goingWith(before)])];
  expect(reached.toSorted()).toEqual(
    Object.keys(policyOf).filter((table) => !left.includes(table)),
  );
  const context = { ip: '192.0.2.1', userAgent: 'test' };
  const erased = await erasePerson(server.ports, { person: { email: emailOf(ann) }, context });
  expect(erased.isOk()).toBe(true);
  expect(naming(marks)).toEqual([]);
});
