import { anyCharacter } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selectBytes } from '#server/src/http/byte-range.ts';
import { attachment } from '#server/src/http/content-disposition.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { startTestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';

const base = '/storage/v1/object';

async function openStorage({ keep = false } = {}) {
  const server = await startTestServer();
  if (!keep) onTestFinished(() => server.stop());
  const path = `${server.url}${base}/ebook/free-guide.pdf`;
  await fetch(path, { method: 'PUT', headers: await asAdmin(server), body: makePdf({}) });
  return { server, download: () => fetch(`${server.url}${base}/public/ebook/free-guide.pdf`) };
}

test('a replacement by another process shows at the next request', async () => {
  const { server, download } = await openStorage();
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
  expect(new Uint8Array(await (await download()).arrayBuffer())).toEqual(other);
});

test('a file too large for memory is sent whole and in parts', async () => {
  const server = await startTestServer({ env: { EBOOK_MAX_BYTES: '40000000' } });
  onTestFinished(() => server.stop());
  const pdf = makePdf({ sizeBytes: 36_000_000 });
  const put = await fetch(`${server.url}${base}/ebook/free-guide.pdf`, {
    method: 'PUT',
    headers: await asAdmin(server),
    body: pdf,
  });
  expect(put.status).toBe(200);
  const url = `${server.url}${base}/public/ebook/free-guide.pdf`;
  const whole = new Uint8Array(await (await fetch(url)).arrayBuffer());
  expect(hashOf(whole)).toBe(hashOf(pdf));
  const part = await fetch(url, { headers: { range: 'bytes=35000000-35000999' } });
  expect(part.status).toBe(206);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(pdf.slice(35_000_000, 35_001_000));
});

/** Downloads the e-book twice while the database takes no count, as on a full disk; returns what ends that. */
async function downloadUncounted({ server, download }: Awaited<ReturnType<typeof openStorage>>) {
  let rejected = 0;
  const full = async () => {
    rejected += 1;
    throw new Error('database or disk is full');
  };
  const mended = server.everyServer.map(({ ports: { downloads } }) => {
    const { record } = downloads;
    Object.assign(downloads, { record: full });
    return () => Object.assign(downloads, { record });
  });
  for (let i = 0; i < 2; i += 1) {
    const response = await download();
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  await expect.poll(() => rejected).toBe(2);
  return () => {
    for (const mend of mended) mend();
  };
}

test('a download that the database does not count is a download, and counted with a later one', async () => {
  const storage = await openStorage();
  const mend = await downloadUncounted(storage);
  mend();
  await (await storage.download()).arrayBuffer();
  const counted = async () => (await storage.server.ports.downloads.perDay())[0]?.downloads;
  // Other servers of the site, which got no further request, try again after a while.
  await expect.poll(counted, { timeout: 20_000 }).toBe(3);
});

test('downloads that wait to be counted are counted when the server stops', async () => {
  const storage = await openStorage({ keep: true });
  const mend = await downloadUncounted(storage);
  mend();
  await storage.server.stop({ keep: true });
  const again = await startTestServer({ dataDirectory: storage.server.dataDirectory });
  onTestFinished(() => again.stop());
  expect((await again.ports.downloads.perDay())[0]?.downloads).toBe(2);
});

test('no name can end the header or lead out of a folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (wanted) => {
      expect(attachment(wanted, 'free-guide.pdf')).toMatch(
        /^attachment; filename="[A-Za-z0-9 ._-]+"; filename\*=UTF-8''[A-Za-z0-9%._~&$+#^`|-]+$/,
      );
    }),
  );
  expect(attachment('../../etc/passwd', 'x.pdf')).toContain('filename="passwd.pdf"');
  expect(attachment('a"\r\nset-cookie: x=1', 'x.pdf')).not.toMatch(/[\r\n]|"a""/);
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
        if (!('start' in chosen)) return;
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

describe('RFC 9110 13.2.2: a request that holds for another version only', () => {
  const etag = '"abc"';
  const lastModified = 'Sat, 28 Nov 2026 12:00:00 GMT';
  const file = { etag, lastModified, sizeBytes: 1000 };
  const statusOf = (headers: Parameters<typeof selectBytes>[0]) =>
    selectBytes(headers, file).status;
  const other = fc.constantFrom('"x"', `W/${etag}`, '"abcd"', 'abc', '', '"ab', '*, "x"', '"*"');

  test('gets it when one of its tags is this one, compared strongly, or any will do', () => {
    fc.assert(
      fc.property(fc.array(other), fc.array(other), (before, after) => {
        const without = [...before, ...after].join(', ');
        expect(statusOf({ 'if-match': without, range: 'bytes=0-9' })).toBe(412);
        const listed = [...before.filter((tag) => tag !== '"ab'), etag, ...after].join(',');
        expect(statusOf({ 'if-match': listed })).toBe(200);
      }),
    );
    expect(statusOf({ 'if-match': ' * ', range: 'bytes=0-9' })).toBe(206);
    expect(statusOf({ 'if-match': '"a,b"' })).toBe(412);
  });

  test('gets it when it did not change after the date, in each form of one', () => {
    const changedAt = Date.parse(lastModified);
    const seconds = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(seconds, (after) => {
        const at = new Date(changedAt + after * 1000);
        const expected = after < 0 ? 412 : 200;
        const imf = at.toUTCString();
        const [, day = '', date = '', month = '', year = '', time = ''] =
          /^(\w+), (\d+) (\w+) (\d+) (.*) GMT$/.exec(imf) ?? [];
        const asctime = `${day} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`;
        for (const text of [imf, asctime])
          expect([text, statusOf({ 'if-unmodified-since': text })]).toEqual([text, expected]);
      }),
    );
    const old = (text: string) => statusOf({ 'if-unmodified-since': text });
    expect(old('Saturday, 28-Nov-26 12:00:00 GMT')).toBe(200);
    expect(old('Saturday, 28-Nov-26 11:59:59 GMT')).toBe(412);
  });

  test.each(['', 'yesterday', '0', '2020-01-01', '2020-01-01T00:00:00Z', `${lastModified}, x`])(
    'what is no date is not read: %j',
    (date) => {
      expect(statusOf({ 'if-unmodified-since': date })).toBe(200);
    },
  );

  test('tags come before dates, and both before what the client has and its range', () => {
    const early = 'Fri, 27 Nov 2026 12:00:00 GMT';
    expect(statusOf({ 'if-match': etag, 'if-unmodified-since': early })).toBe(200);
    expect(statusOf({ 'if-match': '"x"', 'if-unmodified-since': lastModified })).toBe(412);
    expect(statusOf({ 'if-match': '"x"', 'if-none-match': etag })).toBe(412);
    expect(statusOf({ 'if-unmodified-since': early, 'if-none-match': etag })).toBe(412);
    expect(statusOf({ 'if-match': etag, 'if-none-match': etag })).toBe(304);
    expect(statusOf({ 'if-match': '"x"', range: 'bytes=5000-' })).toBe(412);
    expect(statusOf({ 'if-match': etag, range: 'bytes=5000-' })).toBe(416);
  });
});
