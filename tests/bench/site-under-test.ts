import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { makePdf } from '../support/pdf.ts';
import { bookFile, pageFile } from './floors.ts';
import { type Running, startProcess } from './processes.ts';

const root = join(import.meta.dirname, '..', '..');
const bookBytes = 20_000_000;

export const ebookPath = '/storage/v1/object/public/ebook/free-guide.pdf';
/** Any key is accepted; clients of this API send one. */
export const apikey = { apikey: 'coachsite-public' };

/** The site as an operator runs it, but for limits per IP: every request comes from this machine. */
export interface SiteUnderTest extends Running {
  readonly url: string;
}

export interface Member {
  readonly email: string;
  readonly password: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

type Environment = Readonly<Record<string, string>>;

const environment = (folder: string, env: Environment) => ({
  NODE_ENV: 'production',
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'error',
  AUTH_IP_RATE_LIMITS: 'off',
  ...env,
});

/** Puts an e-book of 20 MB in the folder and in the site. */
export function putBook(folder: string, env: Environment = {}): void {
  const book = makePdf({ sizeBytes: bookBytes });
  writeFileSync(join(folder, bookFile), book);
  const put = spawnSync(
    process.execPath,
    [join(root, 'scripts', 'ebook.ts'), 'put', join(folder, bookFile)],
    { cwd: root, env: { ...process.env, ...environment(folder, env) }, encoding: 'utf8' },
  );
  if (put.status !== 0) throw new Error(put.stderr);
}

/** Starts a process of the site; `env` adds to its environment. */
export async function startProcessOfSite(
  folder: string,
  env: Environment = {},
): Promise<SiteUnderTest> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`)).ok;
  const main = join(root, 'server', 'src', 'main.ts');
  const own = { PORT: port, PUBLIC_URL: url, ...env };
  const running = await startProcess(process.execPath, [main], isReady, environment(folder, own));
  return { ...running, url };
}

/** Starts the site with an e-book of 20 MB, and puts its page and its e-book in the folder of the floors. */
export async function startSite(folder: string): Promise<SiteUnderTest> {
  putBook(folder);
  const site = await startProcessOfSite(folder);
  writeFileSync(join(folder, pageFile), await compressedPage(site.url));
  return site;
}

/** The home page as it is sent to a browser; `fetch` would decompress it. */
async function compressedPage(url: string): Promise<Buffer> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts)));
    })
      .on('error', reject)
      .end();
  });
}

/** Signs up somebody who can sign in at once. */
export async function signUp(url: string): Promise<Member> {
  const who = { email: `${randomUUID()}@example.com`, password: 'Tr0ubadour&Kite' };
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...apikey },
    body: JSON.stringify(who),
  });
  if (!response.ok) throw new Error(await response.text());
  return { ...who, ...((await response.json()) as Member) };
}
