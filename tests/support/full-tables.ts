import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** People whose data the table of each kind holds among that of others. */
export const personOf = (index: number) => `person-${77 + index}@example.com`;

/** The first of them. */
export const person = personOf(0);

/** How many rows each table gets: what the site can hold at most, or far more than a coach has. */
export const rows = {
  messages: 60_000,
  interests: 25_000,
  events: 200_000,
  clientEvents: 10_000,
  mails: 50_000,
  errors: 200,
  consents: 500_000,
  days: 3650,
  files: 25_000,
} as const;

/**
 * Fills the tables of a site that grow with its visitors, with a `share` of the rows. Throws when the file is no database
 * of the site.
 */
export function fillTables(path: string, { share = 1, now = Date.now() } = {}): void {
  const sql = new Sqlite(path, { fileMustExist: true });
  sql.pragma('synchronous = OFF');
  const each = (most: number, insert: string) => {
    const count = Math.floor(most * share);
    if (count === 0) return;
    sql
      .prepare(
        `WITH RECURSIVE row (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row WHERE n < :count - 1) ${insert}`,
      )
      .run({ count, now, text, encoded });
  };
  // As long as a client may write, and encoded twice: what takes a search longest.
  const encoded = '%2540'.repeat(800);
  const text = 'Ik train drie keer per week en wil graag weten hoe je begeleiding werkt. '.repeat(
    8,
  );
  const uuid = (kind: string) => `printf('%08x-${kind}-4000-8000-000000000000', n)`;
  const email = `'person-' || (n % 20000) || '@example.com'`;
  sql.transaction(() => {
    each(
      rows.messages,
      `INSERT INTO contact_messages (id, name, email, subject, message, language, status, flagged, notice,
         received_at_ms, answered_at_ms, changed_at_ms)
       SELECT ${uuid('0001')}, 'Bezoeker ' || n, ${email}, 'Vraag ' || n, :text || n, 'nl',
         CASE n % 4 WHEN 0 THEN 'new' WHEN 1 THEN 'answered' WHEN 2 THEN 'archived' ELSE 'spam' END, 0, 'mailed',
         :now - n * 400000, NULL, :now - n * 400000 FROM row`,
    );
    each(
      rows.interests,
      `INSERT INTO interests (id, email, program_id, language, text_version, asked_at_ms, confirmed_at_ms)
       SELECT ${uuid('0002')}, 'person-' || n || '@example.com', 'mind-body-12', 'nl', '2026-11-24', :now - n * 1000,
         :now - n * 1000 FROM row`,
    );
    each(
      rows.events,
      `INSERT INTO security_events (id, at_ms, source, action_type, severity, user_id, ip, user_agent, details,
         is_public)
       SELECT ${uuid('0003')}, :now - n * 30000, 'server', 'sign_in_failed', 'medium', NULL, '10.0.' || (n % 200) || '.7',
         'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', '{"email":"h:' || n || '"}', 1 FROM row`,
    );
    each(
      rows.clientEvents,
      `INSERT INTO security_events (id, at_ms, source, action_type, severity, user_id, ip, user_agent, details)
       SELECT ${uuid('0004')}, :now - n * 30000, 'client', 'suspicious_activity', 'medium', NULL, '10.1.0.7',
         'Mozilla/5.0 someone@example.com', '{"text":"' || :encoded || n || '"}' FROM row`,
    );
    each(
      rows.mails,
      // A mail that failed before stays until it is due; one that was never tried is due at once.
      `INSERT INTO mail_queue (id, subject, content, recipient, state, problem, failures, enqueued_at_ms, due_at_ms, sent_at_ms)
       SELECT ${uuid('0005')}, 'Een vraag', json_object('id', ${uuid('0005')}, 'to', ${email}, 'subject', 'Een vraag', 'text', :text), ${email},
         CASE n % 2 WHEN 0 THEN 'failed' ELSE 'waiting' END, 'recipient_rejected', 1, :now - n * 1000,
         :now + 86400000, NULL FROM row WHERE :now > 0`,
    );
    each(
      rows.errors,
      `INSERT INTO client_errors (id, message, stack, url, user_agent, component_stack, received_at_ms)
       SELECT ${uuid('0006')}, 'TypeError ' || n, substr(:text || :text || :text, 1, 4000), '/shop', 'Mozilla/5.0', '',
         :now - n FROM row`,
    );
    each(
      rows.consents,
      `INSERT INTO consent_records (id, policy_version, language, functional, analytics, marketing, recorded_at_ms)
       SELECT ${uuid('0007')}, '2026-11-24', 'nl', 0, 0, 0, :now - n * 1000 FROM row`,
    );
    each(
      rows.days,
      `INSERT INTO ebook_download_day (day, downloads)
       SELECT date(:now / 1000, 'unixepoch', '-' || n || ' days'), 110 FROM row WHERE true
       ON CONFLICT DO NOTHING`,
    );
  })();
  // All of it on the disk, and the new header of the log: else the first commit of the server waits for both.
  sql.pragma('synchronous = FULL');
  sql.pragma('wal_checkpoint(TRUNCATE)');
  sql.pragma(`user_version = ${sql.pragma('user_version', { simple: true })}`);
  sql.close();
}

/** Fills an outbox with mails to the same people. */
export function fillOutbox(directory: string): void {
  for (let n = 0; n < rows.files; n += 1) {
    const mail = [
      `To: person-${n}@example.com`,
      'Subject: Een vraag',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      `Ik train drie keer per week =E2=80=93 en jij?\r\n`.repeat(20),
    ];
    writeFileSync(join(directory, `20260101T000000000Z-${n}.eml`), mail.join('\r\n'));
  }
}
