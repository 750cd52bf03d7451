import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AdminArticle,
  ArticleMistakes,
  ArticlePicture,
  ArticleSaved,
  ArticleText,
  ArticleVersions,
} from '@coachsite/adapters/contract';
import sharp from 'sharp';
import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import { articlesFolder } from '../support/articles.ts';
import { sharedSite } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';
import { writtenArticle } from '../support/written-article.ts';

const { server, get } = await sharedSite();
const admin = await asAdmin(server);
const fileSlug = 'trainen-in-twee-halve-uren';

const call = (method: string, path = '', body?: unknown) =>
  fetch(`${server.url}/api/admin/articles${path}`, {
    method,
    headers: {
      ...admin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const read = async (path: string) => (await get(path)).text();
const listed = async (slug: string, language = 'nl') =>
  ((await (await call('GET')).json()) as AdminArticle[]).find(
    (one) => one.slug === slug && one.language === language,
  );

async function save(slug: string, markdown: string, version?: number): Promise<ArticleSaved> {
  const response = await call('PUT', `/${slug}/nl`, { markdown, version });
  expect([response.status, slug]).toEqual([200, slug]);
  return (await response.json()) as ArticleSaved;
}

test('articles are for admins alone', async () => {
  const member = await asMember(server);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/a/nl'],
    ['PUT', '/a/nl'],
    ['DELETE', '/a/nl'],
    ['GET', '/a/nl/versions'],
    ['POST', '/a/nl/versions/1/restore'],
    ['POST', '/preview'],
    ['POST', '/rename'],
    ['GET', '/export'],
    ['POST', '/pictures'],
  ] as const) {
    const url = `${server.url}/api/admin/articles${path}`;
    expect([path, (await fetch(url, { method })).status]).toEqual([path, 401]);
    expect([path, (await fetch(url, { method, headers: member })).status]).toEqual([path, 403]);
  }
});

test('an article is in list, feed and sitemap, with its page and image, once it is saved', async () => {
  expect((await get('/blog/op-de-site')).status).toBe(404);
  expect((await get('/social/blog-op-de-site-nl.png')).status).toBe(404);
  const saved = await save('op-de-site', writtenArticle('Op de / site'), 0);
  expect(saved).toMatchObject({ isPublished: true });
  const page = await read('/blog/op-de-site');
  expect(page).toContain('De zin onder de titel.');
  expect(page).toContain('"headline":"Op de site"');
  expect(await read('/blog')).toContain('/blog/op-de-site');
  expect(await read('/feed.xml')).toContain('/blog/op-de-site');
  expect(await read('/sitemap.xml')).toContain('/blog/op-de-site');
  expect(await (await get('/api/articles/op-de-site')).json()).toMatchObject({
    article: { title: 'Op de site' },
  });
  const image = /property="og:image" content="[^"]*(\/social\/[^"]+)"/.exec(page)?.[1] ?? '';
  const drawn = await get(image);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
  const { width, height } = await sharp(await drawn.arrayBuffer()).metadata();
  expect([width, height]).toEqual([1200, 630]);
  expect(await listed('op-de-site')).toMatchObject({ state: 'site', hasFile: false });
});

test('a text with mistakes names their lines in the words of the admin, and changes nothing', async () => {
  const { version } = await save('met-fouten', writtenArticle('Zonder fouten'));
  const before = await read('/blog/met-fouten');
  const markdown = writtenArticle('Met fouten', {
    front: { category: 'zwemmen' },
    body: '\n:::figuur\nx\n:::\n\n[dood](/nergens)\n\n![](/pictures/x.jpg)\n',
  });
  for (const [lang, says] of [
    ['nl', ['een van', 'bestaat niet', 'leidt naar geen', 'vierkante haken']],
    ['en', ['one of', 'is not known', 'leads to no', 'square brackets']],
  ] as const) {
    for (const response of [
      await call('PUT', `/met-fouten/nl?lang=${lang}`, { markdown, version }),
      await call('POST', `/preview?lang=${lang}`, { markdown, language: 'nl' }),
    ]) {
      expect(response.status).toBe(422);
      const { mistakes } = (await response.json()) as ArticleMistakes;
      const lineOf = (text: string) => markdown.split('\n').indexOf(text) + 1;
      expect(mistakes.map(({ line }) => line)).toEqual([
        lineOf('category: zwemmen'),
        lineOf(':::figuur'),
        lineOf('[dood](/nergens)'),
        lineOf('![](/pictures/x.jpg)'),
        lineOf('![](/pictures/x.jpg)'),
      ]);
      for (const [index, words] of says.entries())
        expect(mistakes[index]?.message).toContain(words);
    }
  }
  expect(await read('/blog/met-fouten')).toBe(before);
  expect((await listed('met-fouten'))?.version).toBe(version);
});

test('what is on the site lies over the file, undo gives the same bytes, and removing it gives the file back', async () => {
  const path = `/blog/${fileSlug}`;
  const file = readFileSync(join(articlesFolder, `${fileSlug}.nl.md`), 'utf8');
  const text = (await (await call('GET', `/${fileSlug}/nl`)).json()) as ArticleText;
  expect(text).toMatchObject({ markdown: file, version: 0, hasFile: true });
  const [asFile, social] = [await read(path), await get(`/social/blog-${fileSlug}-nl.png`)];
  const first = await save(fileSlug, file.replace(/^title: .*$/m, 'title: Een andere titel'), 0);
  const changed = await read(path);
  expect(changed).toContain('Een andere titel');
  expect(await listed(fileSlug)).toMatchObject({ state: 'site', hasFile: true });
  const newSocial = await get(`/social/blog-${fileSlug}-nl.png`);
  expect(newSocial.headers.get('etag')).not.toBe(social.headers.get('etag'));
  await save(fileSlug, file.replace(/^title: .*$/m, 'title: Nog een titel'), first.version);
  expect(await read(path)).not.toBe(changed);
  const restored = await call('POST', `/${fileSlug}/nl/versions/${first.version}/restore`);
  expect(restored.status).toBe(200);
  expect(await read(path)).toBe(changed);
  expect((await call('DELETE', `/${fileSlug}/nl`)).status).toBe(200);
  expect(await read(path)).toBe(asFile);
  expect(await listed(fileSlug)).toMatchObject({ state: 'file' });
  const versions = (await (
    await call('GET', `/${fileSlug}/nl/versions`)
  ).json()) as ArticleVersions;
  expect(versions.map(({ active, state }) => [active, state])).toEqual([
    [true, null],
    [false, 'site'],
    [false, 'site'],
    [false, 'site'],
  ]);
  expect(versions[0]?.savedBy).toMatch(/@example\.com$/);
  expect((await call('DELETE', `/${fileSlug}/nl`)).status).toBe(404);
  expect((await call('POST', `/${fileSlug}/nl/versions/999/restore`)).status).toBe(404);
});

test('of two who begin from one version, the second learns of the first', async () => {
  const { version } = await save('twee-mensen', writtenArticle('Een'), 0);
  await save('twee-mensen', writtenArticle('Twee'), version);
  const late = await call('PUT', '/twee-mensen/nl', { markdown: writtenArticle('Drie'), version });
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'article_conflict' }]);
  expect(await read('/blog/twee-mensen')).toContain('Twee');
});

test('a draft is not public, an article of a later day waits, and a withdrawn one is gone', async () => {
  await save('klad', writtenArticle('Klad', { front: { draft: 'true' } }));
  expect([(await get('/blog/klad')).status, (await listed('klad'))?.state]).toEqual([404, 'draft']);
  await save('klad', writtenArticle('Klad', { front: { date: '2999-01-01' } }));
  expect([(await get('/blog/klad')).status, (await listed('klad'))?.state]).toEqual([
    404,
    'scheduled',
  ]);
  await save('klad', writtenArticle('Klad'));
  expect([(await get('/blog/klad')).status, (await listed('klad'))?.state]).toEqual([200, 'site']);
  await save('klad', writtenArticle('Klad', { front: { draft: 'true' } }));
  expect([(await get('/blog/klad')).status, (await listed('klad'))?.state]).toEqual([
    404,
    'withdrawn',
  ]);
  expect(await read('/feed.xml')).not.toContain('/blog/klad');
  expect((await call('DELETE', '/klad/nl')).status).toBe(200);
  expect(await listed('klad')).toBeUndefined();
});

test('an article that was removed can be written anew', async () => {
  await save('opnieuw', writtenArticle('Eerst'), 0);
  expect((await call('DELETE', '/opnieuw/nl')).status).toBe(200);
  expect((await get('/blog/opnieuw')).status).toBe(404);
  const { version } = await save('opnieuw', writtenArticle('Daarna'), 0);
  expect(await read('/blog/opnieuw')).toContain('Daarna');
  expect((await listed('opnieuw'))?.version).toBe(version);
});

const rename = (slug: string, to: string) => call('POST', '/rename?lang=en', { slug, to });

test('an article gets another address in all its languages, and the old one leads there', async () => {
  const text = writtenArticle('Hernoemd', { front: { aliases: '[heel-oud]' } });
  await save('oud', text);
  const english = writtenArticle('Renamed', { front: { aliases: '\n  - heel-oud' } });
  expect((await call('PUT', '/oud/en', { markdown: english })).status).toBe(200);
  const [entry] = /<id>[^<]*heel-oud[^<]*<\/id>/.exec(await read('/feed.xml')) ?? [];
  const renamed = await rename('oud', 'nieuw');
  expect(await renamed.json()).toMatchObject({ isPublished: true });
  for (const path of ['oud', 'heel-oud']) {
    const response = await get(`/blog/${path}`);
    expect([response.status, response.headers.get('location')]).toEqual([308, '/blog/nieuw']);
  }
  expect(await read('/blog/nieuw?lang=en')).toContain('Renamed');
  await save('verwijst', writtenArticle('Verwijst', { body: '\n[Daar](/blog/oud)\n' }));
  expect(await read('/feed.xml')).toContain(entry);
  expect(await listed('oud')).toBeUndefined();
  expect(await (await call('GET', '/nieuw/nl')).json()).toMatchObject({
    markdown: text.replace('[heel-oud]', '[heel-oud, oud]'),
  });
  // Back again: the feed goes on calling it by its first name.
  expect((await rename('nieuw', 'oud')).status).toBe(200);
  expect((await get('/blog/oud')).status).toBe(200);
  expect((await get('/blog/nieuw')).headers.get('location')).toBe('/blog/oud');
  expect(await read('/feed.xml')).toContain(entry);
});

test('an article that has a file is renamed as well, and its file stays away', async () => {
  const file = readFileSync(join(articlesFolder, `${fileSlug}.nl.md`), 'utf8');
  expect((await rename(fileSlug, 'halve-uren')).status).toBe(200);
  expect((await get(`/blog/${fileSlug}`)).headers.get('location')).toBe('/blog/halve-uren');
  expect(await listed(fileSlug)).toMatchObject({ state: 'withdrawn', hasFile: true });
  expect(await listed('halve-uren', 'en')).toMatchObject({ state: 'site', hasFile: false });
  for (const language of ['nl', 'en']) {
    expect((await call('DELETE', `/halve-uren/${language}`)).status).toBe(200);
    expect((await call('DELETE', `/${fileSlug}/${language}`)).status).toBe(200);
  }
  expect((await (await call('GET', `/${fileSlug}/nl`)).json()).markdown).toBe(file);
});

test('an address that another article has, or had, is refused, and nothing changes', async () => {
  await save('van-mij', writtenArticle('Van mij', { front: { aliases: '[vroeger]' } }));
  await save('ook-van-mij', writtenArticle('Ook'));
  const taken = await rename('ook-van-mij', 'van-mij');
  expect([taken.status, await taken.json()]).toMatchObject([
    422,
    { mistakes: [{ message: 'There is an article with this address.' }] },
  ]);
  expect((await rename('is-er-niet', 'iets')).status).toBe(404);
  for (const alias of ['van-mij', 'vroeger']) {
    const markdown = writtenArticle('Ook', { front: { aliases: `[${alias}]` } });
    const refused = await call('PUT', '/ook-van-mij/nl', { markdown });
    const { mistakes } = (await refused.json()) as ArticleMistakes;
    const line = markdown.split('\n').findIndex((one) => one.startsWith('aliases')) + 1;
    expect(mistakes).toEqual([{ line, message: expect.stringContaining(alias) }]);
  }
  expect(await listed('ook-van-mij')).toMatchObject({ state: 'site' });
});

/** A photo of a phone: lying on its side, with the place where it was taken. */
const photo = await sharp({
  create: { width: 1600, height: 1200, channels: 3, background: '#3366cc' },
})
  .jpeg()
  .withExif({ IFD3: { GPSLatitude: '51/1 3/1 0/1' }, IFD0: { Copyright: 'secret place' } })
  .withMetadata({ orientation: 6 })
  .toBuffer();

async function upload(bytes: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  const url = `${server.url}/api/admin/articles/pictures`;
  return fetch(url, { method: 'POST', headers: admin, body });
}

test('a photo stands in an article upright, without metadata, in three widths', async () => {
  const response = await upload(photo);
  expect(response.status).toBe(201);
  const { name, url, width, height } = (await response.json()) as ArticlePicture;
  expect([width, height]).toEqual([1200, 1600]);
  const body = `\n![Een blauw vlak](${url} "Genomen in Gent")\n`;
  await save('met-foto', writtenArticle('Met foto', { body }));
  const page = await read('/blog/met-foto');
  expect(page).toContain('alt="Een blauw vlak"');
  expect(page).toContain('Genomen in Gent');
  expect(page).toContain(
    '@layer base{figure{margin:0}}@layer pages{.shot{max-width:min(100%,40rem)',
  );
  for (const size of [480, 960, 1200]) {
    expect(page).toContain(`/pictures/${name}-${size}.avif ${size}w`);
    const file = await get(`/pictures/${name}-${size}.jpg`);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.includes('secret place')).toBe(false);
    const found = await sharp(bytes).metadata();
    expect([found.width, found.exif, found.orientation]).toEqual([size, undefined, undefined]);
  }
  expect((await get(url)).status).toBe(200);
  // The archive of all articles has it, and the text as it was written.
  const archive = Buffer.from(await (await call('GET', '/export')).arrayBuffer());
  const packed = new Map<string, Buffer>();
  const tar = extract();
  tar.on('entry', (header, stream, next) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk) => chunks.push(chunk as Buffer));
    stream.on('end', () => {
      packed.set(header.name, Buffer.concat(chunks));
      next();
    });
  });
  tar.end(archive);
  await once(tar, 'finish');
  expect(packed.get('articles/met-foto.nl.md')?.toString()).toBe(
    writtenArticle('Met foto', { body }),
  );
  const fromFile = readFileSync(join(articlesFolder, `${fileSlug}.nl.md`));
  expect(packed.get(`articles/${fileSlug}.nl.md`)?.equals(fromFile)).toBe(true);
  expect((await sharp(packed.get(url.slice(1))).metadata()).width).toBe(1200);
  const gone = body.replace(name, '0'.repeat(24));
  const refused = await call('PUT', '/met-foto/nl', {
    markdown: writtenArticle('Met foto', { body: gone }),
  });
  expect(refused.status).toBe(422);
  expect((await upload(Buffer.from('GIF89a'))).status).toBe(415);
});

test('an article without a picture carries no rule for one', async () => {
  await save('zonder-foto', writtenArticle('Zonder foto'));
  expect(await read('/blog/zonder-foto')).not.toContain('shot');
});

test('a preview is the real page, in both languages and schemes, and publishes nothing', async () => {
  const markdown = writtenArticle('Nog niet', { front: { draft: 'true', date: '2999-01-01' } });
  const preview = async (more: object) => {
    const response = await call('POST', '/preview', { markdown, language: 'nl', ...more });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return response.text();
  };
  const page = await preview({ slug: 'nog-niet' });
  expect(page).toContain('De zin onder de titel.');
  expect(page).toContain('<html lang="nl"');
  expect(page).toContain('color-scheme:light dark');
  expect(await preview({ reader: 'en' })).toContain('<html lang="en"');
  for (const scheme of ['light', 'dark']) {
    const shown = await preview({ scheme });
    expect(shown).toContain(`color-scheme:${scheme}`);
    expect(shown).not.toContain('@media screen and (prefers-color-scheme');
  }
  const form = new URLSearchParams({ draft: JSON.stringify({ markdown, language: 'nl' }) });
  const posted = await fetch(`${server.url}/api/admin/articles/preview`, {
    method: 'POST',
    headers: admin,
    body: form,
  });
  expect(await posted.text()).toContain('De zin onder de titel.');
  expect((await get('/blog/nog-niet')).status).toBe(404);
});
