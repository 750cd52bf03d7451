import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail } from '../support/auth-client.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';
import { type ProxyRequest, send, visitorIp } from './support/https.ts';
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

  test('metrics are not for the internet', async () => {
    expect((await https('/metrics')).status).toBe(403);
  });
});
