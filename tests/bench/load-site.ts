import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';

const root = join(import.meta.dirname, '..', '..');

/** The site as an operator runs it: a process of its own, here with a database of its own. */
export interface LoadedSite {
  readonly url: string;
  readonly databasePath: string;
  /** Memory that the process holds, in bytes. */
  readonly memory: () => number;
  /** Ends it as systemd does. Rejects when it does not end with 0. */
  readonly stop: () => Promise<void>;
  readonly remove: () => void;
}

/** The resident memory of a process, in bytes; 0 where the system has no /proc. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * Starts the site with the sample e-book. Every limit per IP is on: the site trusts this machine as its proxy, so that
 * the load can come from many IPs.
 */
export async function startLoadedSite(): Promise<LoadedSite> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-load-'));
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'error',
  };
  const guide = join(root, 'ui', 'content', 'samples', 'guide.pdf');
  const put = spawnSync(process.execPath, ['scripts/run.mjs', 'ebook.ts', 'put', guide], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (put.status !== 0) throw new Error(put.stderr);
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([status]) => {
      throw new Error(`The site ended with ${status}`);
    }),
  ]);
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    databasePath: join(dataDirectory, 'coachsite.sqlite'),
    memory: () => residentBytes(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      const [status] = await ended;
      if (status !== 0) throw new Error(`The site ended with ${status}`);
    },
    remove: () => rmSync(dataDirectory, { recursive: true, force: true }),
  };
}
