import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { siteFonts } from '@coachsite/ui/site-build/fonts';
import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { seedSite } from '../support/seeded-site.ts';
import { anySession, sharedServer, sharedSite } from '../support/shared-server.ts';

/** Budgets in bytes as they are sent. Source: docs/performance.md#goal-1, docs/performance.md#goal-3. */
const documentScriptMax = 4 * 1024;
const inlineScriptMax = 1.5 * 1024;
const floorRatioMax = 1.25;

const documentMax = 17_000;

/** The URL of the site is in every page, whose compressed size depends on its digits: up to 60 bytes with a port by chance. */
const env = { PUBLIC_URL: 'http://localhost:3000' };

const { site, server } = await sharedSite({ env });

/** The site with everything a page can show: a guide, and the sample facts with their marks. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
await seedSite(dataDirectory);
const full = await sharedServer({ env, site, dataDirectory });

const [usual] = siteFonts;
const { DOMParser } = new Window();

/** A page as a browser gets it: its head, in bytes, and its compressed body. */
async function received(url: string, language: string) {
  const cookie = `language=${language}; ${anySession.cookie}`;
  const headers = { 'accept-encoding': 'br', cookie };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
  const lines = response.rawHeaders.map((part) => `${part}\r\n`);
  const head = `HTTP/1.1 200 OK\r\n${lines.join('')}`.length;
  return { head, body: await buffer(response), headers: response.headers };
}

test('the script of every document stays small, and what is written into the page too', () => {
  expect(site.assets.get(site.manifest.document)?.br?.length).toBeLessThanOrEqual(
    documentScriptMax,
  );
  expect(site.manifest.startScript.length).toBeLessThanOrEqual(inlineScriptMax);
});

const pagesOf = (kind: 'document' | 'application') =>
  site.prerender.locations
    .filter(({ page }) => page.kind === kind)
    .flatMap(({ path }) => [[path, 'nl'] as const, [path, 'en'] as const]);

const documents = pagesOf('document');

/** What a browser fetches before it shows a page. */
const fetchedFirst = /<script[^>]* src=|<link rel="(?:stylesheet|preload|modulepreload)"/;

test.each(pagesOf('application'))('%s in %s needs nothing else to show', async (path, language) => {
  const { body } = await received(server.url + path, language);
  expect(brotliDecompressSync(body).toString()).not.toMatch(fetchedFirst);
});

test('the policy of a document allows the speculation rules that its script adds, by their hash', async () => {
  const { speculationRules } = site.manifest;
  expect(JSON.parse(speculationRules)).toHaveProperty('prefetch');
  const hash = createHash('sha256').update(speculationRules).digest('base64');
  const policyOf = async (path: string) =>
    (await fetch(server.url + path)).headers.get('content-security-policy') ?? '';
  expect(await policyOf('/about')).toContain(`'sha256-${hash}'`);
  expect(await policyOf('/auth')).not.toContain(hash);
});

describe.each(documents)('%s in %s', (path, language) => {
  test('weighs little more than its text and styles, and needs nothing else to show', async () => {
    const { body } = await received(server.url + path, language);
    const html = brotliDecompressSync(body).toString();
    const floor = html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
    expect(body.length / brotliCompressSync(floor).length).toBeLessThanOrEqual(floorRatioMax);
    expect(html).not.toMatch(fetchedFirst);
  });

  test('has no character for which a browser fetches a third font file', async () => {
    const html = await (await fetch(`${full.url}${path}?lang=${language}`)).text();
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    for (const code of body.querySelectorAll('script, style')) code.remove();
    const characters = [...new Set(body.textContent)].filter((one) => one > ' ');
    expect(characters.filter((one) => !usual?.characters.includes(one))).toEqual([]);
  });

  test.each([
    ['without', server],
    ['with', full],
  ] as const)('is sent in few bytes, headers included, %s samples', async (_, { url }) => {
    const { head, body, headers } = await received(url + path, language);
    expect(headers['content-language']).toBe(language);
    expect(head + body.length).toBeLessThanOrEqual(documentMax);
  });
});
