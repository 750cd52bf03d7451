import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { readOutbox } from '../../support/outbox.ts';

/** What no log may hold, e-mail addresses, tokens of sessions, passwords of the tests and their hashes. */
const forms = [
  /[\w.+-]+@[\w-]+\.[a-z]{2,}/i,
  /eyJ[\w-]{8,}/,
  /\$argon2/,
  /pkce_[\w-]{8,}/,
  /Zonig-|Kraanvogel/,
];

/** Everything in a data directory that belongs to a person or opens an account, as text. */
async function secretsIn(dataDirectory: string): Promise<readonly string[]> {
  const sql = new Sqlite(join(dataDirectory, 'coachsite.sqlite'), { readonly: true });
  const column = (query: string) => sql.prepare<[], string | null>(query).pluck().all();
  const stored = [
    ...column('SELECT email FROM users'),
    ...column('SELECT phone FROM users'),
    ...column('SELECT name FROM contact_messages'),
    ...column('SELECT message FROM contact_messages'),
    ...column('SELECT email FROM interests'),
  ];
  sql.close();
  const mails = await readOutbox(join(dataDirectory, 'outbox'));
  const sent = mails.flatMap(({ to, code, link }) => [
    to,
    code,
    ...['token', 'token_hash', 'code'].map((name) => link?.searchParams.get(name)),
  ]);
  return [...stored, ...sent].filter((text): text is string => (text ?? '').length > 5);
}

/** A mailed code has six digits, and each line has the time: only what stands by itself was logged. */
function asWord(secret: string): RegExp {
  const logged = JSON.stringify(secret).slice(1, -1);
  return new RegExp(`(?<!\\w)${logged.replaceAll(/[^\w\s]/g, '\\$&')}(?!\\w)`);
}

/** The lines of a server's log that hold personal data or a secret. */
export async function linesWithSecrets(
  log: string,
  dataDirectory: string,
): Promise<readonly string[]> {
  const secrets = [...new Set(await secretsIn(dataDirectory))].map(asWord);
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .filter(
      (line) =>
        forms.some((form) => form.test(line)) || secrets.some((secret) => secret.test(line)),
    );
}
