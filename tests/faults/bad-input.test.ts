import { readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, newEmail, signIn, signUp } from '../support/auth-client.ts';
import { type SiteProcess, startSiteProcess } from '../support/site-process.ts';
import { siteWithAdmin } from '../support/site-with-admin.ts';
import { type Calls, marker, type WrongRequest, wrongRequests } from '../support/wrong-requests.ts';

const total = 10_000;
const seed = 20_261_124;
const pages = [
  '/',
  '/about',
  '/shop',
  '/shop/mind-body-12',
  '/blog',
  '/blog/5-afvalfouten',
  '/contact',
  '/faq',
  '/auth',
  '/account',
  '/admin',
  '/admin-setup',
  '/guide',
  '/nowhere',
  '/%zz',
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/.well-known/security.txt',
  '/notify/confirm',
  '/notify/unsubscribe',
  '/thank-you',
];

let site: SiteProcess;
let dataDirectory: string;
let requests: readonly fc.Arbitrary<WrongRequest>[];
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

beforeAll(async () => {
  const made = await siteWithAdmin();
  dataDirectory = made.dataDirectory;
  site = await startSiteProcess(dataDirectory, { LOG_LEVEL: 'info' });
  await site.ready;
  const admin = (await signIn(site, made.adminEmail)).body.access_token as string;
  const member = (await signUp(site, newEmail())).body.access_token as string;
  const calls = (await call(site, 'GET', '/openapi.json')).body as Calls;
  requests = wrongRequests(calls, pages, [member, admin]);
});
afterAll(async () => {
  agent.destroy();
  site.child.kill('SIGTERM');
  await site.ended;
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Sends one request; `undefined` when the connection was closed without a response. */
function send({ method, url, headers, body }: WrongRequest) {
  return new Promise<{ status: number; body: string; retryAfter: string } | undefined>(
    (resolve) => {
      const sending = request(site.url + url, {
        method,
        headers,
        agent,
        setHost: !('host' in headers),
      });
      sending.setTimeout(20_000, () => sending.destroy());
      sending.on('error', () => resolve(undefined));
      sending.on('response', async (response) => {
        const read = await text(response).catch(() => '');
        const retryAfter = String(response.headers['retry-after'] ?? '');
        resolve({ status: response.statusCode ?? 0, body: read, retryAfter });
      });
      sending.end(body);
    },
  );
}

const memoryMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.child.pid}/status`, 'utf8'))?.[1] ?? 0) /
  1024;

const leaks = /node_modules|\bat \S+ \(|\.(?:ts|js|mjs):\d+:\d+|SQLITE_|SqliteError/;

test('ten thousand wrong requests over every call and header cause no failure, leak or growth', async () => {
  const share = Math.ceil(total / requests.length);
  const all = requests.flatMap((each, index) =>
    fc.sample(each, { seed: seed + index, numRuns: share }),
  );
  expect(all.length).toBeGreaterThanOrEqual(total);
  const failures: unknown[] = [];
  let settledMb = 0;
  let responses = 0;
  const batch = 200;
  for (let at = 0; at < all.length; at += batch) {
    const sent = all.slice(at, at + batch);
    const received = await Promise.all(sent.map(send));
    for (const [index, response] of received.entries()) {
      if (!response) continue;
      responses += 1;
      const { status, body, retryAfter } = response;
      const isBusy = status === 503 && retryAfter !== '';
      if ((status >= 500 && !isBusy) || leaks.test(body))
        failures.push({ request: sent[index], status, body: body.slice(0, 300) });
    }
    if (settledMb === 0 && at > all.length / 3) settledMb = memoryMb();
  }
  expect(failures).toEqual([]);
  expect(responses).toBeGreaterThan(total * 0.9);
  expect(memoryMb() - settledMb).toBeLessThan(150);
  const lines = (site.said.out + site.said.err).split('\n');
  expect(lines.filter((line) => line.includes(marker))).toEqual([]);
  expect(lines.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
  expect((await call(site, 'GET', '/readyz')).status).toBe(200);
}, 180_000);

test('bytes that are no request get a 4xx or a closed connection', async () => {
  const lines = [
    'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: [::\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
    'GET  HTTP/1.1\r\nHost: localhost\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: localhost\r\nx\u0000y: 1\r\n\r\n',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000',
    '\r\n\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  const { port } = new URL(site.url);
  for (const line of lines) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(line, 'latin1');
    const received = await text(socket).catch(() => '');
    const [, status = 'closed'] = /^HTTP\/1\.1 (\d{3})/.exec(received) ?? [];
    expect([line.slice(0, 60), status]).toEqual([
      line.slice(0, 60),
      expect.stringMatching(/^(closed|[234]\d\d)$/),
    ]);
    expect(received).not.toMatch(leaks);
  }
  expect((await call(site, 'GET', '/healthz')).status).toBe(200);
});
