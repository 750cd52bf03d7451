import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asker, battery, siteBehindProxy } from './support/battery.ts';
import { caddy, nginx } from './support/deploy-files.ts';
import { holdOpen } from './support/https.ts';
import { type RunningProxy, startProxy } from './support/proxies.ts';
import { warnUntested } from './support/tools.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ site: await openSiteFiles(), env: siteBehindProxy });
});
afterAll(() => server.stop());

// The other proxies are in tests/field/proxies.
describe.each([caddy, nginx])('behind $name with the file of docs/deploy', (kind) => {
  const { name, program } = kind;
  if (!program) {
    warnUntested(`the file for ${name} in docs/deploy`, `the program ${name}`);
    test.skip(`${name} is not installed on this machine: its file is not tested`, () => undefined);
    return;
  }
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await startProxy(kind, server.config.port);
  });
  afterAll(() => proxy?.stop());

  test.each(Object.entries(battery))('%s', (_, run) => run({ kind, proxy, server }));

  test.runIf(kind === nginx).each([
    [
      'counts IPv6 clients by their /64',
      (at: number) => `2001:db8:1:2:${at + 10}::1`,
      60,
      ['2001:db8:1:3::1'],
    ],
    [
      'bounds the networks of one /48 together',
      (at: number) => `2001:db8:5:${at % 30}::${at + 1}`,
      240,
      ['2001:db8:6::1', '192.0.2.1'],
    ],
  ] as const)('nginx %s', async (_, clientOf, limit, others) => {
    const held = await Promise.all(
      Array.from({ length: limit + 60 }, (_none, at) =>
        holdOpen(
          proxy.httpsPort,
          1,
          `POST /api/contact HTTP/1.1\r\nhost: coach.example\r\nx-test-client: ${clientOf(at)}\r\ncontent-length: 60000\r\n\r\n{`,
        ),
      ),
    );
    onTestFinished(() => {
      for (const { end } of held) end();
    });
    await expect.poll(() => held.filter((one) => one.unanswered() > 0).length).toBe(limit);
    const https = asker({ proxy });
    for (const client of others)
      expect((await https('/about', { headers: { 'x-test-client': client } })).status).toBe(200);
  });
});
