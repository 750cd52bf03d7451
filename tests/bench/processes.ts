import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { makePdf } from '../support/pdf.ts';

const root = join(import.meta.dirname, '..', '..');
const production = { NODE_ENV: 'production' };

type Environment = Readonly<Record<string, string>>;

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  /** Processor time used so far, in microseconds, as the system counts it: all threads, and its own work for them. */
  readonly cpu: () => number;
  /** The memory that it holds, in bytes. */
  readonly memory: () => number;
  /** Ends it as systemd does; resolves with its exit status, null when the signal ended it. */
  readonly stop: () => Promise<number | null>;
}

/** The system counts processor time in hundredths of a second, as /proc shows it. */
const ticksPerSecond = 100;

/** Processor time of a process so far, in microseconds; `withEnded` adds that of the children that it has waited for. */
export function cpuOf(pid: number | undefined, withEnded = false): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may hold spaces. Then user and system, of it and of those children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, withEnded ? 15 : 13).map(Number);
  return (ticks.reduce((sum, one) => sum + one, 0) * 1_000_000) / ticksPerSecond;
}

const memoryOf = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** Starts a server on a free port, in a folder, and waits until `path` responds. */
export async function startServer(
  path: string,
  command: (port: number) => readonly [program: string, ...parameters: string[]],
  environment: Environment = {},
  cwd: string = root,
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [program, ...parameters] = command(port);
  const env = { ...process.env, ...production, PORT: `${port}`, PUBLIC_URL: url, ...environment };
  const child = spawn(program, parameters, { env, cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const isReady = async () => (await fetch(url + path)).ok;
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await wait(50);
  }
  return {
    url,
    cpu: () => cpuOf(child.pid),
    memory: () => memoryOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

/** The site as an operator runs it, but for limits per IP: every request comes from this machine. */
const siteEnvironment = (folder: string, env: Environment): Environment => ({
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'error',
  AUTH_IP_RATE_LIMITS: 'off',
  ...env,
});

/** Puts an e-book into the site, and into the folder as `file`. */
export function putBook(
  folder: string,
  env: Environment = {},
  { sizeBytes = 20_000_000, checkout = root, file = 'book' } = {},
): void {
  const path = join(folder, file);
  writeFileSync(path, makePdf({ sizeBytes }));
  const put = spawnSync(process.execPath, [join(checkout, 'scripts', 'ebook.ts'), 'put', path], {
    cwd: checkout,
    env: { ...process.env, ...production, ...siteEnvironment(folder, env) },
    encoding: 'utf8',
  });
  if (put.status !== 0) throw new Error(put.stderr);
}

/**
 * Waits until a site that has just started has rendered its pages ahead, so that it uses less than a tenth of a core for 3 s. What it
 * uses at rest is then left out of its processor time: on a busy machine it would weigh as much as the few requests.
 */
export async function settled(site: Server): Promise<Server> {
  let [quietFrom, quiet] = [site.cpu(), 0];
  while (quiet < 3) {
    const before = site.cpu();
    if (quiet === 0) quietFrom = before;
    await wait(1000);
    quiet = site.cpu() - before < 100_000 ? quiet + 1 : 0;
  }
  const restPerMs = (site.cpu() - quietFrom) / (quiet * 1000);
  const since = performance.now();
  return { ...site, cpu: () => site.cpu() - restPerMs * (performance.now() - since) };
}

/** Starts the site of a checkout by the command of its `npm start`; `env` adds to its environment. */
export function startSite(folder: string, env: Environment = {}, checkout = root): Promise<Server> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const environment = { ...siteEnvironment(folder, env), PATH };
  return startServer('/readyz', () => ['sh', '-c', scripts.start], environment, checkout);
}
