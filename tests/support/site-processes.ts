import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { newSchema } from './postgres-schema.ts';
import { type RoundRobin, roundRobin } from './round-robin.ts';
import { type SiteProcess, startSiteProcess } from './site-process.ts';

/** Processes of one site on one PostgreSQL database, behind a proxy that gives each request to the next one. */
export interface SiteProcesses {
  /** Origin of the site: that of the proxy. */
  readonly url: string;
  readonly proxy: RoundRobin;
  readonly processes: readonly SiteProcess[];
  /** The configuration that commands beside the processes need. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends those that still run, and the proxy. */
  readonly stop: () => Promise<void>;
}

/** Starts `count` processes as `npm start` runs them, all at once; `env` adds to their environment. */
export async function startSiteProcesses(
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<SiteProcesses> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const databaseUrl = env['DATABASE_URL'] ?? (await newSchema());
  const proxy = await roundRobin();
  const processes: SiteProcess[] = [];
  const stop = async () => {
    await proxy.stop();
    for (const { child } of processes) child.kill('SIGTERM');
    await Promise.all(processes.map(({ ended }) => ended));
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  const shared = {
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    ...env,
  };
  const ports: number[] = [];
  try {
    while (ports.length < count) {
      const port = await freePort();
      ports.push(port);
      processes.push(await startSiteProcess(dataDirectory, { ...shared, PORT: String(port) }));
    }
    await Promise.all(processes.map(({ ready }) => ready));
  } catch (error) {
    await stop();
    throw error;
  }
  proxy.use(ports);
  return {
    url: proxy.url,
    proxy,
    processes,
    env: shared,
    stop,
  };
}
