import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashOf, makePdf } from '../support/pdf.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

const base = '/storage/v1/object';
const publicPath = `${base}/public/ebook/free-guide.pdf`;
const pdf = makePdf({ pages: 2, sizeBytes: 5000 });
const etag = `"${hashOf(pdf)}"`;

const server = await sharedServer();
const path = `${server.url}${base}/ebook/free-guide.pdf`;
await fetch(path, { method: 'PUT', headers: await asAdmin(server), body: pdf });

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method, redirect: 'manual' });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('docs/wire.md#13 reading a file', () => {
  test('the file comes with its tag, its length and no power', async () => {
    const response = await get(publicPath);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      link: `<${server.url}/guide>; rel="canonical"`,
      'last-modified': expect.any(String),
      etag,
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-disposition']).toBeUndefined();
  });

  test('HEAD has the headers of GET and no body', async () => {
    const [head, whole] = [await get(publicPath, {}, 'HEAD'), await get(publicPath)];
    expect(head.status).toBe(200);
    expect((await bytesOf(head)).length).toBe(0);
    for (const name of [
      'etag',
      'content-length',
      'content-type',
      'last-modified',
      'accept-ranges',
    ]) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  });

  test('HEAD has no ranges, which only GET has', async () => {
    for (const range of ['bytes=0-9', `bytes=${pdf.length}-`]) {
      const { status, headers } = await get(publicPath, { range }, 'HEAD');
      expect([status, headers.get('content-length'), headers.get('content-range')]).toEqual([
        200,
        String(pdf.length),
        null,
      ]);
    }
  });

  test('any range gives exactly those bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(pdf.length - 1), fc.nat(3000), async (start, length) => {
        const response = await get(publicPath, { range: `bytes=${start}-${start + length}` });
        const end = Math.min(pdf.length, start + length + 1);
        expect(response.status).toBe(206);
        expect(response.headers.get('content-range')).toBe(
          `bytes ${start}-${end - 1}/${pdf.length}`,
        );
        expect(await bytesOf(response)).toEqual(pdf.slice(start, end));
      }),
      { numRuns: 25 },
    );
  });

  test('a range past the end responds with 416 and the size', async () => {
    const response = await get(publicPath, { range: `bytes=${pdf.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${pdf.length}`);
  });

  test('a range of another version gets the whole of this one', async () => {
    const stale = await get(publicPath, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect([stale.status, (await bytesOf(stale)).length]).toEqual([200, pdf.length]);
    const same = await get(publicPath, { range: 'bytes=0-9', 'if-range': etag });
    expect([same.status, (await bytesOf(same)).length]).toEqual([206, 10]);
  });

  test('what the client has is not sent again', async () => {
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get(publicPath, { 'if-none-match': tags });
      expect([response.status, (await bytesOf(response)).length]).toEqual([304, 0]);
      expect(response.headers.get('etag')).toBe(etag);
    }
    const since = (await get(publicPath)).headers.get('last-modified') ?? '';
    expect((await get(publicPath, { 'if-modified-since': since })).status).toBe(304);
    expect((await get(publicPath, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('a request for another version: 412 without a body, which counts as no download', async () => {
    const before = await server.ports.downloads.perDay();
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
    for (const path of [publicPath, '/storage/v1/object/ebook/free-guide.pdf'])
      for (const method of ['GET', 'HEAD'])
        for (const headers of [{ 'if-match': '"another"' }, { 'if-unmodified-since': date }]) {
          const response = await fetch(`${server.url}${path}`, {
            method,
            headers: { range: 'bytes=0-9', ...headers },
          });
          expect([path, method, response.status, await response.text()]).toEqual([
            path,
            method,
            412,
            '',
          ]);
          expect(response.headers.get('etag')).toBe(etag);
        }
    const same = await get(publicPath, { range: 'bytes=100-109', 'if-match': etag });
    expect([same.status, (await bytesOf(same)).length]).toEqual([206, 10]);
    expect(await server.ports.downloads.perDay()).toEqual(before);
  });

  test('?download saves it under its own name or the one asked for', async () => {
    const name = async (query: string) =>
      (await get(publicPath + query)).headers.get('content-disposition');
    expect(await name('?download=')).toBe(
      `attachment; filename="free-guide.pdf"; filename*=UTF-8''free-guide.pdf`,
    );
    expect(await name('?download')).toBe(await name('?download='));
    expect(await name('?download=Mijn%20gids%20%C3%A9.pdf')).toBe(
      `attachment; filename="Mijn gids _.pdf"; filename*=UTF-8''Mijn%20gids%20%C3%A9.pdf`,
    );
    expect(await name('?download=a.pdf&download=b.pdf')).toContain('filename="a.pdf"');
  });

  test.each([
    ['another name', `${base}/public/ebook/other.pdf`, 'NoSuchKey'],
    ['another bucket', `${base}/public/photos/free-guide.pdf`, 'NoSuchBucket'],
    ['a path upwards', `${base}/public/ebook/%2e%2e%2fcoachsite.sqlite`, 'NoSuchKey'],
    ['one encoded twice', `${base}/public/ebook/%252e%252e%252fsetup-token`, 'NoSuchKey'],
    ['one for Windows', `${base}/public/ebook/..%5csetup-token`, 'NoSuchKey'],
    ['a NUL', `${base}/public/ebook/free-guide.pdf%00.txt`, 'NoSuchKey'],
    ['an absolute path', `${base}/public/ebook/%2fetc%2fpasswd`, 'NoSuchKey'],
  ])('%s is not found', async (_name, path, code) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ statusCode: '404', code });
  });

  test('a path that cannot be decoded is a bad request', async () => {
    const response = await get(`${base}/public/ebook/%c0%ae%c0%ae%2fsetup-token`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '400' });
  });

  test('it is the same file at the path for signed-in users', async () => {
    const signedIn = await get(`${base}/authenticated/ebook/free-guide.pdf`);
    expect(await bytesOf(signedIn)).toEqual(pdf);
  });
});
