import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { goodPassword, newEmail } from '../../support/auth-client.ts';
import { freePort } from '../../support/free-port.ts';
import { hashOf, makePdf } from '../../support/pdf.ts';
import type { TestServer } from '../../support/server.ts';
import { asAdmin, asMember } from '../../support/signed-in.ts';
import {
  holdOpen,
  type ProxyRequest,
  type ProxyResponse,
  send,
  sendHttp2,
  visitorIp,
} from './https.ts';
import { type ProxyKind, type RunningProxy, startProxy } from './proxies.ts';

/** The site, and a proxy that runs before it. */
export interface Through {
  readonly kind: ProxyKind;
  readonly proxy: RunningProxy;
  readonly server: TestServer;
}

/** What the site needs from a proxy, each as a test that rejects where it fails. */
type Battery = Readonly<Record<string, (through: Through) => Promise<void>>>;

/** Sends a request to the https port of the proxy. */
export const asker =
  ({ proxy }: Pick<Through, 'proxy'>) =>
  (path: string, request: Partial<ProxyRequest> = {}): Promise<ProxyResponse> =>
    send(path, { port: proxy.httpsPort, ...request });

/** The environment of the site in these tests. */
export const siteBehindProxy = {
  PUBLIC_URL: 'https://coach.example',
  TRUST_PROXY: '127.0.0.1',
  AUTH_IP_RATE_LIMITS: 'on',
} as const;

const limitBytes = 25 * 1024 * 1024;
const publicPath = '/storage/v1/object/public/ebook/free-guide.pdf';
const json = { 'content-type': 'application/json' };

/** A PDF of exactly the size that the site accepts at most. */
function largestPdf(): Uint8Array<ArrayBuffer> {
  const margin = 2000;
  const known = makePdf({ sizeBytes: limitBytes - margin }).length;
  // The offsets of the file may grow by a digit, never by more.
  const pdf = makePdf({ sizeBytes: limitBytes - margin + (limitBytes - known) });
  expect(pdf).toHaveLength(limitBytes);
  return pdf;
}

function uploadOf(bytes: Uint8Array, type = 'application/pdf') {
  const head = `--frame\r\ncontent-disposition: form-data; name="file"; filename="gids.pdf"\r\ncontent-type: ${type}\r\n\r\n`;
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

const pages: Battery = {
  'plain http leads to https': async ({ proxy }) => {
    const { status, headers } = await send('/about?x=1', {
      port: proxy.httpPort,
      protocol: 'http',
    });
    expect([301, 302, 307, 308]).toContain(status);
    expect(headers.location?.replace(/:\d+/, '')).toBe('https://coach.example/about?x=1');
  },

  'www leads to the one host, and so does a slash at the end': async (through) => {
    const https = asker(through);
    const www = await https('/about', { host: 'www.coach.example' });
    expect([www.status, www.headers.location]).toEqual([308, 'https://coach.example/about']);
    const slash = await https('/about/?x=1');
    expect([slash.status, slash.headers.location]).toEqual([
      308,
      'https://coach.example/about?x=1',
    ]);
  },

  'a page comes compressed with its headers': async (through) => {
    const page = await asker(through)('/about', { headers: { 'accept-encoding': 'br' } });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-encoding': 'br',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  },

  'a page comes in the language of the visitor': async (through) => {
    const https = asker(through);
    const got = [];
    for (const language of ['en', 'nl', undefined, 'en']) {
      const headers = language === undefined ? {} : { cookie: `language=${language}` };
      const { body } = await https('/about', { headers });
      got.push(/<html lang="(\w+)"/.exec(body.toString())?.[1]);
    }
    expect(got).toEqual(['en', 'nl', 'nl', 'en']);
  },

  'each coding of a page has its own ETag and its length, and is confirmed with 304': async (
    through,
  ) => {
    const https = asker(through);
    const etags = new Set<string>();
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding };
      const page = await https('/about', { headers });
      const { etag = '' } = page.headers;
      expect(page.headers['content-encoding'] ?? 'identity').toBe(coding);
      expect(etag).toMatch(/^"/);
      if (page.headers['content-length'] !== undefined || coding === 'identity')
        expect(page.headers['content-length']).toBe(String(page.body.length));
      const again = await https('/about', { headers: { ...headers, 'if-none-match': etag } });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      etags.add(etag);
    }
    expect(etags.size).toBe(3);
  },

  'HEAD says what GET does': async (through) => {
    const https = asker(through);
    for (const coding of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': coding };
      const got = await https('/about', { headers });
      const head = await https('/about', { method: 'HEAD', headers });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const name of ['etag', 'content-type', 'content-encoding'])
        expect(head.headers[name]).toBe(got.headers[name]);
      const length = head.headers['content-length'];
      if (length !== undefined) expect(length).toBe(String(got.body.length));
    }
  },

  'a URL of 7000 characters': async (through) => {
    expect((await asker(through)(`/about?x=${'a'.repeat(6991)}`)).status).toBe(200);
  },

  'HTTP/2': async ({ proxy }) => {
    expect(await sendHttp2('/about', proxy.httpsPort)).toBe(200);
  },
};

const visitors: Battery = {
  'a host and a protocol that a visitor claims change nothing': async (through) => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { status, body } = await asker(through)('/about', { headers });
    expect(status).toBe(200);
    expect(body.toString()).not.toContain('evil.example');
  },

  'the site sees the IP of the visitor, not of the proxy, and not the one claimed': async (
    through,
  ) => {
    const userAgent = `probe of ${through.kind.name}`;
    const rejected = await asker(through)('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': '203.0.113.66', 'user-agent': userAgent },
      body: JSON.stringify({ email: newEmail(), password: goodPassword }),
    });
    expect(rejected.status).toBe(400);
    const { securityLog } = through.server.ports;
    const ips = async () => {
      const events = await securityLog.list({ actionType: 'auth_failure', limit: 50 });
      return events.filter((event) => event.userAgent === userAgent).map(({ ip }) => ip);
    };
    await expect.poll(ips).toEqual([visitorIp]);
  },

  'a call with a token': async (through) => {
    const headers = await asMember(through.server);
    const { status, body } = await asker(through)('/auth/v1/user', { headers });
    expect(status, body.toString()).toBe(200);
  },

  'a session is kept in cookies of this host alone': async (through) => {
    const https = asker(through);
    const { status, headers, body } = await https('/auth/v1/signup', {
      method: 'POST',
      headers: { ...json, 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin' },
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
  },

  'metrics are not for the internet': async (through) => {
    expect((await asker(through)('/metrics')).status).toBe(403);
  },
};

const bodies: Battery = {
  'an e-book of 25 MB is uploaded, and served whole and in ranges': async (through) => {
    const https = asker(through);
    const pdf = largestPdf();
    const { headers, ...upload } = uploadOf(pdf);
    const admin = await asAdmin(through.server);
    const sent = await https('/api/admin/ebook', { ...upload, headers: { ...headers, ...admin } });
    expect(sent.status, sent.body.toString()).toBe(201);
    const whole = await https(publicPath);
    expect([whole.status, hashOf(whole.body)]).toEqual([200, hashOf(pdf)]);
    const part = await https(publicPath, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${limitBytes}`);
    expect(part.body).toEqual(Buffer.from(pdf.subarray(100, 200)));
  },

  'an upload of 26 MB gets the 413 of the site': async (through) => {
    const { headers, ...upload } = uploadOf(new Uint8Array(limitBytes + 1024 * 1024));
    const admin = await asAdmin(through.server);
    const sent = await asker(through)('/api/admin/ebook', {
      ...upload,
      headers: { ...headers, ...admin },
    });
    expect(sent.status, sent.body.toString()).toBe(413);
    expect(sent.headers['content-type']).toMatch(/^application\/json/);
  },

  'an upload that is no PDF gets the 415 of the site': async (through) => {
    const { headers, ...upload } = uploadOf(new Uint8Array(1024 * 1024), 'image/png');
    const admin = await asAdmin(through.server);
    const sent = await asker(through)('/api/admin/ebook', {
      ...upload,
      headers: { ...headers, ...admin },
    });
    expect([sent.status, sent.headers['content-type']]).toEqual([
      415,
      expect.stringMatching(/^application\/json/),
    ]);
  },

  'a message of 200 KB gets the 413 of the site': async (through) => {
    const body = 'x'.repeat(200_000);
    const headers = { ...json, 'content-length': String(body.length) };
    const sent = await asker(through)('/api/contact', { method: 'POST', headers, body });
    expect(sent.status).toBe(413);
    expect(JSON.parse(sent.body.toString())).toMatchObject({ code: 'body_too_large' });
  },
};

/** Requests whose body does not end: what they are, their first lines, and how their length is said. */
const unfinished = [
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
] as const;

const strangers: Battery = Object.fromEntries(
  unfinished.map(([what, start, lines, framing]) => [
    `a stranger who does not end ${what} takes the site from nobody`,
    async (through: Through) => {
      const { kind, proxy, server } = through;
      const https = asker(through);
      const body =
        framing === 'chunked'
          ? 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'
          : 'content-length: 60000\r\n\r\n{';
      const head = [`${start} HTTP/1.1`, 'host: coach.example', ...lines].join('\r\n');
      const stranger = await holdOpen(proxy.httpsPort, 1050, `${head}\r\n${body}`);
      try {
        const contact = { method: 'POST', headers: json, body: '{}' };
        const answers = await Promise.all(
          Array.from({ length: 10 }, () =>
            Promise.all([https('/about'), https('/healthz'), https('/api/contact', contact)]),
          ),
        );
        for (const answer of answers)
          expect(answer.map(({ status }) => status)).toEqual([200, 200, 422]);
        if (kind.clientLimit !== undefined)
          expect(stranger.unanswered()).toBeLessThanOrEqual(kind.clientLimit);
        // Twenty that wait, and the connections that the proxy keeps for the next requests.
        const openInSite = promisify(server.app.server.getConnections.bind(server.app.server));
        await expect.poll(() => openInSite()).toBeLessThanOrEqual(20 + 64);
      } finally {
        stranger.end();
      }
    },
  ]),
);

const logs: Battery = {
  'no log holds the tokens of links, also where the site is away': async ({ kind, proxy }) => {
    const secrets = ['tok-one', 'tok-two', 'tok-three', 'tok-four'];
    const paths = ['/auth/confirm', '/auth/v1/verify', '/notify/unsubscribe', '/admin-setup'];
    const away = await startProxy(kind, await freePort());
    onTestFinished(() => away.stop());
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
    // Each has logged what was asked for: Caddy those that failed, the others every request.
    await expect.poll(away.logged).toContain('/admin-setup');
    const logged = proxy.logged() + away.logged();
    for (const secret of secrets) expect(logged).not.toContain(secret);
  },
};

export const battery: Battery = { ...pages, ...visitors, ...bodies, ...strangers, ...logs };
