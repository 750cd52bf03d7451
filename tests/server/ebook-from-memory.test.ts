import { publicEbookDownloadPath, publicEbookPath } from '@coachsite/adapters/contract';
import { afterAll, expect, test } from 'vitest';
import { byFramework, type Method, overTheWire } from '../support/by-framework.ts';
import { makePdf } from '../support/pdf.ts';
import { startTestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';

const server = await startTestServer();
afterAll(() => server.stop());
const admin = await asAdmin(server);

const put = async (marker: string) => {
  const url = `${server.url}/storage/v1/object/ebook/free-guide.pdf`;
  const headers = { ...admin, 'content-type': 'application/pdf' };
  expect((await fetch(url, { method: 'PUT', headers, body: makePdf({ marker }) })).status).toBe(
    200,
  );
};
await put('first');

async function servedFromMemory(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^coachsite_ebooks_from_memory_total (\d+)/m.exec(text)?.[1]);
}

const etag = String((await overTheWire(server.url, publicEbookPath, {})).headers['etag']);
const date = (year: number) => new Date(`${year}-11-30`).toUTCString();

test.each<[path: string, headers: Record<string, string>, method?: Method]>([
  [publicEbookPath, {}, 'HEAD'],
  [publicEbookPath, { range: 'bytes=1-5' }],
  [publicEbookPath, { 'if-none-match': etag }],
  [publicEbookPath, { 'if-match': '"other"' }],
  [publicEbookPath, { 'if-modified-since': date(2026) }],
  [publicEbookPath, { 'if-unmodified-since': date(1992) }],
  [`${publicEbookPath}?download=mine.pdf`, {}],
  [`${publicEbookPath}?`, {}],
  ['/storage/v1/object/ebook/free-guide.pdf', {}],
])('%s %j %s has the response that the framework gives', async (path, headers, method = 'GET') => {
  const sent = await overTheWire(server.url, path, headers, method);
  expect(sent).toEqual(await byFramework(server, path, headers, method));
});

test.each<[path: string, headers: Record<string, string>]>([
  [publicEbookPath, {}],
  [publicEbookPath, { cookie: 'language=nl', origin: 'https://other.example' }],
  [publicEbookDownloadPath, {}],
])('%s %j is sent from memory, as the framework would send it', async (path, headers) => {
  const before = await servedFromMemory();
  const sent = await overTheWire(server.url, path, headers);
  expect(sent).toEqual(await byFramework(server, path, headers));
  expect(await servedFromMemory()).toBe(before + 1);
});

test('a replaced e-book is sent from the next request on, with its own headers', async () => {
  const before = await overTheWire(server.url, publicEbookPath, {});
  await put('second');
  const after = await overTheWire(server.url, publicEbookPath, {});
  expect(after).toEqual(await byFramework(server, publicEbookPath, {}));
  expect(after.body).not.toBe(before.body);
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
});
