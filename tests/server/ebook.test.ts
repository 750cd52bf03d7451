import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readSampleGuide } from '#server/src/commands/samples/guide.ts';
import { hashOf, lockedPdf, makePdf } from '../support/pdf.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const limitBytes = 512 * 1024;
const server = await sharedServer({ env: { EBOOK_MAX_BYTES: String(limitBytes) } });
const admin = await asAdmin(server);

const publicPath = '/storage/v1/object/public/ebook/free-guide.pdf';
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers });

function send(bytes: Uint8Array<ArrayBuffer>, name = 'gids.pdf', field = 'file') {
  const body = new FormData();
  body.append(field, new Blob([bytes], { type: 'application/pdf' }), name);
  return fetch(`${server.url}/api/admin/ebook`, { method: 'POST', headers: admin, body });
}

const download = async () => new Uint8Array(await (await get(publicPath)).arrayBuffer());
const stored = () => readdirSync(server.config.ebookDirectory);
const parts = () => stored().filter((name) => name.endsWith('.part'));
const statistics = async () => (await get('/api/admin/ebook/stats', admin)).json();

/** Sends a body by hand, so that it may stop half way or have no length; resolves with the status. */
function sendByHand(
  headers: Record<string, string>,
  write: (socket: ReturnType<typeof httpRequest>) => void,
): Promise<number | 'aborted'> {
  return new Promise((resolve) => {
    const sending = httpRequest(`${server.url}/api/admin/ebook`, { method: 'POST', headers });
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      sending.destroy();
    });
    sending.on('error', () => resolve('aborted'));
    write(sending);
  });
}

const frame = 'x-test-frame';
const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${frame}` };
const partHead = (field = 'file') =>
  `--${frame}\r\ncontent-disposition: form-data; name="${field}"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;

describe('before there is an e-book', () => {
  test('its description and its file are not found, each in its own wire format', async () => {
    const described = await get('/api/ebook');
    expect(described.status).toBe(404);
    expect(await described.json()).toMatchObject({ code: 'ebook_not_found' });
    const file = await get(publicPath);
    expect(file.status).toBe(404);
    expect(await file.json()).toMatchObject({
      statusCode: '404',
      code: 'NoSuchKey',
      error: 'not_found',
    });
    expect((await statistics()).total).toBe(0);
  });
});

describe('uploading', () => {
  test('a PDF becomes the e-book: description, warnings and file agree', async () => {
    const pdf = makePdf({ pages: 3 });
    const response = await send(pdf, '../../Mijn gids\u202e.pdf');
    expect(response.status).toBe(201);
    const uploaded = await response.json();
    expect(uploaded).toMatchObject({
      fileName: 'Mijn gids.pdf',
      size: pdf.length,
      pages: 3,
      sha256: hashOf(pdf),
      warnings: ['no_title', 'no_language', 'no_text'],
    });
    const { warnings: _warnings, id: _id, ...rest } = uploaded;
    expect(await (await get('/api/ebook')).json()).toEqual(rest);
    expect(await download()).toEqual(pdf);
    expect(rest.url).toBe(server.url + publicPath);
  });

  test('the same file again pushes no version out, and the admin is warned', async () => {
    const versions = async () =>
      (await (await get('/api/admin/ebook/versions', admin)).json()) as {
        id: string;
        sha256: string;
      }[];
    const [older, same] = [makePdf({ marker: 'older' }), makePdf({ marker: 'same' })];
    await send(older, 'older.pdf');
    expect((await (await send(same, 'same.pdf')).json()).warnings).not.toContain('same_file');
    for (const name of ['again.pdf', 'once-more.pdf']) {
      const response = await send(same, name);
      expect(response.status).toBe(201);
      const { id, fileName, warnings } = await response.json();
      expect([fileName, warnings]).toEqual([name, expect.arrayContaining(['same_file'])]);
      const [active, previous] = await versions();
      expect([active?.id, previous?.sha256]).toEqual([id, hashOf(older)]);
    }
    expect(await download()).toEqual(same);
  });

  test('a titled PDF in Dutch with text has no warnings', async () => {
    const response = await send(readSampleGuide());
    expect(await response.json()).toMatchObject({ pages: 9, warnings: [] });
  });

  test.each([
    ['HTML under the name of a PDF', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a header and no more', Buffer.from('%PDF-1.7\nrubbish')],
    ['something before the header', Buffer.concat([Buffer.from('GIF89a'), makePdf()])],
    ['the first half', makePdf({ sizeBytes: 4000 }).subarray(0, 2000)],
    ['a trailer that points nowhere', Buffer.from('%PDF-1.4\n\nstartxref\n2\n%%EOF\n')],
  ])('%s is rejected as no PDF, and nothing of it stays', async (_name, bytes) => {
    const before = [stored(), hashOf(await download())];
    const response = await send(new Uint8Array(bytes));
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      code: 'not_a_pdf',
      message: 'Please select a PDF file',
    });
    expect([stored(), hashOf(await download())]).toEqual(before);
  });

  test('a PDF that opens only with a password is rejected', async () => {
    const response = await send(lockedPdf());
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'pdf_locked' });
  });

  test('a decompression bomb is neither unpacked nor rejected', async () => {
    const bomb = makePdf({ bombBytes: 250 * 1024 * 1024, marker: 'bomb' });
    const before = process.memoryUsage.rss();
    const response = await send(bomb);
    expect(response.status).toBe(201);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
    expect(await download()).toEqual(bomb);
  });

  test('one byte over the limit is rejected, the limit itself is not', async () => {
    const frameLess = makePdf().length;
    const exact = makePdf({ sizeBytes: limitBytes - frameLess - 3 });
    const fitting = makePdf({
      sizeBytes: limitBytes - frameLess - (exact.length - limitBytes) - 3,
    });
    expect(fitting.length).toBeLessThanOrEqual(limitBytes);
    expect((await send(fitting)).status).toBe(201);
    const response = await send(makePdf({ sizeBytes: limitBytes }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'file_too_large', limitBytes });
    expect(parts()).toEqual([]);
  });

  test('a body without a length is cut off at the limit', async () => {
    const status = await sendByHand(
      { ...admin, ...multipartHeaders, 'transfer-encoding': 'chunked' },
      (sending) => {
        sending.write(partHead());
        const more = () => {
          while (!sending.destroyed && sending.write(Buffer.alloc(64 * 1024))) {}
          sending.once('drain', more);
        };
        more();
      },
    );
    expect(status).toBe(413);
    expect(parts()).toEqual([]);
  });

  test('an announced length over the limit is rejected before it is sent', async () => {
    const headers = { ...admin, ...multipartHeaders, 'content-length': String(200 * 1024 * 1024) };
    expect(await sendByHand(headers, (sending) => sending.write(partHead()))).toBe(413);
  });

  test('an upload that is broken off half way leaves nothing and changes nothing', async () => {
    const before = hashOf(await download());
    const pdf = makePdf({ sizeBytes: 300_000, marker: 'half' });
    await sendByHand({ ...admin, ...multipartHeaders }, (sending) => {
      sending.write(partHead());
      sending.write(pdf.subarray(0, pdf.length / 2), () => {
        const seen = () => (parts().length > 0 ? sending.destroy() : setTimeout(seen, 5));
        seen();
      });
    });
    await expect.poll(parts).toEqual([]);
    expect(hashOf(await download())).toBe(before);
  });

  test.each([
    ['another field', (body: FormData, pdf: Blob) => body.append('ebook', pdf, 'a.pdf')],
    ['no file', (body: FormData) => body.append('note', 'hello')],
    [
      'an endless part header',
      (body: FormData, pdf: Blob) => body.append('file', pdf, `a.pdf${' '.repeat(9000)}.pdf`),
    ],
    [
      'a thousand parts',
      (body: FormData, pdf: Blob) => {
        body.append('file', pdf, 'a.pdf');
        for (let part = 0; part < 1000; part += 1) body.append(`f${part}`, 'x');
      },
    ],
  ])('%s in the form is a bad request', async (_name, fill) => {
    const body = new FormData();
    fill(body, new Blob([makePdf({ marker: 'never' })]));
    const before = hashOf(await download());
    const url = `${server.url}/api/admin/ebook`;
    const response = await fetch(url, { method: 'POST', headers: admin, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed' });
    expect(hashOf(await download())).toBe(before);
    expect(parts()).toEqual([]);
  });

  test.each(['file', 'other'])(
    'two files (the second in "%s") are one too many, and said to be',
    async (field) => {
      const before = hashOf(await download());
      const body = new FormData();
      for (const name of ['file', field]) {
        body.append(name, new Blob([makePdf({ marker: 'never' })]), 'a.pdf');
      }
      const url = `${server.url}/api/admin/ebook`;
      const response = await fetch(url, { method: 'POST', headers: admin, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        code: 'too_many_files',
        message: 'Upload one file at a time',
      });
      expect(hashOf(await download())).toBe(before);
      expect(parts()).toEqual([]);
    },
  );

  test('a form that ends in the middle is a bad request', async () => {
    const body = Buffer.from(`${partHead()}%PDF-1.4 and then nothing`);
    const url = `${server.url}/api/admin/ebook`;
    const headers = { ...admin, ...multipartHeaders };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(400);
  });

  test('visitors and members are rejected at once, and none of their bytes is stored', async () => {
    const before = stored();
    const member = await asMember(server);
    const big = { ...multipartHeaders, 'content-length': String(200 * 1024 * 1024) };
    const start = (sending: ReturnType<typeof httpRequest>) => {
      sending.write(partHead());
      sending.write(Buffer.alloc(100_000));
    };
    expect(await sendByHand(big, start)).toBe(401);
    expect(await sendByHand({ ...big, authorization: 'Bearer coachsite-public' }, start)).toBe(401);
    expect(await sendByHand({ ...big, ...member }, start)).toBe(403);
    expect(stored()).toEqual(before);
  });

  test('what stands under the e-book folder is never part of another name', () => {
    expect(existsSync(server.config.ebookDirectory)).toBe(true);
    expect(stored().every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
  });
});

describe('many at once', () => {
  test('four uploaders and readers: every response is one whole version under its own ETag', async () => {
    const versions = Array.from({ length: 16 }, (_, index) =>
      makePdf({ marker: `version ${index}`, sizeBytes: 20_000 + index * 997 }),
    );
    const known = new Set([hashOf(await download()), ...versions.map(hashOf)]);
    let uploading = true;
    const seen: [etag: string | null, hash: string, sent: boolean][] = [];
    const reader = async () => {
      while (uploading) {
        const response = await get(publicPath);
        const hash = hashOf(new Uint8Array(await response.arrayBuffer()));
        seen.push([response.headers.get('etag'), hash, known.has(hash)]);
      }
    };
    const uploader = async (mine: readonly Uint8Array<ArrayBuffer>[]) => {
      for (const pdf of mine) {
        const response = await send(pdf);
        expect(response.status).toBe(201);
        expect((await response.json()).sha256).toBe(hashOf(pdf));
      }
    };
    const readers = [reader(), reader(), reader()];
    await Promise.all([0, 4, 8, 12].map((from) => uploader(versions.slice(from, from + 4))));
    uploading = false;
    await Promise.all(readers);
    expect(seen.length).toBeGreaterThan(3);
    for (const [etag, hash, sent] of seen) {
      expect(sent).toBe(true);
      expect(etag).toBe(`"${hash}"`);
    }
    const { sha256 } = await (await get('/api/ebook')).json();
    expect(hashOf(await download())).toBe(sha256);
  });
});

describe('versions', () => {
  test('the last three are listed, and a replacement can be undone', async () => {
    const three = ['one', 'two', 'three'].map((marker) => makePdf({ marker }));
    for (const pdf of three) await send(pdf);
    const list = await (await get('/api/admin/ebook/versions', admin)).json();
    expect(list).toHaveLength(3);
    expect(list.map((version: { sha256: string }) => version.sha256)).toEqual(
      three.map(hashOf).reverse(),
    );
    expect(list.map((version: { active: boolean }) => version.active)).toEqual([
      true,
      false,
      false,
    ]);
    const url = `${server.url}/api/admin/ebook/versions/${list[1].id}/restore`;
    const restored = await fetch(url, { method: 'POST', headers: admin });
    expect(restored.status).toBe(200);
    expect(hashOf(await download())).toBe(list[1].sha256);
  });

  test('a malformed id is rejected, and so is one that is gone', async () => {
    const restore = (id: string) =>
      fetch(`${server.url}/api/admin/ebook/versions/${id}/restore`, {
        method: 'POST',
        headers: admin,
      });
    expect((await restore('..%2f..')).status).toBe(400);
    const gone = await restore('0a1b2c3d-0000-4000-8000-000000000000');
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({ code: 'ebook_version_not_found' });
  });

  test('only admins see and restore them', async () => {
    const member = await asMember(server);
    expect((await get('/api/admin/ebook/versions')).status).toBe(401);
    expect((await get('/api/admin/ebook/versions', member)).status).toBe(403);
    expect((await get('/api/admin/ebook/stats', member)).status).toBe(403);
  });
});

describe('statistics', () => {
  const counted = async (what: () => Promise<unknown>): Promise<number> => {
    const before = (await statistics()).total;
    await what();
    return (await statistics()).total - before;
  };
  const read = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(server.url + publicPath, { method, headers });
    await response.arrayBuffer();
    return response;
  };

  test.each([
    ['a whole download', {}, 1],
    ['curl', { 'user-agent': 'curl/8.5.0' }, 1],
    ['a client without a name', { 'user-agent': '' }, 1],
    ['a part from the first byte', { range: 'bytes=0-99' }, 1],
    ['a part from the first byte, written oddly', { range: 'Bytes  =  00  -99' }, 1],
    ['a later part', { range: 'bytes=100-199' }, 0],
    ['all but the first bytes', { range: 'bytes=100-' }, 0],
    ['a range in another unit, which is ignored', { range: 'kilobytes=100-199' }, 1],
    ['a range that is none, which is ignored', { range: 'bytes=100' }, 1],
    ['the last bytes', { range: 'bytes=-100' }, 0],
    ['the last bytes, which are all', { range: 'bytes=-99999999' }, 1],
    ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 0],
    ['a part that does not exist', { range: 'bytes=99999999-' }, 0],
  ])('%s', async (_name, headers: Record<string, string>, expected) => {
    expect(await counted(() => read(headers))).toBe(expected);
  });

  test('HEAD and "not modified" are not counted; repeats are', async () => {
    const etag = (await get(publicPath)).headers.get('etag') ?? '';
    expect(await counted(() => read({}, 'HEAD'))).toBe(0);
    expect(await counted(() => read({ 'if-none-match': etag }))).toBe(0);
    expect(await counted(async () => Promise.all([read({}), read({}), read({})]))).toBe(3);
  });

  test('thirty days as JSON, every day there is as CSV, today last', async () => {
    await server.ports.downloads.record('2025-01-01', 'download');
    const excluded = (await statistics()).excluded;
    await read({ 'user-agent': 'Googlebot/2.1' });
    await expect.poll(async () => (await statistics()).excluded).toBe(excluded + 1);
    const json = await statistics();
    expect(json.days).toHaveLength(30);
    expect(json.days.at(-1).downloads).toBe(json.today);
    const csv = await get('/api/admin/ebook/stats?format=csv', admin);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = (await csv.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe('date,downloads,excluded');
    expect(lines[1]).toBe('2025-01-01,1,0');
    expect(lines[2]).toBe('2025-01-02,0,0');
    expect(lines.at(-1)).toMatch(new RegExp(`^${json.days.at(-1).date},${json.today},\\d+$`));
  });

  test('they outlive a replacement of the file', async () => {
    const before = (await statistics()).total;
    await send(makePdf({ marker: 'another' }));
    expect((await statistics()).total).toBe(before);
  });
});
