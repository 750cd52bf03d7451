import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findTool, warnUntested } from '../deploy/support/tools.ts';
import { installTool } from '../support/npm-folder.ts';
import { form } from '../support/requests.ts';
import { seedSite } from '../support/seeded-site.ts';
import { sharedServer, sharedSite } from '../support/shared-server.ts';

const java = findTool('java');

const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
await seedSite(dataDirectory);
const { site, server, locations } = await sharedSite();
const full = await sharedServer({ site, dataDirectory });

const languages = ['nl', 'en'] as const;
const visit = (url: string, init?: RequestInit) =>
  fetch(url, { redirect: 'manual', headers: { accept: 'text/html' }, ...init });

/** Every page of a new site and of one with facts and a guide, and what a rejected request or a mistake leads to. */
const requests = languages.flatMap((language) => [
  ...locations.flatMap(({ path }) =>
    [server, full].map(
      ({ url }) =>
        () =>
          visit(`${url}${path}?lang=${language}`),
    ),
  ),
  () => visit(`${full.url}/guide/read?lang=${language}`),
  () => visit(`${server.url}/no-such-page?lang=${language}`),
  () =>
    visit(`${server.url}/%zz`, { headers: { accept: 'text/html', 'accept-language': language } }),
  ...[{}, { name: 'A', email: 'nonsense', subject: '', message: '<p>' }].map(
    (typed) => () => visit(`${server.url}/contact?lang=${language}`, form(typed)),
  ),
]);

interface Message {
  readonly type: 'error' | 'info' | 'non-document-error';
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}

/** The Nu HTML checker, which knows the HTML Standard; one Java machine checks all pages. */
const checker = () => join(installTool('html-checker').packages, 'vnu-jar/build/dist/vnu.jar');

/** What the checker says of files; it writes to stderr and ends with 1 where it finds a mistake. */
async function check(folder: string): Promise<readonly Message[]> {
  const parameters = ['-Xss8m', '-jar', checker(), '--errors-only', '--format', 'json', folder];
  const output = await promisify(execFile)(java ?? 'java', parameters, {
    maxBuffer: 2 ** 26,
  }).catch((failed: { readonly stdout: string; readonly stderr: string }) => failed);
  return (JSON.parse(output.stderr) as { readonly messages: readonly Message[] }).messages;
}

if (!java) warnUntested('the HTML of the pages by the Nu HTML checker', 'the program java');

describe.skipIf(!java)('the Nu HTML checker', () => {
  test('finds no mistake in any page, form or error page, but in CSS that it does not know', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coachsite-html-'));
    const pages = new Map<string, string>();
    for (const request of requests) {
      const response = await request();
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      const name = `${pages.size}.html`;
      pages.set(name, `${response.status} ${response.url}`);
      writeFileSync(join(folder, name), await response.text());
    }
    expect(pages.size).toBeGreaterThan(100);
    const messages = await check(folder);
    expect(
      messages
        .filter(({ message }) => !message.startsWith('CSS:'))
        .map(({ url, message, extract }) => ({
          page: pages.get(url.slice(url.lastIndexOf('/') + 1)),
          message,
          extract,
        })),
    ).toEqual([]);
  });

  test('finds a mistake where there is one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coachsite-html-'));
    writeFileSync(
      join(folder, 'page.html'),
      '<!doctype html><html lang="nl"><title>x</title><span><div>y</div></span></html>',
    );
    expect(await check(folder)).toHaveLength(1);
  });
});
