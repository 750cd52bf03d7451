import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { frameTexts, notFoundPage, pages } from '#ui/src/site/pages.ts';
import { sharedSite } from '../support/shared-server.ts';

/** Budget in compressed bytes. Source: docs/performance.md#goal-4. */
const appMax = 125_000;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../ui/dist/client/manifest.json'), 'utf8'),
) as Readonly<Record<string, Chunk>>;

function chunkOf(key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build of the app holds no ${key}`);
  return chunk;
}

/** The file of a module, and of all it imports at once. */
function filesOf(key: string): readonly string[] {
  const { file, imports = [] } = chunkOf(key);
  return [file, ...imports.flatMap(filesOf)];
}

/** What a page fetches when the app starts on it. */
function startFiles(
  { id, texts }: { readonly id: string; readonly texts: readonly string[] },
  language: string,
): ReadonlySet<string> {
  const own = texts.filter((name) => !frameTexts.some((one) => one === name));
  const keys = [
    'src/app/main.tsx',
    `src/pages/${id}.tsx`,
    `src/i18n/frame-${language}.ts`,
    ...own.map((name) => `content/${language}/${name}.json`),
  ];
  return new Set(keys.flatMap(filesOf));
}

const { server } = await sharedSite();

const weighed = new Map<string, Promise<number>>();

/** Compressed bytes of one file, as it comes over the wire. */
function weigh(file: string): Promise<number> {
  const known = weighed.get(file);
  if (known) return known;
  const bytes = new Promise<number>((resolve, reject) => {
    get(`${server.url}/${file}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let body = 0;
      response.on('data', (part: Buffer) => {
        body += part.length;
      });
      response.on('error', reject);
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
  weighed.set(file, bytes);
  return bytes;
}

const documents = [...pages, notFoundPage]
  .filter(({ kind }) => kind === 'document')
  .flatMap((page) => ['nl', 'en'].map((language) => ({ page, language, id: page.id })));

describe.each(documents)('$id in $language', ({ page, language }) => {
  test('starts the app for no more than the budget, without what signs in', async () => {
    const files = [...startFiles(page, language)];
    const bytes = await Promise.all(files.map(weigh));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(appMax);
    expect(files).not.toContain(chunkOf('src/document/session-script.ts').file);
  });
});
