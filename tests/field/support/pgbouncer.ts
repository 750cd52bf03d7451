import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { startCluster } from './cluster.ts';
import { folderOf, type ServerProcess, startServer } from './servers.ts';

const program = '/usr/sbin/pgbouncer';

/** What the connections of a pooler begin with, and must still have after a site used them. */
export const unfit = { default_transaction_isolation: 'serializable', statement_timeout: '5s' };

const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
export const version = /PgBouncer ([\d.]+)/.exec(said ?? '')?.[1] ?? '';

/** A cluster that is reached through PgBouncer. */
export async function behindPgbouncer() {
  const cluster = await startCluster();
  const role = await cluster.newRole({ ...unfit, search_path: 'site' });
  const servers: ServerProcess[] = [];
  return {
    /** Starts one, with nothing set that it does not need; returns what makes a new database behind it, by its URL. */
    start: async (mode: 'transaction' | 'session', size: number) => {
      const [port, folder] = [await freePort(), folderOf('pgbouncer')];
      const file = join(folder, 'pgbouncer.ini');
      writeFileSync(join(folder, 'users.txt'), `"${role}" ""\n`);
      writeFileSync(
        file,
        `[databases]
* = host=127.0.0.1 port=${cluster.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = ${size}
`,
      );
      servers.push(await startServer(program, [file], { port, cwd: folder }));
      return async () => {
        const database = await cluster.newDatabase(role);
        await cluster.run(`CREATE SCHEMA site AUTHORIZATION ${role}`, database);
        return `postgres://${role}@127.0.0.1:${port}/${database}`;
      };
    },
    stop: async () => {
      for (const server of servers) await server.stop('SIGTERM');
      await cluster.stop();
    },
  };
}
