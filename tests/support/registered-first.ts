import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { lastCode, lastLink, linkOf } from '../conformance/support/client.ts';
import {
  type ApiResponse,
  call,
  getUser,
  goodPassword,
  refresh,
  signIn,
  statusAndCode,
} from './auth-client.ts';
import type { OpenIdProvider } from './fake-services/openid-provider.ts';
import { newAppUser } from './second-factor.ts';
import type { TestServer } from './server.ts';

const verifier = 'v'.repeat(64);
const pkce = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
};

/** Follows a mailed link up to the authorization code; returns what exchanges that for a session. */
export async function authCode(
  server: TestServer,
  email: string,
): Promise<() => Promise<ApiResponse>> {
  await call(server, 'POST', '/auth/v1/otp', { body: { email, ...pkce } });
  const link = linkOf(server, await lastLink(server, email));
  const { headers } = await fetch(link, { redirect: 'manual' });
  const auth_code = new URL(headers.get('location') ?? '').searchParams.get('code');
  expect(auth_code).not.toBeNull();
  const body = { auth_code, code_verifier: verifier };
  return () => call(server, 'POST', '/auth/v1/token?grant_type=pkce', { body });
}

/**
 * A stranger registers an address that belongs to somebody else, and leaves every way back in that there is: sessions,
 * password, second factor, recovery codes, an identity at a provider, an authorization code and a mailed code. Returns
 * what expects that none of them works once the account was taken over.
 */
export async function registerFirst(
  server: TestServer,
  provider: OpenIdProvider,
  name = 'partner',
) {
  const { email, session } = await newAppUser(server);
  const { id } = session.user as { readonly id: string };
  const bearer = session.access_token as string;
  const first = (await signIn(server, email)).body;
  const person = { sub: `of-${email}`, email: `other-${email}`, email_verified: true };
  const atProvider = (more: object, as?: string) =>
    call(server, 'POST', '/auth/v1/token?grant_type=id_token', {
      bearer: as,
      body: { provider: name, id_token: provider.idToken(person), ...more },
    });
  expect((await atProvider({ link_identity: true }, bearer)).status).toBe(200);
  const codes = await call(server, 'POST', '/api/account/recovery-codes', { bearer, body: {} });
  expect(codes.status).toBe(201);
  const post = (path: string, body: object) => call(server, 'POST', `/auth/v1${path}`, { body });
  const exchange = await authCode(server, email);
  await post('/recover', { email });
  const token = await lastCode(server, email);

  return {
    email,
    id,
    expectShutOut: async () => {
      for (const { access_token: held, refresh_token: token } of [session, first]) {
        expect((await getUser(server, held)).status).toBe(403);
        const inbox = await call(server, 'GET', '/api/admin/messages', { bearer: held });
        expect([inbox.status, inbox.body.code]).toEqual([401, 'session_not_found']);
        expect((await refresh(server, token)).status).toBe(400);
      }
      expect((await signIn(server, email, goodPassword)).status).toBe(400);
      expect((await post('/verify', { type: 'recovery', email, token })).status).toBe(403);
      expect(statusAndCode(await exchange())).toEqual([404, 'flow_state_not_found']);
      expect((await atProvider({})).body.user?.id).not.toBe(id);
      // Whatever else may be kept about an account, in tables of later versions too.
      const database = new Sqlite(server.config.sqlitePath, { readonly: true });
      const tables = database
        .prepare<[], string>(
          `SELECT sqlite_master.name FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS field
           WHERE sqlite_master.type = 'table' AND field.name = 'user_id'`,
        )
        .pluck()
        .all();
      const left = tables.flatMap((table) => {
        const rows = database.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck();
        return rows.get(id) === 0 ? [] : [table];
      });
      database.close();
      expect(left.toSorted()).toEqual(['identities', 'security_events', 'user_roles']);
    },
  };
}
