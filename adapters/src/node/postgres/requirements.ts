import type { Connection } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';
import { PostgresFailure } from './failure.ts';
import { hasSessions } from './session.ts';

/** The oldest version that the tests ran on, as its server counts. */
const oldestVersion = 150_000;

interface ServerState {
  readonly encoding: string;
  readonly version: number;
  readonly is_read_only: boolean;
  readonly schema: string | null;
  readonly may_create: boolean | null;
  readonly has_sessions: boolean;
}

// The transaction that asks may be one that only reads.
const ask = prepared<None, ServerState>(
  `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num')::int AS version,
     pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS is_read_only,
     current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS may_create,
     ${hasSessions} AS has_sessions`,
);

/** The code of PostgreSQL, or a word of this program, for what is in the way. */
function obstacle({ version, encoding, has_sessions, ...state }: ServerState) {
  if (version < oldestVersion) {
    const number = Math.floor(version / 10_000);
    return {
      code: 'VERSION',
      message: `it is PostgreSQL ${number}, and the site needs 15 or newer`,
    };
  }
  // Others reject a letter of a visitor, or count bytes.
  if (encoding !== 'UTF8') {
    return {
      code: 'ENCODING',
      message: `its encoding is ${encoding}, and texts of visitors need UTF8: set DATABASE_URL to one made with CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0. A site that is in this one moves by npm run backup, then npm run restore with the new URL`,
    };
  }
  // Transactions and locks of one client would be those of all.
  if (!has_sessions) {
    return {
      code: 'ONE_SESSION',
      message:
        'all its clients share one session, as those of PGlite do, and the site needs one for each connection: let the URL name a PostgreSQL server, or use SQLite',
    };
  }
  if (state.is_read_only) return { code: '25006', message: 'it takes no writes' };
  if (state.schema === null) return { code: '3F000', message: 'no schema to create in' };
  return state.may_create ? undefined : { code: '42501', message: 'permission denied for schema' };
}

/**
 * Checks, before anything is written, that a database is what a site needs: its version, its encoding, sessions, a server
 * that takes writes, and a schema in which this user may create tables. Rejects with a `PostgresFailure` if not. `VERSION`,
 * `ENCODING` and `ONE_SESSION` are codes of this program, with a message for the operator.
 */
export async function needUsable(on: Connection): Promise<void> {
  const state = await ask.get(on, {});
  const found = state && obstacle(state);
  if (found) throw new PostgresFailure(found);
}
