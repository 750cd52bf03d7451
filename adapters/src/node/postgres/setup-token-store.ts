import type { SetupTokenStore } from '@coachsite/core/admins';
import type { Connection, Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';

const select = prepared<None, { token: string }>('SELECT token FROM setup_token');
const insert = prepared<{ token: string }>(
  'INSERT INTO setup_token (token) VALUES (:token) ON CONFLICT DO NOTHING',
);
const remove = prepared<None>('DELETE FROM setup_token');

const read = async (on: Connection) => (await select.get(on, {}))?.token;

/** The set-up token in the database, one for all processes. Source: docs/security.md#BT-2. */
export function postgresSetupTokenStore(database: Database): SetupTokenStore {
  return {
    read: () => read(database),
    // Of two at once the second waits for the first, and reads its token.
    offer: async (token) => {
      await insert.run(database, { token });
      return (await read(database)) ?? token;
    },
    remove: async () => void (await remove.run(database, {})),
  };
}
