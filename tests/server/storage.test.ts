import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectBytes } from '#server/src/http/byte-range.ts';
import { attachment } from '#server/src/http/content-disposition.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const base = '/storage/v1/object';
const publicPath = `${base}/public/ebook/free-guide.pdf`;
const objectPath = `${base}/ebook/free-guide.pdf`;
const pdf = makePdf({ pages: 2, sizeBytes: 5000 });
const etag = `"${hashOf(pdf)}"`;

let server: TestServer;
let admin: Readonly<Record<string, string>>;

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method, redirect: 'manual' });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

/** Uploads as the storage client does: a form whose file has an empty name, or the bytes alone. */
function upload(
  body: FormData | Uint8Array<ArrayBuffer>,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return fetch(server.url + objectPath, { method, headers: { ...admin, ...headers }, body });
}

function storageForm(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', new Blob([bytes], { type: 'application/pdf' }), 'gids.pdf');
  return form;
}

beforeAll(async () => {
  server = await startTestServer({ env: { EBOOK_MAX_BYTES: '200000' } });
  admin = await asAdmin(server);
});
afterAll(() => server.stop());

describe('uploading in the storage wire format', () => {
  test('an admin puts the file there, and everybody reads it', async () => {
    const answer = await upload(storageForm(pdf));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Key: 'ebook/free-guide.pdf',
    });
    expect(await bytesOf(await get(publicPath))).toEqual(pdf);
  });

  test('without x-upsert an existing file is not replaced', async () => {
    const answer = await upload(storageForm(makePdf({ marker: 'x' })));
    expect(await answer.json()).toMatchObject({
      statusCode: '409',
      code: 'KeyAlreadyExists',
      error: 'Duplicate',
    });
    expect((await get(publicPath)).headers.get('etag')).toBe(etag);
  });

  test.each([
    ['a form with x-upsert', () => upload(storageForm(pdf), { headers: { 'x-upsert': 'true' } })],
    ['a form by PUT', () => upload(storageForm(pdf), { method: 'PUT' })],
    [
      'the bytes alone',
      () => upload(pdf, { method: 'PUT', headers: { 'content-type': 'application/pdf' } }),
    ],
    [
      'the bytes under the type that clients send by default',
      () =>
        upload(pdf, {
          headers: { 'x-upsert': 'true', 'content-type': 'text/plain;charset=UTF-8' },
        }),
    ],
    ['the bytes without any type', () => upload(pdf, { method: 'PUT' })],
  ])('%s replaces it', async (_name, send) => {
    expect((await send()).status).toBe(200);
    expect(await bytesOf(await get(publicPath))).toEqual(pdf);
  });

  test('what is no PDF, or too large, is refused', async () => {
    const html = new Uint8Array(Buffer.from('<html></html>'));
    const json = { method: 'PUT', headers: { 'content-type': 'application/json' } };
    for (const answer of [await upload(html, { method: 'PUT' }), await upload(html, json)]) {
      expect(await answer.json()).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
    }
    const large = makePdf({ sizeBytes: 300_000 });
    for (const body of [large, storageForm(large)]) {
      const answer = await upload(body, { method: 'PUT' });
      expect(await answer.json()).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
    }
    expect((await get(publicPath)).headers.get('etag')).toBe(etag);
  });

  test('strangers and members are refused in the words of the service', async () => {
    const member = await asMember(server);
    const callers = [{}, { authorization: 'Bearer coachsite-public' }, member];
    for (const headers of callers) {
      const answer = await get(objectPath, headers, 'POST');
      expect(await answer.json()).toMatchObject({
        statusCode: '403',
        code: 'AccessDenied',
        error: 'Unauthorized',
      });
    }
    const forged = await get(objectPath, { authorization: 'Bearer a.b.c' }, 'POST');
    expect(await forged.json()).toMatchObject({ statusCode: '400', code: 'InvalidJWT' });
  });

  test('no other name can be written', async () => {
    for (const name of ['other.pdf', 'free-guide.pdf/x', '..%2fcoachsite.sqlite']) {
      const answer = await get(`${base}/ebook/${name}`, admin, 'POST');
      expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
    }
  });
});

describe('reading', () => {
  test('the file comes with its tag, its length and no power', async () => {
    const answer = await get(publicPath);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      link: `<${server.url}/guide>; rel="canonical"`,
      etag,
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-disposition']).toBeUndefined();
  });

  test('HEAD has the headers of GET and no body', async () => {
    const [head, whole] = [await get(publicPath, {}, 'HEAD'), await get(publicPath)];
    expect(head.status).toBe(200);
    expect((await bytesOf(head)).length).toBe(0);
    for (const name of ['etag', 'content-length', 'content-type', 'last-modified']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  });

  test('any range gives exactly those bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(pdf.length - 1), fc.nat(3000), async (start, length) => {
        const answer = await get(publicPath, { range: `bytes=${start}-${start + length}` });
        const end = Math.min(pdf.length, start + length + 1);
        expect(answer.status).toBe(206);
        expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${pdf.length}`);
        expect(await bytesOf(answer)).toEqual(pdf.slice(start, end));
      }),
      { numRuns: 25 },
    );
  });

  test('a range past the end is answered 416 with the size', async () => {
    const answer = await get(publicPath, { range: `bytes=${pdf.length}-` });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${pdf.length}`);
  });

  test('a range of another version gets the whole of this one', async () => {
    const stale = await get(publicPath, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect([stale.status, (await bytesOf(stale)).length]).toEqual([200, pdf.length]);
    const same = await get(publicPath, { range: 'bytes=0-9', 'if-range': etag });
    expect([same.status, (await bytesOf(same)).length]).toEqual([206, 10]);
  });

  test('what the client has is not sent again', async () => {
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get(publicPath, { 'if-none-match': tags });
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([304, 0]);
      expect(answer.headers.get('etag')).toBe(etag);
    }
    expect((await get(publicPath, { 'if-none-match': '"x"' })).status).toBe(200);
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

  test('no name can end the header or lead out of a folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (wanted) => {
        expect(attachment(wanted, 'free-guide.pdf')).toMatch(
          /^attachment; filename="[A-Za-z0-9 ._-]+"; filename\*=UTF-8''[A-Za-z0-9%._~&$+#^`|-]+$/,
        );
      }),
    );
    expect(attachment('../../etc/passwd', 'x.pdf')).toContain('filename="passwd.pdf"');
    expect(attachment('a"\r\nset-cookie: x=1', 'x.pdf')).not.toMatch(/[\r\n]|"a""/);
  });

  test('info tells its facts, and clients that ask whether it exists are answered', async () => {
    const info = await get(`${base}/info/ebook/free-guide.pdf`);
    expect(await info.json()).toMatchObject({
      name: 'free-guide.pdf',
      bucket_id: 'ebook',
      size: pdf.length,
      content_type: 'application/pdf',
      etag,
    });
    expect((await get(objectPath, {}, 'HEAD')).status).toBe(200);
    expect((await get(`${base}/ebook/other.pdf`, {}, 'HEAD')).status).toBe(404);
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
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ statusCode: '404', code });
  });

  test('a path that cannot be decoded is a bad request', async () => {
    const answer = await get(`${base}/public/ebook/%c0%ae%c0%ae%2fsetup-token`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: '400' });
  });

  test('a replacement by another process shows at the next request', async () => {
    const other = makePdf({ marker: 'from elsewhere' });
    const staged = await server.ports.blobs.stage(
      (async function* () {
        yield other;
      })(),
      100_000,
    );
    await staged._unsafeUnwrap().keep();
    await server.ports.ebooks.activate({
      id: server.ports.ids.uuid(),
      fileName: 'x.pdf',
      sizeBytes: other.length,
      sha256: hashOf(other),
      pages: undefined,
      uploadedAt: 0,
    });
    expect(await bytesOf(await get(publicPath))).toEqual(other);
  });

  test('a download that cannot be counted is a download all the same', async () => {
    const { record } = server.ports.downloads;
    const failing = {
      ...server.ports.downloads,
      record: () => Promise.reject(new Error('locked')),
    };
    Object.assign(server.ports.downloads, failing);
    const answer = await get(publicPath);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    Object.assign(server.ports.downloads, { record });
    expect((await get('/healthz')).status).toBe(200);
  });
});

describe('choosing the bytes', () => {
  const file = { etag: '"a"', lastModified: 'Sat, 21 Nov 2026 12:00:00 GMT', sizeBytes: 1000 };

  test('whatever the headers say, the part lies within the file', () => {
    const header = fc.option(
      fc.oneof(fc.string(), fc.stringMatching(/^bytes=[0-9]{0,5}-[0-9]{0,5}$/)),
      { nil: undefined },
    );
    fc.assert(
      fc.property(header, header, fc.nat(2000), (range, ifRange, sizeBytes) => {
        const chosen = selectBytes({ range, 'if-range': ifRange }, { ...file, sizeBytes });
        if (chosen.status === 304 || chosen.status === 416) return;
        expect(chosen.start).toBeGreaterThanOrEqual(0);
        expect(chosen.end).toBeLessThanOrEqual(sizeBytes);
        if (chosen.status === 206) expect(chosen.start).toBeLessThan(chosen.end);
        else expect([chosen.start, chosen.end]).toEqual([0, sizeBytes]);
      }),
    );
  });

  test.each([
    ['bytes=0-0', { status: 206, start: 0, end: 1 }],
    ['bytes=999-', { status: 206, start: 999, end: 1000 }],
    ['bytes=-1', { status: 206, start: 999, end: 1000 }],
    ['bytes=-5000', { status: 206, start: 0, end: 1000 }],
    ['bytes=500-99999', { status: 206, start: 500, end: 1000 }],
    ['bytes=1000-', { status: 416 }],
    ['bytes=-0', { status: 416 }],
    ['bytes=9-3', { status: 200, start: 0, end: 1000 }],
    ['bytes=0-1,5-6', { status: 200, start: 0, end: 1000 }],
    ['lines=0-1', { status: 200, start: 0, end: 1000 }],
    ['bytes=-', { status: 200, start: 0, end: 1000 }],
  ])('%s', (range, expected) => {
    expect(selectBytes({ range }, file)).toEqual(expected);
  });

  test('a date counts only when no tag is given and only when it is this date', () => {
    const at = (date: string, tag?: string) =>
      selectBytes({ 'if-modified-since': date, 'if-none-match': tag }, file).status;
    expect(at(file.lastModified)).toBe(304);
    expect(at('Sat, 21 Nov 2026 13:00:00 GMT')).toBe(200);
    expect(at(file.lastModified, '"b"')).toBe(200);
  });
});
