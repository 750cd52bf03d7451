import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { runCommandLine } from '../support/command.ts';

const close: (() => void)[] = [];
afterEach(() => {
  for (const end of close.splice(0)) end();
});

/** Runs the command against a registry of this machine. */
async function audit(respond: RequestListener, ...parameters: readonly string[]) {
  const registry = createServer(respond).listen(0, '127.0.0.1');
  close.push(() => registry.close());
  await new Promise((resolve) => registry.once('listening', resolve));
  const { port } = registry.address() as AddressInfo;
  return runCommandLine(['audit', ...parameters], {
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_cache: join(tmpdir(), 'npm-cache'),
  });
}

const weakness = (name: string, severity: string) => ({
  [name]: [
    { id: 1, url: 'https://weak.example/1', title: 'Bad', severity, vulnerable_versions: '*' },
  ],
});

/** A registry that knows these weaknesses, of the packages that it is asked about, and no packages. */
const knowing =
  (weaknesses: object): RequestListener =>
  async (request, response) => {
    const asked = await buffer(request);
    if (request.method !== 'POST') {
      response.statusCode = 404;
      response.end('{}');
      return;
    }
    const names = JSON.parse(gunzipSync(asked).toString()) as object;
    const known = Object.entries(weaknesses).filter(([name]) => Object.hasOwn(names, name));
    response.end(JSON.stringify(Object.fromEntries(known)));
  };
const silent: RequestListener = (request, response) => {
  request.resume();
  response.statusCode = 405;
  response.end('{}');
};

test('a high weakness of what runs in production fails with its name and its page', async () => {
  const { status, error } = await audit(knowing(weakness('fastify', 'high')));
  expect(status).toBe(1);
  expect(error).toContain('fastify: high: Bad https://weak.example/1\n');
  expect(error).toMatch(/\d+ known to be high or critical: update them/);
});

test('a moderate one, and any of a package for development, does not', async () => {
  const both = { ...weakness('tar-stream', 'moderate'), ...weakness('vitest', 'critical') };
  expect(await audit(knowing(both))).toMatchObject({
    status: 0,
    out: 'No known weakness is high or critical (1 lesser ones)\n',
  });
  const listed = await audit(knowing(both), '--json');
  expect(listed.status).toBe(0);
  expect(JSON.parse(listed.out)).toMatchObject({ 'tar-stream': { severity: 'moderate' } });
});

test('a registry that cannot be asked is not taken for good news', async () => {
  const unasked = 'The package registry could not be asked';
  const { status, out, error } = await audit(silent);
  expect([status, out]).toEqual([1, '']);
  expect(error).toContain(unasked);
  const tolerant = await audit(silent, '--if-possible');
  expect([tolerant.status, tolerant.out]).toEqual([0, '']);
  expect(tolerant.error).toContain(unasked);
  const forPrograms = await audit(silent, '--if-possible', '--json');
  expect([forPrograms.status, JSON.parse(forPrograms.out)]).toEqual([0, null]);
});
