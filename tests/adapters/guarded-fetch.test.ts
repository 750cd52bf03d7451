import { guardedFetch } from '@coachsite/adapters/guarded-fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../support/fake-services/listen.ts';

const megabyte = 1024 * 1024;
let inside: Listening;
let server: Listening;
let reached = 0;
beforeAll(async () => {
  inside = await listen((_request, response) => {
    reached += 1;
    response.end('an internal secret');
  });
  server = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/redirect') {
      const status = Number(searchParams.get('status'));
      response.writeHead(status, { location: searchParams.get('to') ?? '' }).end();
    } else if (pathname === '/nothing') response.writeHead(204).end();
    else if (pathname === '/bytes') response.end(Buffer.alloc(Number(searchParams.get('n'))));
    else response.end('{}');
  });
});
afterAll(async () => {
  await server.close();
  await inside.close();
});

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i is not followed, wherever it leads',
  async (status) => {
    const places = [
      inside.url,
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://192.168.1.1/',
      'http://[::1]:1/',
      'file:///etc/passwd',
      `${server.url}/`,
    ];
    for (const to of places) {
      const url = `${server.url}/redirect?status=${status}&to=${encodeURIComponent(to)}`;
      await expect(guardedFetch(server.url)(url)).rejects.toThrow();
    }
    expect(reached).toBe(0);
  },
);

test.each([
  'http://127.0.0.1:1/token',
  'https://127.0.0.1:1/token',
  'https://localhost/token',
  'https://[::1]/token',
  'http://idp.example/token',
  'https://user:secret@idp.example/token',
  'ftp://idp.example/token',
  'file:///etc/passwd',
])('a remote provider cannot name %s', async (url) => {
  const call = guardedFetch('https://idp.example')(url);
  await expect(call).rejects.toThrow('The URL may not be called');
});

test('a loopback provider, for development, may use http on loopback and only https elsewhere', async () => {
  const call = guardedFetch(server.url);
  expect((await call(`${server.url}/`)).status).toBe(200);
  await expect(call('http://idp.example/')).rejects.toThrow('The URL may not be called');
});

test('a response is read up to 1 MiB', async () => {
  const call = guardedFetch(server.url);
  const whole = await (await call(`${server.url}/bytes?n=${megabyte}`)).arrayBuffer();
  expect(whole.byteLength).toBe(megabyte);
  await expect(call(`${server.url}/bytes?n=${megabyte + 1}`)).rejects.toThrow('1 MiB');
});

test('a response that says it has no content, as of a text message service, is no error', async () => {
  const { status, body } = await guardedFetch(server.url)(`${server.url}/nothing`);
  expect([status, body]).toEqual([204, null]);
});
