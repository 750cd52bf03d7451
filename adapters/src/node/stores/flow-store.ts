import type { FlowStore } from '@coachsite/core/federation';
import { type CodeRow, type FlowRow, toCode, toCodeRow, toFlow, toFlowRow } from '../rows/flow.ts';
import type { Database } from '../sql/database.ts';
import { rowLock, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { holdUser } from './held-user.ts';
import { slicedRemoval } from './sliced-removal.ts';

interface Hashed {
  readonly hash: string;
}

const insert = prepared<CodeRow>(
  `INSERT INTO auth_codes (hash, user_id, security_stamp, challenge, method, expires_at_ms, provider,
     not_after_ms, provider_tokens, link)
   VALUES (:hash, :user_id, :security_stamp, :challenge, :method, :expires_at_ms, :provider, :not_after_ms,
     :provider_tokens, :link)`,
);
const take = prepared<Hashed, CodeRow>('DELETE FROM auth_codes WHERE hash = :hash RETURNING *');
const clear = prepared<{ userId: string }>('DELETE FROM auth_codes WHERE user_id = :userId');
const clearAll = prepared<None>('DELETE FROM auth_codes');
const insertFlow = prepared<FlowRow>(
  `INSERT INTO flow_states VALUES (:hash, :kind, :provider, :redirect_to, :challenge,
     :browser_hash, :link_session_id, :secret, :nonce, :used, :created_at_ms, :expires_at_ms)`,
);
const findFlow = prepared<Hashed, FlowRow>(
  sql`SELECT * FROM flow_states WHERE hash = :hash ${rowLock()}`,
);
// Clears the secrets of a used flow. The row stays until it expires, so that reuse is detected.
const useFlow = prepared<Hashed>(
  "UPDATE flow_states SET used = 1, secret = '', nonce = '' WHERE hash = :hash",
);
const remember = prepared<Hashed & { expiresAt: number }>(
  'INSERT INTO used_assertions VALUES (:hash, :expiresAt) ON CONFLICT DO NOTHING',
);
const sweeps = ['auth_codes', 'flow_states', 'used_assertions'].map((table) =>
  slicedRemoval<{ now: number }>([table, 'hash'], 'expires_at_ms <= :now'),
);

/** Sign-ins under way and codes in the database, as hashes. */
export function sqlFlowStore(database: Database): FlowStore {
  return {
    issueCode: (code) =>
      database.write(async (on) => {
        const row = toCodeRow(code);
        if (await holdUser(on, row.user_id)) await insert.run(on, row);
      }),
    takeCode: async (hash) => {
      const row = await take.get(database, { hash });
      return row && toCode(row);
    },
    clearCodes: async (userId) => void (await clear.run(database, { userId })),
    clearAllCodes: async () => void (await clearAll.run(database, {})),
    begin: async (flow) => void (await insertFlow.run(database, toFlowRow(flow))),
    take: (hash) =>
      database.write(async (on) => {
        const row = await findFlow.get(on, { hash });
        if (!row) return undefined;
        await useFlow.run(on, { hash });
        return { flow: toFlow(row), wasUsed: row.used === 1 };
      }),
    rememberAssertion: async (hash, expiresAt) =>
      (await remember.run(database, { hash, expiresAt })) === 1,
    sweep: async (now) => {
      let removed = 0;
      for (const sweep of sweeps) removed += await sweep(database, { now });
      return removed;
    },
  };
}
