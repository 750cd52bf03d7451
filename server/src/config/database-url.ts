import { z } from 'zod';

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

/**
 * The URL of a PostgreSQL database. A parameter that the driver would ignore is rejected: with `ssl_mode` for `sslmode` nothing
 * would be encrypted.
 */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, abort: true })
  .superRefine((text, context) => {
    const url = new URL(text);
    for (const [name, value] of url.searchParams) {
      if (databaseParameters.has(name) && value) continue;
      const path = mayBePassword(url, name) ? [] : [name];
      context.addIssue({ code: 'custom', message: ignoredParameter, path });
    }
  });
