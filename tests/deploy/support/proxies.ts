import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { proxyReady } from './https.ts';

/** A proxy that runs with a file of docs/deploy; only ports and paths differ from what an operator has. */
export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Everything it has logged so far. */
  readonly logged: () => string;
  readonly stop: () => Promise<void>;
}

export interface Ports {
  /** Those of the processes of the site. */
  readonly sites: readonly number[];
  readonly http: number;
  readonly https: number;
}

/** A program and its parameters. */
type Command = readonly [program: string, ...parameters: readonly string[]];

export interface ProxyKind {
  readonly name: string;
  /** The path of its program; absent where this machine lacks it. */
  readonly program: string | undefined;
  /** Whether its program insists on another user than root, who may then enter and write its folder. */
  readonly leavesRoot?: boolean;
  /** How many requests of one client it lets through at once; it may have no limit. */
  readonly clientLimit?: number;
  /** Writes its files into a folder of its own; returns what runs it, with another process before it where it needs one. */
  readonly prepare: (folder: string, ports: Ports) => Promise<readonly Command[]>;
}

/** Starts a proxy in front of the processes of the site on these ports. Rejects with what it printed when it does not start. */
export async function startProxy(
  { name, prepare, leavesRoot = false }: ProxyKind,
  ...sites: readonly number[]
): Promise<RunningProxy> {
  // Only its owner may enter the temporary folder of the run.
  const folder = mkdtempSync(join(leavesRoot ? '/var/tmp' : tmpdir(), `coachsite-${name}-`));
  if (leavesRoot) chmodSync(folder, 0o777);
  mkdirSync(join(folder, 'storage'));
  const ports = { sites, http: await freePort(), https: await freePort() };
  let printed = '';
  const started = (await prepare(folder, ports)).map(([program, ...parameters]) => {
    const child = spawn(program, parameters, { env: { ...process.env, HOME: folder } });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    return { child, ended: once(child, 'exit') };
  });
  const stop = async () => {
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  };
  const logged = () =>
    [
      printed,
      ...globSync('*.log', { cwd: folder }).map((log) => readFileSync(join(folder, log), 'utf8')),
    ].join('');
  const failed = Promise.race(started.map(({ ended }) => ended)).then(() => {
    throw new Error(`${name} ended: ${logged()}`);
  });
  failed.catch(() => undefined);
  try {
    await Promise.race([proxyReady(ports.https), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { httpPort: ports.http, httpsPort: ports.https, logged, stop };
}
