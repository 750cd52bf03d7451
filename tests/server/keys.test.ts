import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { call } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const runner = join(import.meta.dirname, '../../scripts/run.mjs');

async function keys(...parameters: readonly string[]) {
  const child = spawn(process.execPath, [runner, 'keys.ts', ...parameters], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: server.dataDirectory,
    },
  });
  const [out, error, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { status, out, error };
}

const _published = async (): Promise<readonly string[]> => {
  const { body } = await call(server, 'GET', '/auth/v1/.well-known/jwks.json');
  return body.keys.map(({ kid }: { kid: string }) => kid);
};
const _kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test('the command explains itself', async () => {
  const help = await keys('--help');
  expect(help.status).toBe(0);
  expect(help.out).toContain('npm run keys');
  expect((await keys()).status).toBe(2);
  expect((await keys('dance')).status).toBe(2);
});
