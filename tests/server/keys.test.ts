import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, getUser, newEmail, refresh, signUp } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const runner = join(import.meta.dirname, '../../scripts/run.mjs');

async function keys(...parameters: readonly string[]) {
  const child = spawn(process.execPath, [runner, 'keys.ts', ...parameters], {
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDirectory },
  });
  const [out, error, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { status, out, error };
}

const published = async (): Promise<readonly string[]> => {
  const { body } = await call(server, 'GET', '/auth/v1/.well-known/jwks.json');
  return body.keys.map(({ kid }: { kid: string }) => kid);
};
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test('a key rotated while the server runs signs the next tokens; the tokens before it live on', async () => {
  const { body: old } = await signUp(server, newEmail());
  const before = await published();
  expect(before).toEqual([kidOf(old.access_token)]);

  const rotated = await keys('rotate');
  expect([rotated.status, rotated.error]).toEqual([0, '']);
  await expect.poll(published, { timeout: 5000 }).toHaveLength(2);
  const [newest, ...older] = await published();
  expect(older).toEqual(before);

  const { body: fresh } = await refresh(server, old.refresh_token);
  expect(kidOf(fresh.access_token)).toBe(newest);
  for (const token of [old.access_token, fresh.access_token]) {
    expect((await getUser(server, token)).status).toBe(200);
    const client = createClient(server.url, 'coachsite-public', {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.auth.getClaims(token);
    expect(error).toBeNull();
    expect(data?.header.kid).toBe(kidOf(token));
  }
  const [event] = await server.ports.securityLog.list({ actionType: 'keys_rotated', limit: 1 });
  expect(event?.details).toEqual({ kid: newest });
});

test('the command explains itself', async () => {
  const help = await keys('--help');
  expect(help.status).toBe(0);
  expect(help.out).toContain('npm run keys');
  expect((await keys()).status).toBe(2);
  expect((await keys('dance')).status).toBe(2);
});
