import { hashKind } from '../rows/password-hash.ts';
import type { Database } from '../sql/database.ts';
import { by, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';
import { slicedRemoval } from './sliced-removal.ts';

const has = prepared<{ idHash: string }>('SELECT 1 FROM moved_accounts WHERE id_hash = :idHash');
const add = prepared<{ idHash: string; now: number }>(
  `INSERT INTO moved_accounts (id_hash, moved_at_ms) VALUES (:idHash, :now) ON CONFLICT DO NOTHING`,
);
const sweep = slicedRemoval<{ before: number }>(
  ['moved_accounts', 'id_hash'],
  'moved_at_ms < :before',
);
// The condition of the index, word for word.
const nextOther = prepared<{ after: string }, { hash: string | null }>(
  sql`SELECT min(password_hash) AS hash FROM users ${by('users_other_hash')} WHERE password_hash > :after
   AND (password_hash < '$argon2id$v=19$m=19456,t=2,p=1$' OR password_hash > '$argon2id$v=19$m=19456,t=2,p=1$~')`,
);

/** Kinds that are asked for at most: each would be worked for at every sign-in. */
const mostKinds = 16;

/** Which accounts were taken over from another service, by hashes of their ids, and the passwords that came with them. */
export interface MovedAccounts {
  /** Whether the account with this hash of its id was taken. */
  readonly has: (idHash: string) => Promise<boolean>;
  /** Remembers that it was; a second time changes nothing. */
  readonly add: (idHash: string, now: number) => Promise<void>;
  /** Forgets those that were taken before `before`; returns their number. */
  readonly sweep: (before: number) => Promise<number>;
  /** The kinds of the hashes of passwords that are not as new ones are, each once; none where no account has such a hash. */
  readonly hashKinds: () => Promise<readonly string[]>;
}

/** The same in the database. */
export function sqlMovedAccounts(database: Database): MovedAccounts {
  return {
    has: async (idHash) => (await has.get(database, { idHash })) !== undefined,
    add: async (idHash, now) => void (await add.run(database, { idHash, now })),
    sweep: (before) => sweep(database, { before }),
    hashKinds: async () => {
      const kinds = new Set<string>();
      for (let after = '', reads = 0; reads < mostKinds; reads += 1) {
        const { hash } = (await nextOther.get(database, { after })) ?? { hash: null };
        if (hash === null) break;
        const kind = hashKind(hash);
        if (kind !== undefined) kinds.add(kind);
        // Behind every hash that begins in the same way.
        after = kind === undefined ? hash : `${hash.slice(0, kind.length)}~`;
      }
      return [...kinds];
    },
  };
}
