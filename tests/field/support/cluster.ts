import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../support/free-port.ts';
import { folderOf, startServer, user } from './servers.ts';

const bin = '/usr/lib/postgresql/15/bin';

/** Runs a program as the user of the servers; throws with what it said where it fails. */
function runProgram(path: string, parameters: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stderr } = spawnSync(path, parameters, {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${path} ended with ${status}: ${stderr}`);
}

/** A cluster of Debian's PostgreSQL 15, on a port and a socket, with all who ask let in. */
export interface Cluster {
  readonly port: number;
  /** The folder of the socket. */
  readonly folder: string;
  /** The release: `15.18`. */
  readonly version: string;
  /** Runs text as the superuser, in a database. */
  readonly run: (text: string, database?: string) => Promise<readonly Record<string, unknown>[]>;
  /** Makes a user who is no superuser; `options` are those of `CREATE ROLE`. */
  readonly newRole: (
    settings?: Readonly<Record<string, string>>,
    options?: string,
  ) => Promise<string>;
  /** Makes a database that this user owns; `options` are those of `CREATE DATABASE`. */
  readonly newDatabase: (owner: string, options?: string) => Promise<string>;
  readonly urlOf: (role: string, database: string) => string;
  /** Another cluster that follows this one, and takes no writes until it is promoted. */
  readonly standby: () => Promise<Cluster>;
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

let names = 0;

async function startOn(folder: string, env: Readonly<Record<string, string>>): Promise<Cluster> {
  const [data, port] = [join(folder, 'data'), await freePort()];
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 300,
    wal_keep_size: '64MB',
  };
  const given = Object.entries(settings).flatMap((pair) => ['-c', pair.join('=')]);
  const server = await startServer(join(bin, 'postgres'), ['-D', data, ...given], {
    port,
    cwd: folder,
    env,
  });
  const run: Cluster['run'] = async (text, database = 'postgres') => {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/${database}`);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  // It listens before it takes connections.
  while (!(await run('SELECT 1').catch(() => undefined))) await wait(50);
  const [said] = await run('SHOW server_version');
  return {
    port,
    folder,
    version: /^[\d.]+/.exec(String(said?.['server_version']))?.[0] ?? '',
    run,
    newRole: async (wanted = {}, options = '') => {
      const name = `coach_${++names}`;
      await run(`CREATE ROLE ${name} LOGIN ${options}`);
      for (const [setting, value] of Object.entries(wanted)) {
        await run(`ALTER ROLE ${name} SET ${setting} = '${value}'`);
      }
      return name;
    },
    newDatabase: async (owner, options = '') => {
      const name = `site_${++names}`;
      await run(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ${options}`);
      return name;
    },
    urlOf: (role, database) => `postgres://${role}@127.0.0.1:${port}/${database}`,
    standby: async () => {
      const other = folderOf('standby');
      const to = ['-D', join(other, 'data'), '-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres'];
      runProgram(join(bin, 'pg_basebackup'), [...to, '-R', '-c', 'fast']);
      return startOn(other, env);
    },
    promote: async () => void (await run('SELECT pg_promote()')),
    stop: () => server.stop(),
  };
}

/** Starts a new cluster; with `locales` from the folder that `LOCPATH` names. */
export async function startCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const folder = folderOf('cluster');
  const given = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '--no-sync'];
  runProgram(join(bin, 'initdb'), [...given, '--encoding=UTF8', '--locale=C.UTF-8']);
  return startOn(folder, env);
}

/** Makes locales of the C library in a folder of their own, which is returned. */
export function makeLocales(...wanted: readonly string[]): string {
  const folder = folderOf('locales');
  for (const name of wanted) {
    runProgram('localedef', [
      '--no-archive',
      '-i',
      name,
      '-f',
      'UTF-8',
      join(folder, `${name}.UTF-8`),
    ]);
  }
  return folder;
}
