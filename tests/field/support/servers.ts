import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unprivileged } from '../../support/unprivileged.ts';

/** The user of the servers that tests start, who is not root. */
export const user = unprivileged();

/** A new folder, which that user owns and everybody may enter. */
export function folderOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `coachsite-${name}-`));
  chmodSync(folder, 0o755);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  return folder;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGQUIT');
});

/** A server that runs as that user until it is stopped, or this process ends. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts a program that listens on a port; resolves once it does. */
export async function startServer(
  program: string,
  parameters: readonly string[],
  {
    port,
    cwd,
    env = {},
  }: {
    readonly port: number;
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<ServerProcess> {
  const child = spawn(program, parameters, {
    ...user,
    cwd,
    env: { PATH: `${process.env.PATH}:/usr/sbin`, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await wait(50);
  }
  return {
    child,
    stop: async (signal = 'SIGINT') => {
      child.kill(signal);
      await ended;
    },
  };
}
