import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { type ReadMail, readOutbox } from '../../support/outbox.ts';
import { newSchema } from '../../support/postgres-schema.ts';
import { roundRobin } from '../../support/round-robin.ts';
import { onDatabaseOf } from '../../support/site-database.ts';
import { linesWithSecrets } from './log-secrets.ts';

/** The folder of the product under test. */
export const projectFolder = join(import.meta.dirname, '..', '..', '..');

/** The server of a checkout: its program, or its sources where it has not been bundled. */
function serverOf(folder: string): string {
  const program = join(folder, 'server', 'dist', 'main.js');
  return existsSync(program) ? program : join(folder, 'server', 'src', 'main.ts');
}

/** The whole product in a process of its own, as `npm start` runs it, on an empty data directory. */
export interface Site {
  readonly url: string;
  readonly dataDirectory: string;
  /** Runs a command of `scripts/` beside the server, as an owner would. */
  readonly command: (script: string, parameters: readonly string[], input?: string) => string;
  /** The mails to one address once there are `count` of them, the oldest first. */
  readonly mailsTo: (address: string, count?: number) => Promise<readonly ReadMail[]>;
  /** Runs a statement on its database, whichever it uses. */
  readonly sql: (text: string) => Promise<unknown>;
  /** The token with which the first admin is made, as the owner finds it. */
  readonly setupToken: () => string;
}

/** A product that this process started, and has to stop. */
export interface StartedSite extends Site {
  readonly handle: SiteHandle;
  readonly stop: () => Promise<void>;
}

/** What another process needs to use a running product. */
export interface SiteHandle {
  readonly url: string;
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where the product is, unless it is the one under test. */
  readonly folder?: string | undefined;
  /** The token of the set-up, where it is in a database. */
  readonly setupToken?: string | undefined;
}

/** Somebody who can sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

async function ready(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null) throw new Error(`The server ended: ${output()}`);
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error(`The server was not ready in time: ${output()}`);
}

/** A running product that this or another process started. */
export function siteAt({
  url,
  dataDirectory,
  environment,
  folder = projectFolder,
  setupToken,
}: SiteHandle): Site {
  return {
    url,
    dataDirectory,
    command: (script, parameters, input = '') => {
      const ended = spawnSync(process.execPath, [join(folder, 'scripts', script), ...parameters], {
        cwd: folder,
        env: { ...process.env, ...environment },
        input,
        encoding: 'utf8',
      });
      if (ended.status !== 0)
        throw new Error(`${script} ended with ${ended.status}: ${ended.stderr}`);
      return ended.stdout;
    },
    mailsTo: async (address, count = 1) => {
      for (let tries = 0; tries < 200; tries += 1) {
        const mails = await readOutbox(join(dataDirectory, 'outbox'));
        const mine = mails.filter(({ to }) => to === address);
        if (mine.length >= count) return mine;
        await wait(50);
      }
      throw new Error(`No ${count} mails to ${address}`);
    },
    sql: (text) => onDatabaseOf({ dataDirectory, databaseUrl: environment['DATABASE_URL'] }, text),
    setupToken: () => setupToken ?? readFileSync(join(dataDirectory, 'setup-token'), 'utf8').trim(),
  };
}

/** What several servers of one site have in common; nothing for a single one, which has its data in a folder. */
async function inCommon(count: number, port: number): Promise<Readonly<Record<string, string>>> {
  if (count < 2) return {};
  return {
    DATABASE_URL: await newSchema(),
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1',
  };
}

/**
 * Starts the built product in a folder on a free port; limits per IP are off, as all tests share one IP.
 * `COACHSITE_E2E_SERVERS` makes it several servers on PostgreSQL, behind a proxy that gives each request to the next one.
 */
export async function startSite(
  env: Readonly<Record<string, string>> = {},
  folder: string = projectFolder,
): Promise<StartedSite> {
  const dataDirectory = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'coachsite-e2e-'));
  // A folder that is given is used again.
  const removeData = () => env.DATA_DIR ?? rmSync(dataDirectory, { recursive: true, force: true });
  const port = Number(env.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const count = Number(process.env.COACHSITE_E2E_SERVERS ?? 1);
  const environment: Readonly<Record<string, string>> = {
    PORT: String(port),
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'debug',
    AUTH_IP_RATE_LIMITS: 'off',
    ...(await inCommon(count, port)),
    ...env,
  };
  const proxy = count > 1 ? await roundRobin({ port }) : undefined;
  const ports = [proxy ? await freePort() : port];
  while (ports.length < count) ports.push(await freePort());
  let said = '';
  const servers = ports.map((own) => {
    const server = spawn(process.execPath, [serverOf(folder)], {
      cwd: folder,
      env: { ...process.env, ...environment, PORT: String(own) },
    });
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    return { server, at: `http://localhost:${own}`, ended: once(server, 'exit') };
  });
  const end = async () => {
    await proxy?.stop();
    return Promise.all(
      servers.map(async ({ server, ended }) => {
        server.kill('SIGTERM');
        const [code, signal] = (await ended) as [number | null, string | null];
        return code ?? signal;
      }),
    );
  };
  try {
    await Promise.all(servers.map(({ server, at }) => ready(at, server, () => said)));
  } catch (error) {
    await end();
    removeData();
    throw error;
  }
  proxy?.use(ports);
  const setupToken = proxy && /admin-setup\?token=(\S+)/.exec(said)?.[1];
  const handle = { url, dataDirectory, environment, folder, setupToken };
  return {
    ...siteAt(handle),
    handle,
    stop: async () => {
      const ends = await end();
      const secret = await linesWithSecrets(said, {
        dataDirectory,
        databaseUrl: environment['DATABASE_URL'],
      });
      removeData();
      // The logs of all servers are searched for secrets at the end, so they log at the most detailed level.
      if (secret.length > 0) throw new Error(`Logged what it must not:\n${secret.join('\n')}`);
      const odd = ends.filter((end) => end !== 0);
      if (odd.length > 0) throw new Error(`A server ended with ${odd.join(' and ')}: ${said}`);
    },
  };
}

/** A call with JSON in and out; anything but success is a defect of the test. */
async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** What the admin of a site can do beside the browser. */
export interface SiteAdmin extends Credentials {
  /** Downloads counted so far. */
  readonly downloads: () => Promise<number>;
  readonly upload: (bytes: Uint8Array, fileName: string) => Promise<void>;
  /** Puts the facts of the configuration file back, and ends the days off. */
  readonly resetFacts: () => Promise<void>;
  /** Takes an article off the site, if it is there. */
  readonly removeArticle: (slug: string, language: string) => Promise<void>;
}

const owner: Credentials = { email: 'coach@example.com', password: 'Kraanvogel-7!zee' };

/** The admin of a site that `openSite` made ready, signed in anew. */
export async function adminOf({ url }: Site): Promise<SiteAdmin> {
  const session = await post(`${url}/auth/v1/token?grant_type=password`, owner);
  const headers = { authorization: `Bearer ${String(session['access_token'])}` };
  return {
    ...owner,
    downloads: async () => {
      const response = await fetch(`${url}/api/admin/ebook/stats`, { headers });
      return ((await response.json()) as { total: number }).total;
    },
    upload: async (bytes, fileName) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), fileName);
      await post(`${url}/api/admin/ebook`, form, headers);
    },
    removeArticle: async (slug, language) => {
      const path = `/api/admin/articles/${slug}/${language}`;
      const removed = await fetch(url + path, { method: 'DELETE', headers });
      if (!removed.ok && removed.status !== 404)
        throw new Error(`The article was not removed: ${removed.status}`);
    },
    resetFacts: async () => {
      await post(`${url}/api/admin/site/versions/0/restore`, {}, headers);
      const ended = await fetch(`${url}/api/admin/pause`, { method: 'DELETE', headers });
      if (!ended.ok) throw new Error(`The days off were not ended: ${ended.status}`);
    },
  };
}

/** Makes the first admin of a site, as its set-up page does, and puts the sample guide on offer. */
export async function openSite(site: Site): Promise<SiteAdmin> {
  await post(`${site.url}/api/admin-setup`, { token: site.setupToken(), ...owner });
  const admin = await adminOf(site);
  await admin.upload(readFileSync(join(projectFolder, 'ui/content/samples/guide.pdf')), 'gids.pdf');
  return admin;
}

/** Signs somebody up over HTTP; where no confirmation is asked for they can sign in at once. */
export async function signUpMember(site: Site, who: Credentials): Promise<void> {
  await post(`${site.url}/auth/v1/signup`, who);
}
