import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Ask, proxyGaps } from '@coachsite/server/ask-itself';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { roundRobin } from '../support/round-robin.ts';
import { sharedServer } from '../support/shared-server.ts';

const env = { PUBLIC_URL: 'https://coach.example', TRUST_PROXY: '127.0.0.1' };
const server = await sharedServer({ env });
const untrusted = await sharedServer({ env: { ...env, TRUST_PROXY: '127.0.0.9' } });
const other = await sharedServer({ env });

/** Asks what listens at a URL as visitors of PUBLIC_URL do, whose TLS ends there. */
const asking =
  (url: string): Ask =>
  (path, headers = {}) =>
    new Promise((resolve, reject) => {
      request(url + path, { headers: { host: 'coach.example', ...headers } })
        .on('response', (response) => {
          const given = Object.entries(response.headers).map(([name, value]) => [name, `${value}`]);
          const { statusCode: status = 0 } = response;
          resolve({
            status,
            headers: new Headers(given as [string, string][]),
            text: () => text(response),
          });
        })
        .on('error', reject)
        .end();
    });

type Passes = NonNullable<Parameters<typeof roundRobin>[0]>['passes'];
const right: Passes = (headers) => ({ ...headers, 'x-forwarded-proto': ['https'] });

/** What is found behind a proxy that passes the headers of requests on in this way. */
async function found(passes: Passes, { before = server } = {}) {
  const proxy = await roundRobin({ passes });
  onTestFinished(() => proxy.stop());
  proxy.use([Number(new URL(before.url).port)]);
  return proxyGaps(server.config, server.ports.signer, asking(proxy.url));
}

test('a proxy that passes everything on is fine', async () => {
  expect(await found(right)).toEqual([]);
});

test.each([
  [
    'the host',
    (headers) => ({ ...headers, host: ['127.0.0.1:3000'] }),
    /^the host .*ProxyPreserveHost On/,
  ],
  [
    'its protocol',
    ({ 'x-forwarded-proto': _, ...headers }) => headers,
    /^X-Forwarded-Proto: https does not/,
  ],
  [
    'the Authorization header',
    ({ authorization: _, ...headers }) => headers,
    /^takes the Authorization .*login=PASSTHRU/,
  ],
] satisfies [string, Passes, RegExp][])(
  'one that keeps %s to itself is named, with what to set',
  async (_, takes, what) => {
    const gaps = await found((headers) => takes({ ...headers, 'x-forwarded-proto': ['https'] }));
    expect(gaps).toEqual([{ where: 'the proxy', what: expect.stringMatching(what) }]);
  },
);

test('one that leads elsewhere is named with where', async () => {
  const ask: Ask = async () =>
    new Response('', { status: 301, headers: { location: 'https://www.coach.example/about' } });
  expect(await proxyGaps(server.config, server.ports.signer, ask)).toEqual([
    { where: 'PUBLIC_URL', what: 'redirects to https://www.coach.example' },
  ]);
});

test('one that hides why the site redirects is suspected of both', async () => {
  const ask: Ask = async (path) => {
    const location = `https://coach.example${path.replace(/\/$/, '')}`;
    return new Response('', { status: 308, headers: { location } });
  };
  expect(await proxyGaps(server.config, server.ports.signer, ask)).toMatchObject([
    { what: expect.stringMatching(/^the host/) },
    { what: expect.stringMatching(/^X-Forwarded-Proto/) },
  ]);
});

test.each([
  [Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'DNS does not know its name'],
  [new DOMException('aborted', 'TimeoutError'), 'no response within 10 seconds'],
  [
    new TypeError('fetch failed', { cause: { code: 'CERT_HAS_EXPIRED' } }),
    'its certificate has expired',
  ],
  [new TypeError('fetch failed', { cause: new Error('odd') }), 'odd'],
])('where asking fails with %o, it says so in words', async (error, reason) => {
  const gaps = await proxyGaps(server.config, server.ports.signer, () => Promise.reject(error));
  expect(gaps).toMatchObject([{ what: expect.stringContaining(`(${reason})`), isNeeded: false }]);
});

test('one that protects the site by a password of its own is no mistake', async () => {
  const ask: Ask = async () => new Response('', { status: 401 });
  expect(await proxyGaps(server.config, server.ports.signer, ask)).toMatchObject([
    { what: expect.stringContaining('responds with 401'), isNeeded: false },
  ]);
});

test('of one that keeps host and protocol to itself both are named', async () => {
  const gaps = await found((headers) => ({ ...headers, host: ['backend.internal'] }));
  expect(gaps).toMatchObject([
    { what: expect.stringMatching(/^the host/) },
    { what: expect.stringMatching(/^X-Forwarded-Proto/) },
  ]);
});

test('a proxy that TRUST_PROXY does not name is distinguished from one that sends no protocol', async () => {
  expect(await found(right, { before: untrusted })).toMatchObject([{ where: 'TRUST_PROXY' }]);
  expect(await found(undefined, { before: untrusted })).toMatchObject([{ where: 'the proxy' }]);
});

test('another site at the URL is recognized, and gets nothing that is secret', async () => {
  const sent: string[] = [];
  const gaps = await found(
    (headers) => {
      sent.push(...Object.keys(headers));
      return { ...headers, 'x-forwarded-proto': ['https'] };
    },
    { before: other },
  );
  expect(gaps).toMatchObject([
    { where: 'PUBLIC_URL', what: expect.stringMatching(/another site/) },
  ]);
  expect(sent).not.toContain('authorization');
});

test('a redirect says why, and nothing of what a proxy sent', async () => {
  const ask = asking(server.url);
  const of = async (headers: Record<string, string>, path = '/about') => {
    const response = await ask(path, headers);
    return [response.status, response.headers.get('x-redirect-reason')];
  };
  expect(await of({ host: 'secret.internal' })).toEqual([308, 'host, protocol']);
  expect(await of({ 'x-forwarded-proto': 'https', host: 'www.coach.example' })).toEqual([
    308,
    'host',
  ]);
  expect(await of({ 'x-forwarded-proto': 'https' }, '/about/')).toEqual([308, null]);
});

test('the command says that it could not ask, and that keeps no site from going live', async () => {
  const { ended, PUBLIC_URL } = await preflightAt(await freePort());
  const { missing, helpful } = JSON.parse(ended.out);
  expect(missing).not.toContainEqual(expect.objectContaining({ where: 'PUBLIC_URL' }));
  expect(helpful).toContainEqual({
    where: 'PUBLIC_URL',
    what: expect.stringMatching(/^cannot be reached from here \(nothing listens there\)/),
    isNeeded: false,
  });
  expect(PUBLIC_URL).toMatch(/^https/);
});

/** Runs the command for the site of these tests with another PUBLIC_URL. */
async function preflightAt(port: number) {
  const PUBLIC_URL = `https://localhost:${port}`;
  const { dataDirectory: DATA_DIR } = server;
  const ended = await runCommandLine(['preflight', '--json'], { ...env, DATA_DIR, PUBLIC_URL });
  return { ended, PUBLIC_URL };
}
