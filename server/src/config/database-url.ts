import { z } from 'zod';
import { isCutInPassword } from './cut-in-password.ts';

/** The parameters of a URL that pg 8 and its `pg-connection-string` read. They ignore any other without a word. */
const databaseParameters: ReadonlySet<string> = new Set([
  'application_name',
  'client_encoding',
  'fallback_application_name',
  'host',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'password',
  'port',
  'query_timeout',
  'replication',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'statement_timeout',
  'uselibpqcompat',
  'user',
]);

/** The message for a parameter without effect. */
export const ignoredParameter = 'is ignored';

/** Of a password with a question mark, what follows it looks like a parameter, up to the @ of the host. */
const mayBePassword = (url: URL, name: string) => url.search.includes('@') || !/^\w+$/.test(name);

/** The beginning of a URL without a host, as of a socket. */
const hostless =
  /^(postgres(?:ql)?:\/\/)(?:([^/?#@:]*)(?::([^/?#@]*))?@)?(?::(\d+))?(?=[/?#]|$)\/?/;

/**
 * The same with user, password and port among its parameters, where the driver reads them too: `URL` knows them beside a host
 * only. A parameter that is there already wins, as it does with a host.
 */
function withoutAuthority(text: string): string {
  const [start, scheme, user, password, port] = hostless.exec(text) ?? [];
  if (start === undefined || !(user || password || port)) return text;
  const [path = '', search = ''] = text.slice(start.length).split('?', 2);
  const parameters = Object.entries({ user, password, port })
    .filter(([name, value]) => value && !new RegExp(`(^|&)${name}=`).test(search))
    .map(([name, value = '']) => `${name}=${value.replaceAll('+', '%2B').replaceAll('&', '%26')}`);
  return `${scheme}/${path}?${[...parameters, search].filter(Boolean).join('&')}`;
}

/** What the driver takes for `verify-full` today, and warns of in eight lines at each start. */
const sameAsFull = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

const withoutWarning = (text: string): string =>
  /[?&]uselibpqcompat=true/.test(text) ? text : text.replace(sameAsFull, '$1verify-full');

/**
 * The URL of a PostgreSQL database, in the form in which it is read everywhere. A parameter that the driver would ignore is
 * rejected: with `ssl_mode` for `sslmode` nothing would be encrypted.
 */
export const databaseUrl = z
  .string()
  .transform((text) => withoutWarning(withoutAuthority(text)))
  .pipe(z.url({ protocol: /^postgres(ql)?$/, abort: true }))
  .refine((text) => !isCutInPassword(text.split('?', 1)[0] ?? '') && !text.includes('#'), {
    abort: true,
  })
  .superRefine((text, context) => {
    const url = new URL(text);
    for (const [name, value] of url.searchParams) {
      if (databaseParameters.has(name) && value) continue;
      const path = mayBePassword(url, name) ? [] : [name];
      context.addIssue({ code: 'custom', message: ignoredParameter, path });
    }
  });
