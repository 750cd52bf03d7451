import type {
  AuthCode,
  FlowState,
  FlowStore,
  PendingLink,
  ProviderTokens,
} from '@coachsite/core/federation';
import type { Database } from './database.ts';
import { slicedRemoval } from './slices.ts';

interface CodeRow {
  readonly hash: string;
  readonly user_id: string;
  readonly challenge: string;
  readonly method: AuthCode['method'];
  readonly expires_at_ms: number;
  readonly provider: string | null;
  readonly not_after_ms: number | null;
  readonly provider_tokens: string | null;
  readonly link: string | null;
}

interface FlowRow {
  readonly hash: string;
  readonly kind: FlowState['kind'];
  readonly provider: string;
  readonly redirect_to: string;
  readonly challenge: string | null;
  readonly browser_hash: string | null;
  readonly link_session_id: string | null;
  readonly secret: string;
  readonly nonce: string;
  readonly used: number;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
}

function toTokens(text: string): ProviderTokens {
  const { accessToken, refreshToken } = JSON.parse(text) as Partial<ProviderTokens>;
  return { accessToken: accessToken ?? '', refreshToken };
}

/** JSON leaves out an address that is not known. */
function toLink(text: string): PendingLink {
  const { person, ...link } = JSON.parse(text) as PendingLink;
  return { ...link, person: { ...person, email: person.email } };
}

function toCode(row: CodeRow): AuthCode {
  return {
    hash: row.hash,
    userId: row.user_id,
    challenge: { challenge: row.challenge, method: 's256' },
    method: row.method,
    expiresAt: row.expires_at_ms,
    ...(row.provider === null ? {} : { provider: row.provider }),
    ...(row.not_after_ms === null ? {} : { notAfter: row.not_after_ms }),
    ...(row.link === null ? {} : { link: toLink(row.link) }),
    ...(row.provider_tokens === null ? {} : { providerTokens: toTokens(row.provider_tokens) }),
  };
}

function toFlow(row: FlowRow): FlowState {
  return {
    hash: row.hash,
    kind: row.kind,
    provider: row.provider,
    redirectTo: row.redirect_to,
    challenge: row.challenge === null ? undefined : { challenge: row.challenge, method: 's256' },
    browserHash: row.browser_hash ?? undefined,
    linkSessionId: row.link_session_id ?? undefined,
    secret: row.secret,
    nonce: row.nonce,
    createdAt: row.created_at_ms,
    expiresAt: row.expires_at_ms,
  };
}

/** Sign-ins under way and codes in the database, as hashes. */
export function sqliteFlowStore(database: Database): FlowStore {
  const { sql, write } = database;
  const insert = sql.prepare<CodeRow>(
    `INSERT INTO auth_codes (hash, user_id, challenge, method, expires_at_ms, provider,
       not_after_ms, provider_tokens, link)
     VALUES (:hash, :user_id, :challenge, :method, :expires_at_ms, :provider, :not_after_ms,
       :provider_tokens, :link)`,
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
        insert.run({
          hash: code.hash,
          user_id: code.userId,
          challenge: code.challenge.challenge,
          method: code.method,
          expires_at_ms: code.expiresAt,
          provider: code.provider ?? null,
          not_after_ms: code.notAfter ?? null,
          link: code.link ? JSON.stringify(code.link) : null,
          provider_tokens: code.providerTokens ? JSON.stringify(code.providerTokens) : null,
        });
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
        insertFlow.run({
          hash: flow.hash,
          kind: flow.kind,
          provider: flow.provider,
          redirect_to: flow.redirectTo,
          challenge: flow.challenge?.challenge ?? null,
          browser_hash: flow.browserHash ?? null,
          link_session_id: flow.linkSessionId ?? null,
          secret: flow.secret,
          nonce: flow.nonce,
          used: 0,
          created_at_ms: flow.createdAt,
          expires_at_ms: flow.expiresAt,
        });
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
