import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, getUser } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { advance, connect, member, need } from './support/client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** `npm run keys -- rotate` beside the running server, as its owner does it. */
async function rotate(): Promise<void> {
  const runner = join(import.meta.dirname, '../../scripts/run.mjs');
  const child = spawn(process.execPath, [runner, 'keys.ts', 'rotate'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: server.dataDirectory,
      ...(server.config.databaseUrl ? { DATABASE_URL: server.config.databaseUrl } : {}),
    },
    stdio: 'ignore',
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect(status).toBe(0);
}
const published = async (): Promise<readonly { kid: string }[]> =>
  (await call(server, 'GET', '/auth/v1/.well-known/jwks.json')).body.keys;
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test('docs/wire.md#14, SE-6 a rotation while the server runs: new tokens have the new key, old ones hold until they end', async () => {
  const before = await member(server);
  const oldToken = before.session.access_token;
  expect((await before.auth.getClaims()).error).toBeNull();
  await rotate();
  // Where several servers run, each responds in turn.
  for (const _ of ['one', 'another']) expect(await published()).toHaveLength(2);

  const after = await member(server);
  const newToken = after.session.access_token;
  expect(kidOf(newToken)).not.toBe(kidOf(oldToken));
  const kids = (await published()).map(({ kid }) => kid);
  expect(kids).toEqual([kidOf(newToken), kidOf(oldToken)]);
  const [event] = await server.ports.securityLog.list({ actionType: 'keys_rotated', limit: 1 });
  expect(event?.details).toEqual({ kid: kidOf(newToken) });
  for (const token of [oldToken, newToken]) expect((await getUser(server, token)).status).toBe(200);

  // The client knew the old keys only: it fetches the new ones for a kid it does not know.
  expect((await after.auth.getClaims()).data?.claims.sub).toBe(after.session.user.id);
  expect((await before.auth.getClaims(oldToken)).data?.claims.sub).toBe(before.session.user.id);
  const { data } = await before.auth.refreshSession();
  expect(kidOf(need(data.session).access_token)).toBe(kidOf(newToken));
});

test('docs/wire.md#3 the keys survive a restart', async () => {
  const { session } = await member(server);
  const kids = await published();
  const own = server;
  await own.stop({ keep: true });
  server = await startTestServer({
    dataDirectory: own.dataDirectory,
    // Another port: connections to the first one are still being reused. Tokens name PUBLIC_URL.
    env: { PUBLIC_URL: own.url },
  });
  expect(await published()).toEqual(kids);
  expect((await getUser(server, session.access_token)).status).toBe(200);
});

test('SE-6 the old key is published as long as one of its tokens, or a copy of the keys, may live', async () => {
  const old = (await member(server)).session.access_token;
  await rotate();
  expect(kidOf((await member(server)).session.access_token)).not.toBe(kidOf(old));
  // A minute less than both together: the rotation itself was a moment ago.
  advance(server, (3600 + 540) * 1000);
  expect((await published()).some(({ kid }) => kid === kidOf(old))).toBe(true);
  const { auth } = await connect(server);
  expect((await auth.getClaims(old)).error).toBeNull();
});
