import { request } from 'node:http';
import { connect } from 'node:net';
import { locationLanguages } from '@coachsite/adapters/contract';
import { languageUrl } from '@coachsite/core/language';
import { expect, test } from 'vitest';
import program from '#server/package.json' with { type: 'json' };
import { readPage } from '../support/html.ts';
import { sharedSite } from '../support/shared-server.ts';

const { locations, server, get } = await sharedSite();

/** The response to bytes that no client library would send. */
function sendRaw(text: string): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(text));
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      response += part;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}

test('the sitemap lists both variants of each page that may be listed, and no other', async () => {
  const text = await (await get('/sitemap.xml')).text();
  const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  const expected = locations
    .filter(({ page }) => page.indexable)
    .flatMap((location) =>
      locationLanguages(location).map((one) => languageUrl(server.url + location.path, one)),
    );
  expect(listed).toEqual(expected);
  let compared = 0;
  for (const [, url, links = ''] of text.matchAll(
    /<loc>([^<]*)<\/loc>.*?<\/lastmod>(.*?)<\/url>/g,
  )) {
    const page = readPage(await (await get((url ?? '').slice(server.url.length))).text());
    const alternates = [...links.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, language, href]) => [language, href],
    );
    expect(Object.fromEntries(alternates)).toEqual(page.alternates);
    compared += 1;
  }
  expect(compared).toBe(expected.length);
  expect(text.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)).toHaveLength(expected.length);
});

test('robots may read everything and find the sitemap', async () => {
  const text = await (await get('/robots.txt')).text();
  expect(text).toContain('Allow: /');
  expect(text).not.toContain('Disallow');
  expect(text).toContain(`Sitemap: ${server.url}/sitemap.xml`);
});

test('the feed has the article, in the language its URL names', async () => {
  const dutch = await get('/feed.xml', { headers: { cookie: 'language=en' } });
  expect(dutch.headers.get('content-type')).toContain('application/atom+xml');
  const [nl, en] = [await dutch.text(), await (await get('/feed.xml?lang=en')).text()];
  for (const text of [nl, en]) {
    expect(text).toContain(`<id>${server.url}/blog/5-afvalfouten</id>`);
    expect(text).toContain('<published>2024-09-17T00:00:00Z</published>');
  }
  for (const [text, label] of [
    [nl, 'Afvallen'],
    [en, 'Losing weight'],
  ] as const) {
    expect(text).toContain(`term="weight-loss" label="${label}"`);
    // Some programs take the first link for that of the site, and hand no author of the feed down.
    expect(/<link [^>]*>/.exec(text)?.[0]).toContain('rel="alternate"');
    const entries = text.split('<entry>').slice(1);
    for (const entry of entries) expect(entry).toContain('<author><name>');
  }
  expect(nl).toContain('xml:lang="nl"');
  expect(en).toContain('xml:lang="en"');
});

test.each([
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/feed.xml?lang=en',
  '/site.webmanifest',
  '/.well-known/security.txt',
  '/openapi.json',
])('%s is compressed, and not sent again to a client that has it', async (path) => {
  const first = await get(path, { headers: { 'accept-encoding': 'br' } });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('vary')).toContain('Accept-Encoding');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);
  const headers = { 'accept-encoding': 'br', 'if-none-match': etag };
  expect((await get(path, { headers })).status).toBe(304);
  const plain = await get(path, { headers: { 'accept-encoding': 'identity' } });
  expect(await plain.text()).toBe(await first.text());
  expect(plain.headers.get('etag')).not.toBe(etag);
});

test('security.txt names a contact and a day that is still to come', async () => {
  const text = await (await get('/.well-known/security.txt')).text();
  expect(text).toMatch(/^Contact: mailto:/);
  expect(Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
});

test('icons and the manifest that names them are there', async () => {
  const manifest = (await (await get('/site.webmanifest')).json()) as { icons: { src: string }[] };
  const icons = [...manifest.icons.map(({ src }) => src), '/apple-touch-icon.png'];
  for (const icon of icons) expect((await get(icon)).status).toBe(200);
});

test('/favicon.ico is the icon of the site, cached like the others', async () => {
  const [response, other] = [await get('/favicon.ico'), await get('/apple-touch-icon.png')];
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/x-icon');
  expect(response.headers.get('cache-control')).toBe(other.headers.get('cache-control'));
  const file = Buffer.from(await response.arrayBuffer());
  // One image of 32 by 32 pixels, a PNG, which fills the rest of the file.
  expect([...file.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const [length, start] = [file.readUInt32LE(14), file.readUInt32LE(18)];
  expect(start + length).toBe(file.length);
  const image = file.subarray(start);
  expect(image.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([32, 32]);
  const etag = response.headers.get('etag') ?? '';
  const again = await get('/favicon.ico', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('the calls of the site are documented', async () => {
  const api = (await (await get('/openapi.json')).json()) as { paths: Record<string, object> };
  expect(Object.keys(api.paths)).toContain('/api/contact');
  expect(Object.keys(api.paths).filter((path) => path.includes('*'))).toEqual([]);
  expect(Object.keys(api.paths).some((path) => locations.some((page) => page.path === path))).toBe(
    false,
  );
});

test('health and readiness say nothing else', async () => {
  expect(await (await get('/healthz')).text()).toBe('ok\n');
  const ready = await get('/readyz');
  expect(ready.headers.get('content-type')).toContain('application/json');
  expect(await ready.json()).toEqual({ status: 'ready', version: program.version });
});

test('metrics are for this machine, not for clients behind a proxy', async () => {
  const here = await get('/metrics');
  expect(here.status).toBe(200);
  expect(await here.text()).toContain('process_cpu_seconds_total');
});

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-for', ''],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'coach.example'],
  ['x-real-ip', '203.0.113.9'],
  ['forwarded', 'for=203.0.113.9'],
  ['via', '1.1 proxy'],
])('metrics are not for a proxy on this machine that sends %s: %j', async (name, value) => {
  expect((await get('/metrics', { headers: { [name]: value } })).status).toBe(403);
});

test.each([
  ['/api/nope', { code: 'not_found' }],
  ['/auth/v1/nope', { code: 404, error_code: 'not_found' }],
  ['/rest/v1/nope', { code: expect.any(String), details: null, hint: null }],
])('%s gets the error form of its service', async (path, body) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(await response.json()).toMatchObject(body);
});

test('every response carries the security headers, and none names the software', async () => {
  const paths = [
    '/',
    '/nope',
    '/robots.txt',
    '/api/nope',
    '/auth/v1/nope',
    '/healthz',
    '/%',
    '/about/',
  ];
  for (const path of paths) {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBeTruthy();
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(headers.get('permissions-policy'), path).toContain(`${feature}=()`);
    }
    for (const name of ['x-powered-by', 'server', 'strict-transport-security']) {
      expect(headers.get(name), path).toBeNull();
    }
  }
  expect((await get('/')).headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test.each([
  ['text/plain', '{"name":"A"}', 415],
  ['application/x-www-form-urlencoded', 'name=A', 415],
  ['multipart/form-data; boundary=x', '--x--', 415],
  ['application/json; charset=utf-16', '{}', 415],
  ['application/json', '{', 400],
  ['application/json', '{"__proto__":{"a":1}}', 400],
  ['application/json', '{"constructor":{"prototype":{"a":1}}}', 400],
  ['application/json', '"\\ud800', 400],
])('a body of type %s with the content %s is rejected with %i', async (type, body, status) => {
  const response = await get('/api/contact', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code: expect.any(String) });
});

test.each([
  ['POST', '/api/consent', 204],
  ['POST', '/api/log-client-error', 204],
  ['POST', '/api/contact', 422],
  ['GET', '/api/admin-setup', 200],
  ['GET', '/auth/v1/settings', 200],
  ['GET', '/auth/v1/verify?token=x&type=signup', 303],
  ['POST', '/auth/v1/callback?state=x', 303],
  ['GET', '/rest/v1/user_roles', 200],
  ['GET', '/storage/v1/object/info/ebook/free-guide.pdf', 404],
  ['GET', '/api/nothing', 404],
])('no cache keeps the response to %s %s', async (method, path, status) => {
  const choices = { functional: true, analytics: false, marketing: false };
  const body = { id: 'a-random-id', version: '1', language: 'nl', choices, message: 'x' };
  const headers = { 'content-type': 'application/json' };
  const sent = method === 'POST' ? { method, headers, body: JSON.stringify(body) } : {};
  const response = await get(path, sent);
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
});

test.each(['utf-8', 'UTF-8', '"utf-8"', ' utf-8', 'utf8; x=1'])(
  'a body in JSON of the charset %s is read',
  async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const response = await get('/api/contact', { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(422);
  },
);

test.each([
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'x',
])('an empty body of type %s counts as none, whole or chunked', async (type) => {
  const headers = { 'content-type': type };
  // Without an account that would be rejected first: the response says what an empty form lacks.
  const whole = await get('/api/contact', { method: 'POST', headers });
  expect(whole.status).toBe(422);
  // `fetch` announces an empty stream by its length.
  const chunked = await new Promise((resolve, reject) => {
    request(
      `${server.url}/api/contact`,
      { method: 'POST', headers: { ...headers, 'transfer-encoding': 'chunked' } },
      (response) => resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(chunked).toBe(422);
});

test('a body or a URL that is too long is rejected', async () => {
  const body = JSON.stringify({ message: 'x'.repeat(70_000) });
  const headers = { 'content-type': 'application/json' };
  expect((await get('/api/contact', { method: 'POST', headers, body })).status).toBe(413);
  expect((await get(`/about?${'x'.repeat(9000)}`)).status).toBe(414);
});

test('bytes that are no HTTP request get a response', async () => {
  const host = 'Host: localhost\r\n';
  const long = `X-Long: ${'x'.repeat(20_000)}\r\n`;
  expect(await sendRaw(`GET / HTTP/1.1\r\n${host}${long}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  expect(await sendRaw('rubbish\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s);
  expect(
    await sendRaw(
      `POST /api/contact HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ),
  ).toMatch(/^HTTP\/1\.1 400 /);
});

test.each(['/about', '/about?lang=en', '/healthz', '/robots.txt', '/openapi.json', '/nope'])(
  'a request of %s to two hosts is rejected, whichever of them is this one',
  async (path) => {
    const own = `Host: ${new URL(server.url).host}\r\n`;
    const other = 'host: evil.example\r\n';
    const ask = (hosts: string) =>
      sendRaw(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    expect(await ask(own)).toMatch(/^HTTP\/1\.1 (200|404) /);
    for (const hosts of [own + other, own + own, `${own}X-Between: x\r\n${own}`])
      expect(await ask(hosts)).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s);
    expect(await ask(`${own}X-Host: evil.example\r\n`)).toMatch(/^HTTP\/1\.1 (200|404) /);
  },
);

test.each([
  ['/about/', '/about'],
  ['/about/?lang=en', '/about?lang=en'],
  ['//evil.example/about', '/evil.example/about'],
  ['/%', '/'],
  ['/%c0%af', '/'],
])('%s leads to %s of this site', async (path, target) => {
  const response = await new Promise<{
    status?: number | undefined;
    location?: string | undefined;
  }>((resolve, reject) => {
    const { port } = new URL(server.url);
    const asked = request({ port, host: '127.0.0.1', path }, ({ statusCode, headers }) =>
      resolve({ status: statusCode, location: headers.location }),
    );
    asked.on('error', reject).end();
  });
  expect(response).toEqual({ status: 308, location: server.url + target });
});
