import { promisify } from 'node:util';
import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { goodPassword, newEmail } from '../support/auth-client.ts';
import { freePort } from '../support/free-port.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';
import { holdOpen, type ProxyRequest, send, visitorIp } from './support/https.ts';
import { type RunningProxy, startProxy } from './support/proxies.ts';
import { findTool, warnUntested } from './support/tools.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    site: await openSiteFiles(),
    env: {
      PUBLIC_URL: 'https://coach.example',
      TRUST_PROXY: '127.0.0.1',
      AUTH_IP_RATE_LIMITS: 'on',
    },
  });
});
afterAll(() => server.stop());

const limitBytes = 25 * 1024 * 1024;
const publicPath = '/storage/v1/object/public/ebook/free-guide.pdf';

/** A PDF of exactly the size that the site accepts at most. */
function largestPdf(): Uint8Array<ArrayBuffer> {
  const margin = 2000;
  const known = makePdf({ sizeBytes: limitBytes - margin }).length;
  // The offsets of the file may grow by a digit, never by more.
  const pdf = makePdf({ sizeBytes: limitBytes - margin + (limitBytes - known) });
  expect(pdf).toHaveLength(limitBytes);
  return pdf;
}

function uploadOf(bytes: Uint8Array): Pick<ProxyRequest, 'body' | 'headers' | 'method'> {
  const head = `--frame\r\ncontent-disposition: form-data; name="file"; filename="gids.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--frame--\r\n')]);
  return {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=frame',
      'content-length': String(body.length),
    },
    body,
  };
}

describe.each(['caddy', 'nginx'] as const)('behind %s with the file of docs/deploy', (kind) => {
  const program = findTool(kind);
  if (!program) {
    warnUntested(`the file for ${kind} in docs/deploy`, `the program ${kind}`);
    test.skip(`${kind} is not installed on this machine: its file is not tested`, () => undefined);
    return;
  }
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await startProxy(kind, program, server.config.port);
  });
  afterAll(() => proxy?.stop());

  const openInSite = () => promisify(server.app.server.getConnections.bind(server.app.server))();

  const https = (path: string, request: Partial<ProxyRequest> = {}) =>
    send(path, { port: proxy.httpsPort, ...request });

  test('plain http leads to https', async () => {
    const { status, headers } = await send('/about?x=1', {
      port: proxy.httpPort,
      protocol: 'http',
    });
    expect([301, 308]).toContain(status);
    expect(headers.location?.replace(/:\d+/, '')).toBe('https://coach.example/about?x=1');
  });

  test('www leads to the one host, and a page comes compressed with its headers', async () => {
    const www = await https('/about', { host: 'www.coach.example' });
    expect([www.status, www.headers.location]).toEqual([308, 'https://coach.example/about']);
    const page = await https('/about', { headers: { 'accept-encoding': 'br' } });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-encoding': 'br',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  test('a host that a visitor claims changes nothing', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    expect((await https('/about', { headers })).status).toBe(200);
  });

  test('the site sees the IP of the visitor, not of the proxy, and not the one claimed', async () => {
    const email = newEmail();
    const rejected = await https('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.66',
        'user-agent': `probe of ${kind}`,
      },
      body: JSON.stringify({ email, password: goodPassword }),
    });
    expect(rejected.status).toBe(400);
    const ips = async () => {
      const events = await server.ports.securityLog.list({ actionType: 'auth_failure', limit: 50 });
      return events.filter(({ userAgent }) => userAgent === `probe of ${kind}`).map(({ ip }) => ip);
    };
    await expect.poll(ips).toEqual([visitorIp]);
  });

  test('a session is kept in cookies of this host alone', async () => {
    const { status, headers, body } = await https('/auth/v1/signup', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-session-transport': 'cookie',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ email: newEmail(), password: goodPassword }),
    });
    expect(status, body.toString()).toBe(200);
    const cookies = headers['set-cookie'] ?? [];
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      '__Host-cs-access',
      '__Host-cs-refresh',
    ]);
    const own = { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
    expect((await https('/auth/v1/user', { headers: own })).status).toBe(200);
  });

  test('an e-book of 25 MB is uploaded, and served whole and in ranges', async () => {
    const pdf = largestPdf();
    const { headers, ...upload } = uploadOf(pdf);
    const sent = await https('/api/admin/ebook', {
      ...upload,
      headers: { ...headers, ...(await asAdmin(server)) },
    });
    expect(sent.status, sent.body.toString()).toBe(201);
    const whole = await https(publicPath);
    expect([whole.status, hashOf(whole.body)]).toEqual([200, hashOf(pdf)]);
    const part = await https(publicPath, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${limitBytes}`);
    expect(part.body).toEqual(Buffer.from(pdf.subarray(100, 200)));
  });

  test.each([
    ['a message', 'POST /api/contact', ['content-type: application/json'], 'announced'],
    [
      'a form in chunks',
      'POST /contact',
      ['content-type: application/x-www-form-urlencoded'],
      'chunked',
    ],
    [
      'an upload',
      'POST /api/admin/ebook',
      ['content-type: multipart/form-data; boundary=x'],
      'announced',
    ],
    ['an upload in chunks', 'POST /storage/v1/object/ebook/x.pdf', [], 'chunked'],
    ['what no path takes', 'PUT /nowhere', [], 'announced'],
  ] as const)(
    'a stranger who does not end %s takes the site from nobody',
    async (_, start, lines, framing) => {
      const body =
        framing === 'chunked'
          ? 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'
          : 'content-length: 60000\r\n\r\n{';
      const head = [`${start} HTTP/1.1`, 'host: coach.example', ...lines].join('\r\n');
      const stranger = await holdOpen(proxy.httpsPort, 1050, `${head}\r\n${body}`);
      onTestFinished(stranger.end);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          Promise.all([
            https('/about'),
            https('/healthz'),
            https('/api/contact', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: '{}',
            }),
          ]),
        ),
      );
      for (const answer of answers)
        expect(answer.map(({ status }) => status)).toEqual([200, 200, 422]);
      // nginx itself rejects above sixty. Caddy answers none before its body has come, and keeps it from the site.
      if (kind === 'nginx') expect(stranger.unanswered()).toBeLessThanOrEqual(60);
      // Twenty that wait, and the connections that the proxy keeps for the next requests.
      await expect.poll(openInSite).toBeLessThanOrEqual(20 + 64);
    },
  );

  test.runIf(kind === 'nginx')('nginx counts IPv6 clients by their /64', async () => {
    const clients = Array.from({ length: 100 }, (_, at) => `2001:db8:1:2:${at + 10}::1`);
    const held = await Promise.all(
      clients.map((client) =>
        holdOpen(
          proxy.httpsPort,
          1,
          `POST /api/contact HTTP/1.1\r\nhost: coach.example\r\nx-test-client: ${client}\r\ncontent-length: 60000\r\n\r\n{`,
        ),
      ),
    );
    onTestFinished(() => {
      for (const { end } of held) end();
    });
    const unanswered = () => held.filter((one) => one.unanswered() > 0).length;
    await expect.poll(unanswered).toBe(60);
    const headers = { 'x-test-client': '2001:db8:1:3::1' };
    expect((await https('/about', { headers })).status).toBe(200);
  });

  test.runIf(kind === 'nginx')('nginx bounds the networks of one /48 together', async () => {
    const clients = Array.from({ length: 300 }, (_, at) => `2001:db8:5:${at % 30}::${at + 1}`);
    const held = await Promise.all(
      clients.map((client) =>
        holdOpen(
          proxy.httpsPort,
          1,
          `POST /api/contact HTTP/1.1\r\nhost: coach.example\r\nx-test-client: ${client}\r\ncontent-length: 60000\r\n\r\n{`,
        ),
      ),
    );
    onTestFinished(() => {
      for (const { end } of held) end();
    });
    await expect.poll(() => held.filter((one) => one.unanswered() > 0).length).toBe(240);
    for (const client of ['2001:db8:6::1', '192.0.2.1'])
      expect((await https('/about', { headers: { 'x-test-client': client } })).status).toBe(200);
  });

  test('the page of a client that takes no gzip has its own ETag and its length', async () => {
    const [plain, packed] = await Promise.all([
      https('/about'),
      https('/about', { headers: { 'accept-encoding': 'gzip' } }),
    ]);
    expect([plain?.headers['content-encoding'], packed?.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ]);
    expect(plain?.headers['content-length']).toBe(String(plain?.body.length));
    expect(plain?.headers.etag).toBeDefined();
    expect(plain?.headers.etag).not.toBe(packed?.headers.etag);
  });

  test('no log holds the tokens of links, also where the site is away', async () => {
    const secrets = ['tok-one', 'tok-two', 'tok-three', 'tok-four'];
    const paths = ['/auth/confirm', '/auth/v1/verify', '/notify/unsubscribe', '/admin-setup'];
    const away = await startProxy(kind, program, await freePort());
    const ask = async ({ httpsPort, httpPort }: RunningProxy) => {
      for (const [at, path] of paths.entries()) {
        const url = `${path}?token=${secrets[at]}&code=${secrets[at]}`;
        const headers = { referer: `https://coach.example${url}`, cookie: `a=${secrets[at]}` };
        await send(url, { port: httpsPort, headers });
        await send(url, { port: httpPort, protocol: 'http', headers });
      }
    };
    await ask(proxy);
    await ask(away);
    const big = 'x'.repeat(31_000_000);
    await send(`/api/contact?token=${secrets[0]}`, {
      port: proxy.httpsPort,
      method: 'POST',
      headers: { 'content-length': String(big.length) },
      body: big,
    }).catch(() => undefined);
    const ofAway = away.logged();
    const logged = proxy.logged() + ofAway;
    await away.stop();
    for (const secret of secrets) expect(logged).not.toContain(secret);
    // Both have logged what was asked for: nginx every request, Caddy those that failed.
    expect(ofAway).toContain('/auth/confirm');
  });

  test.runIf(kind === 'nginx')(
    'a body that is too large for nginx gets an answer of the site',
    async () => {
      const body = 'x'.repeat(200_000);
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
      const sent = await https('/api/contact', { method: 'POST', headers, body });
      expect([sent.status, sent.headers['content-type']]).toEqual([413, 'application/json']);
      expect(JSON.parse(sent.body.toString())).toMatchObject({ code: 'body_too_large' });
    },
  );

  test('metrics are not for the internet', async () => {
    expect((await https('/metrics')).status).toBe(403);
  });
});
