import { readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { need } from '../conformance/support/client.ts';
import { call, goodPassword, newEmail } from '../support/auth-client.ts';
import { humanToken, startCaptchaVerifier } from '../support/fake-services/captcha-verifier.ts';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import {
  type AuthnRequest,
  type Statement,
  startSamlProvider,
} from '../support/fake-services/saml-provider.ts';
import { freePort } from '../support/free-port.ts';
import { type SiteProcess, startSiteProcess } from '../support/site-process.ts';
import { siteWithAdmin } from '../support/site-with-admin.ts';
import {
  type Calls,
  type KnownValues,
  marker,
  type WrongRequest,
  wrongRequests,
} from '../support/wrong-requests.ts';

/** Requests over both configurations together. */
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
let bearers: readonly string[];
let calls: Calls;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Starts the site in a configuration, with a member and an admin who are signed in. */
async function open(env: Readonly<Record<string, string>>, captchaToken?: string) {
  const made = await siteWithAdmin();
  dataDirectory = made.dataDirectory;
  site = await startSiteProcess(dataDirectory, { LOG_LEVEL: 'info', ...env });
  await site.ready;
  const enter = async (path: string, email: string) => {
    const gotrue_meta_security = { captcha_token: `${captchaToken}-${email}` };
    const body = { email, password: goodPassword, gotrue_meta_security };
    return (await call(site, 'POST', `/auth/v1${path}`, { body })).body.access_token as string;
  };
  const admin = await enter('/token?grant_type=password', made.adminEmail);
  bearers = [await enter('/signup', newEmail()), admin];
  calls = (await call(site, 'GET', '/openapi.json')).body as Calls;
}
async function close() {
  site.child.kill('SIGTERM');
  await site.ended;
  rmSync(dataDirectory, { recursive: true, force: true });
}
afterAll(() => agent.destroy());

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

const grants = { grant_type: ['password', 'refresh_token', 'id_token', 'pkce'] };

/** Sends `count` requests, evenly spread, and expects no failure, no leak in a response or in the log, and no growth. */
async function expectRejections(requests: readonly fc.Arbitrary<WrongRequest>[], count: number) {
  const share = Math.ceil(count / requests.length);
  const all = requests.flatMap((each, index) =>
    fc.sample(each, { seed: seed + index, numRuns: share }),
  );
  expect(all.length).toBeGreaterThanOrEqual(count);
  const failures: unknown[] = [];
  const statuses = new Set<string>();
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
      statuses.add(`${sent[index]?.method} ${sent[index]?.url.split('?')[0]} ${status}`);
      const isBusy = status === 503 && retryAfter !== '';
      if ((status >= 500 && !isBusy) || leaks.test(body))
        failures.push({ request: sent[index], status, body: body.slice(0, 300) });
    }
    if (settledMb === 0 && at > all.length / 3) settledMb = memoryMb();
  }
  expect(failures).toEqual([]);
  expect(responses).toBeGreaterThan(count * 0.9);
  expect(memoryMb() - settledMb).toBeLessThan(150);
  const lines = (site.said.out + site.said.err).split('\n');
  expect(lines.filter((line) => line.includes(marker))).toEqual([]);
  expect(lines.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
  expect((await call(site, 'GET', '/readyz')).status).toBe(200);
  return statuses;
}

describe('with sign-in by other services and a captcha', () => {
  const services: (() => Promise<void>)[] = [];
  let known: KnownValues;
  beforeAll(async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const saml = await startSamlProvider();
    const openId = await startOpenIdProvider({ redirectUri: `${origin}/auth/v1/callback` });
    const captcha = await startCaptchaVerifier();
    services.push(saml.close, openId.close, captcha.close);
    await open(
      {
        PORT: String(port),
        PUBLIC_URL: origin,
        SSO_PROVIDERS: JSON.stringify([saml.setting('corp.example')]),
        OAUTH_PROVIDERS: JSON.stringify([openId.setting('partner')]),
        CAPTCHA: captcha.setting,
      },
      humanToken(),
    );
    const states: string[] = [];
    const asked: AuthnRequest[] = [];
    for (let i = 0; i < 20; i += 1) {
      const path = '/auth/v1/authorize?provider=partner';
      const { headers } = await call(site, 'GET', path);
      states.push(need(new URL(headers.get('location') ?? '').searchParams.get('state')));
      const gotrue_meta_security = { captcha_token: humanToken(`sso-${i}`) };
      const body = { domain: 'corp.example', skip_http_redirect: true, gotrue_meta_security };
      const sso = await call(site, 'POST', '/auth/v1/sso', { body });
      asked.push(saml.read(need(sso.body.url, `URL in ${JSON.stringify(sso.body)}`)));
    }
    const deep = `<a>${'<b xmlns:c="d">'.repeat(2000)}`;
    const wrong: readonly Statement[] = [
      { foreignKey: true },
      { signed: 'neither' },
      { lifetimeSeconds: -600 },
      { audience: 'https://evil.example' },
      { after: (xml) => xml.slice(0, -40) },
      { after: (xml) => xml.replaceAll('Assertion', 'Asertion') },
      { after: (xml) => `<!DOCTYPE a [<!ENTITY b "${marker}">]>${xml}` },
      { after: () => deep },
    ];
    const statements = await Promise.all(
      wrong.map((statement, index) => saml.respond(need(asked[index]), statement)),
    );
    const person = { sub: marker, email: `${marker}@example.com` };
    known = {
      ...grants,
      provider: ['partner', 'sso:x'],
      domain: ['corp.example'],
      state: states,
      RelayState: asked.map(({ relayState }) => relayState),
      SAMLResponse: statements.map((xml) => Buffer.from(xml).toString('base64')),
      id_token: [
        openId.idToken(person, {}, { foreignKey: true }),
        openId.idToken(person, { exp: 1 }),
        openId.idToken(person, { aud: 'another' }),
        openId.idToken(person, {}, { header: { alg: 'none' } }),
      ],
      captcha_token: Array.from({ length: 300 }, (_, i) => humanToken(String(i))),
      code_challenge: ['x'.repeat(43)],
      code_challenge_method: ['S256', 'plain'],
    };
  }, 60_000);
  afterAll(async () => {
    await close();
    await Promise.all(services.map((closeOne) => closeOne()));
  });

  test('five thousand wrong requests cause no failure, leak or growth', async () => {
    const paths = Object.entries(calls.paths).filter(([path]) => path.startsWith('/auth/v1'));
    const auth = { paths: Object.fromEntries(paths) };
    const requests = wrongRequests(auth, ['/auth', '/account'], bearers, known);
    const statuses = await expectRejections(requests, total / 2);
    // They lead past the first checks: to the provider, and to what a response of one says.
    expect(statuses).toContain('GET /auth/v1/authorize 302');
    expect(statuses).toContain('POST /auth/v1/sso/saml/acs 303');
  }, 180_000);
});

describe('as it comes', () => {
  beforeAll(() => open({}));
  afterAll(close);

  test('five thousand wrong requests over every call and header cause no failure, leak or growth', async () => {
    await expectRejections(wrongRequests(calls, pages, bearers, grants), total / 2);
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
});
