import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOutbox } from '../../support/outbox.ts';
import { type DatabasePlace, onDatabaseOf } from '../../support/site-database.ts';

/** What no log may hold about anybody. */
const forms = [
  // E-mail addresses, and network addresses of clients.
  /[\w.+-]+@[\w-]+\.[a-z]{2,}/i,
  /"(?:ip|remoteAddress)":/,
  // Access and refresh tokens, cookies, and parameters of mailed links and searches.
  /eyJ[\w-]{8,}/,
  /[0-9a-f]{32}\.\d+\.[\w-]{43}/,
  /cs-(?:access|refresh)=/,
  /pkce_[\w-]{8,}/,
  /[?&][a-z_]+=[^"*]/,
  // Secrets of authenticator apps, and recovery codes.
  /\b[A-Z2-7]{32}\b/,
  /(?<![\w-])(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}(?![\w-])/,
  // Passwords of the tests, and hashes of passwords.
  /Zonig-|Kraanvogel|Vlaamse-Kermis/,
  /\$argon2/,
];

/** The one secret that is printed on purpose, when the server starts without an admin. */
const setupLink = /^Make the first admin at /;

const people = ['users.email', 'users.phone', 'interests.email'];
const messages = ['name', 'subject', 'message'].map((column) => `contact_messages.${column}`);

/** What a database holds of people. */
async function storedIn(place: DatabasePlace): Promise<readonly (string | null)[]> {
  const selects = [...people, ...messages].map((column) => {
    const [table] = column.split('.');
    return `SELECT ${column} AS text FROM ${table}`;
  });
  const rows = await onDatabaseOf<{ text: string | null }>(place, selects.join(' UNION '));
  return rows.map(({ text }) => text);
}

/** Everything that a site keeps of a person or that opens an account, as text. */
async function secretsIn(place: DatabasePlace): Promise<readonly string[]> {
  const stored = await storedIn(place);
  const outbox = join(place.dataDirectory, 'outbox');
  const mails = await readOutbox(outbox);
  const texts = (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(join(outbox, name), 'utf8'));
  const sent = mails.flatMap(({ to, code, link }) => [
    to,
    code,
    ...['token', 'token_hash', 'code'].map((name) => link?.searchParams.get(name)),
  ]);
  const numbersAndCodes = texts.flatMap((text) => text.match(/\d{6,}/g) ?? []);
  return [...stored, ...sent, ...numbersAndCodes].filter(
    (text): text is string => (text ?? '').length > 5,
  );
}

/** A mailed code has six digits, and each line has the time: only what stands by itself was logged. */
function asWord(secret: string): RegExp {
  const logged = JSON.stringify(secret).slice(1, -1);
  return new RegExp(`(?<!\\w)${logged.replaceAll(/[^\w\s]/g, '\\$&')}(?!\\w)`);
}

/** The lines of a server's log that hold personal data or a secret. */
export async function linesWithSecrets(
  log: string,
  place: DatabasePlace,
): Promise<readonly string[]> {
  const secrets = [...new Set(await secretsIn(place))].map(asWord);
  return log
    .split('\n')
    .filter((line) => !setupLink.test(line))
    .filter(
      (line) =>
        forms.some((form) => form.test(line)) || secrets.some((secret) => secret.test(line)),
    );
}
