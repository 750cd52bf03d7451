import type { FlowStore } from '@coachsite/core/federation';
import { type CodeRow, type FlowRow, toCode, toCodeRow, toFlow, toFlowRow } from '../rows/flow.ts';
import type { Database } from './database.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** Sign-ins under way and codes in the database, as hashes. */
export function sqliteFlowStore(database: Database): FlowStore {
  const { sql, write } = database;
  const insert = sql.prepare<CodeRow>(
    `INSERT INTO auth_codes (hash, user_id, security_stamp, challenge, method, expires_at_ms, provider,
       not_after_ms, provider_tokens, link)
     SELECT :hash, :user_id, :security_stamp, :challenge, :method, :expires_at_ms, :provider, :not_after_ms,
       :provider_tokens, :link WHERE EXISTS (SELECT 1 FROM users WHERE id = :user_id)`,
  );
  const take = sql.prepare<[string], CodeRow>('DELETE FROM auth_codes WHERE hash = ? RETURNING *');
  const clear = sql.prepare<[string]>('DELETE FROM auth_codes WHERE user_id = ?');
  const clearAll = sql.prepare('DELETE FROM auth_codes');
  const insertFlow = sql.prepare<FlowRow>(
    `INSERT INTO flow_states VALUES (:hash, :kind, :provider, :redirect_to, :challenge,
       :browser_hash, :link_session_id, :secret, :nonce, :used, :created_at_ms, :expires_at_ms)`,
  );
  const flowOf = sql.prepare<[string], FlowRow>('SELECT * FROM flow_states WHERE hash = ?');
  // Clears the secrets of a used flow. The row stays until it expires, so that reuse is detected.
  const useFlow = sql.prepare<[string]>(
    "UPDATE flow_states SET used = 1, secret = '', nonce = '' WHERE hash = ?",
  );
  const remember = sql.prepare<[string, number]>(
    'INSERT INTO used_assertions VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const sweeps = ['auth_codes', 'flow_states', 'used_assertions'].map((table) =>
    slicedRemoval<[number]>(database, { table, key: 'hash', where: 'expires_at_ms <= ?' }),
  );
  return {
    issueCode: (code) =>
      write(() => {
        insert.run(toCodeRow(code));
      }),
    takeCode: (hash) =>
      write(() => {
        const row = take.get(hash);
        return row && toCode(row);
      }),
    clearCodes: (userId) =>
      write(() => {
        clear.run(userId);
      }),
    clearAllCodes: () => write(() => void clearAll.run()),
    begin: (flow) =>
      write(() => {
        insertFlow.run(toFlowRow(flow));
      }),
    take: (hash) =>
      write(() => {
        const row = flowOf.get(hash);
        if (!row) return undefined;
        useFlow.run(hash);
        return { flow: toFlow(row), wasUsed: row.used === 1 };
      }),
    rememberAssertion: (hash, expiresAt) =>
      write(() => remember.run(hash, expiresAt).changes === 1),
    sweep: async (now) => {
      let removed = 0;
      for (const sweep of sweeps) removed += await sweep(now);
      return removed;
    },
  };
}
