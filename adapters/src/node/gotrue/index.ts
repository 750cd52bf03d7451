import { inTransaction } from '../database-copy/connection.ts';

/** The rows of an auth service, each as JSON of its table: columns that an older one lacks are absent. */
export interface GotrueRows {
  readonly users: readonly unknown[];
  readonly identities: readonly unknown[];
  readonly factors: readonly unknown[];
  /** Of `public.user_roles`, which belongs to the site and not to the service. */
  readonly roles: readonly unknown[];
  readonly samlProviders: readonly unknown[];
  readonly passkeys: readonly unknown[];
}

/** Where the rows are, in the order in which they are taken. */
const sources: Readonly<Record<keyof GotrueRows, readonly [table: string, order: string]>> = {
  users: ['auth.users', 'created_at, id'],
  identities: ['auth.identities', 'created_at, provider'],
  factors: ['auth.mfa_factors', 'created_at, id'],
  roles: ['public.user_roles', '1'],
  samlProviders: ['auth.saml_providers', '1'],
  passkeys: ['auth.webauthn_credentials', '1'],
};

/**
 * Reads the accounts of the database of an auth service (GoTrue), all as of one moment, and changes nothing. `undefined` where
 * it has no table of accounts; another table that an older service lacks has no rows. Rejects as `inTransaction` does, also
 * where the user of the URL may not read all rows.
 */
export function readGotrue(url: string): Promise<GotrueRows | undefined> {
  return inTransaction(url, 'REPEATABLE READ, READ ONLY', async (client) => {
    // Rows that a policy hides would be left behind in silence: an error instead.
    await client.query('SET LOCAL row_security = off');
    const rowsOf = async ([table, order]: readonly [string, string]) => {
      const { rows } = await client.query<{ is: boolean }>(
        'SELECT to_regclass($1) IS NOT NULL AS is',
        [table],
      );
      if (!rows[0]?.is) return undefined;
      const text = `SELECT to_jsonb(found) AS row FROM ${table} AS found ORDER BY ${order}`;
      const found = await client.query<{ row: unknown }>(text);
      return found.rows.map(({ row }) => row);
    };
    const users = await rowsOf(sources.users);
    if (!users) return undefined;
    return {
      users,
      identities: (await rowsOf(sources.identities)) ?? [],
      factors: (await rowsOf(sources.factors)) ?? [],
      roles: (await rowsOf(sources.roles)) ?? [],
      samlProviders: (await rowsOf(sources.samlProviders)) ?? [],
      passkeys: (await rowsOf(sources.passkeys)) ?? [],
    };
  });
}
