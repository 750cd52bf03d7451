import { describe, expect, test, vi } from 'vitest';
import { readSampleGuide } from '#server/src/commands/samples/guide.ts';
import { openSiteFiles } from '#server/src/pages/site-files.ts';
import { startTestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';
import { scannedPdf, untaggedPdf } from '../support/text-pdf.ts';
import { writtenArticle } from '../support/written-article.ts';

const server = await startTestServer({ site: await openSiteFiles() });
const admin = await asAdmin(server);
const json = { ...admin, 'content-type': 'application/json' };
const call = '/api/admin/ebook/text';

const get = (path: string) => fetch(server.url + path, { headers: admin });
const read = (query = '') => fetch(`${server.url}/guide/read${query}`);
const page = async (query = '') => (await read(query)).text();
const text = async () => (await get(call)).json();

async function upload(bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.append('file', new Blob([bytes], { type: 'application/pdf' }), 'gids.pdf');
  const sent = await fetch(`${server.url}/api/admin/ebook`, {
    method: 'POST',
    headers: admin,
    body,
  });
  return (await sent.json()) as { readonly warnings: readonly string[] };
}
const send = (method: string, path: string, body: unknown = {}) =>
  fetch(server.url + path, { method, headers: json, body: JSON.stringify(body) });
const isListed = async () =>
  (await (await get('/sitemap.xml')).text()).includes(`${server.config.publicUrl}/guide/read<`);

describe('the guide as a page', () => {
  test('is nowhere before there is an e-book', async () => {
    expect((await read()).status).toBe(404);
    expect((await get(call)).status).toBe(404);
    expect((await send('PUT', call, { markdown: 'a' })).status).toBe(404);
    expect((await send('POST', `${call}/read`)).status).toBe(404);
    expect((await send('POST', `${call}/versions/1/restore`)).status).toBe(404);
    expect(await isListed()).toBe(false);
    expect(await (await get('/guide')).text()).not.toContain('/guide/read');
  });

  test('shows what a tagged PDF says, in Dutch for both languages, listed and linked', async () => {
    expect((await upload(readSampleGuide())).warnings).toEqual([]);
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get('x-robots-tag')).toBeNull();
    const html = await response.text();
    expect(html).toContain(`<link rel="canonical" href="${server.config.publicUrl}/guide/read">`);
    expect(html).toMatch(/<h2[^>]*>Kijk naar je week<\/h2>/);
    expect(html).toMatch(/<h3>Doe dit<\/h3><ul><li>Schrijf voor elke dag op/);
    const english = await page('?lang=en');
    expect(english).toContain('<html lang="en"');
    expect(english).toContain(
      `<link rel="canonical" href="${server.config.publicUrl}/guide/read">`,
    );
    expect(english).toMatch(/lang="nl"[^>]*><h1/);
    expect(english).toContain('In deze gids');
    expect(await isListed()).toBe(true);
    expect(await (await get('/guide')).text()).toContain('href="/guide/read"');
    expect(await (await get('/')).text()).not.toContain('isPage');
  });

  test('needs no app, and is no download', async () => {
    expect((await page()).replace(/^.*?<body/s, '')).not.toContain('data-app');
    expect(await (await get('/api/admin/ebook/stats')).json()).toMatchObject({ total: 0 });
  });

  test('its social image is one of the build', async () => {
    const [, image = ''] = /og:image" content="[^"]*?(\/social\/[^"]+)"/.exec(await page()) ?? [];
    expect((await fetch(server.url + image)).headers.get('content-type')).toBe('image/png');
  });

  test('is corrected by an admin: live at once, with versions, and a conflict where somebody was faster', async () => {
    const { version, origin, isPublic } = await text();
    expect({ origin, isPublic }).toEqual({ origin: 'pdf', isPublic: true });
    const saved = await send('PUT', call, { markdown: '# Gids\n\n## Beter\n\n<b>a</b>', version });
    expect(await saved.json()).toMatchObject({ origin: 'admin', isPublic: true });
    const html = await page();
    expect(html).toMatch(/<h2[^>]*>Beter<\/h2>/);
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('<b>a');
    const late = await send('PUT', call, { markdown: 'b', version });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'guide_conflict' });
    const versions = await (await get(`${call}/versions`)).json();
    expect(versions).toMatchObject([
      { origin: 'admin', active: true, isOfFile: true },
      { origin: 'pdf', active: false, isOfFile: true, id: version },
    ]);
    expect((await send('POST', `${call}/versions/${version}/restore`)).status).toBe(200);
    expect(await page()).toContain('Kijk naar je week');
    expect((await send('POST', `${call}/versions/999/restore`)).status).toBe(404);
  });

  test('an empty text takes it away; the PDF gives it back', async () => {
    await send('PUT', call, { markdown: ' ' });
    expect((await read()).status).toBe(404);
    expect(await isListed()).toBe(false);
    expect((await send('POST', `${call}/read`)).status).toBe(200);
    expect((await read()).status).toBe(200);
  });

  test('another PDF makes another text; one without tags has paragraphs only, and says so', async () => {
    await send('PUT', call, { markdown: 'Verbeterd' });
    const { warnings } = await upload(untaggedPdf());
    expect(warnings).toEqual(['no_tags', 'text_kept']);
    const html = await page();
    expect(html).toContain('<p>Een week heeft 168 uur.</p>');
    expect(html).not.toContain('Verbeterd');
    const kept: unknown[] = await (await get(`${call}/versions`)).json();
    expect(kept.slice(0, 2)).toMatchObject([
      { origin: 'pdf', isOfFile: true, active: true },
      { origin: 'admin', isOfFile: false, active: false },
    ]);
  });

  test('a scan has none, and says so, and is not taken for the e-book that was corrected', async () => {
    const { version, file } = await text();
    const { warnings } = await upload(scannedPdf());
    expect(warnings).toEqual(['no_text']);
    expect((await read()).status).toBe(404);
    expect(await text()).toMatchObject({ origin: null, isPublic: false, markdown: '' });
    const late = await send('PUT', call, { markdown: 'Van een andere PDF', version, file });
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'guide_conflict' }]);
    expect((await read()).status).toBe(404);
    const made = await send('POST', `${call}/read`);
    expect(made.status).toBe(422);
    expect(await made.json()).toMatchObject({ code: 'guide_without_text' });
  });

  test('an e-book from before has its text again', async () => {
    const versions = await (await get('/api/admin/ebook/versions')).json();
    await send('POST', `/api/admin/ebook/versions/${versions[2].id}/restore`);
    expect(await page()).toContain('Verbeterd');
  });

  test('an article may link to it while it is there', async () => {
    const markdown = writtenArticle('Een', { body: '\n[De gids](/guide/read)\n' });
    const check = async () =>
      (await send('POST', '/api/admin/articles/preview', { markdown, language: 'nl' })).status;
    expect(await check()).toBe(200);
    await send('PUT', call, { markdown: '' });
    expect(await check()).toBe(422);
    await send('PUT', call, { markdown: 'Verbeterd' });
    expect(await check()).toBe(200);
  });

  test('is there while the database does not respond', async () => {
    const away = () => Promise.reject(new Error('The database does not respond'));
    const spies = [
      vi.spyOn(server.ports.ebooks, 'active').mockImplementation(away),
      vi.spyOn(server.ports.content, 'currentId').mockImplementation(away),
    ];
    expect(await page()).toContain('Verbeterd');
    expect((await get('/guide')).status).toBe(200);
    expect(await isListed()).toBe(true);
    for (const spy of spies) spy.mockRestore();
  });
});
