import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A program in a process of its own. */
export interface Running {
  /** Processor time used so far, in microseconds, as the system counts it: all threads, and its own work for them. */
  readonly cpu: () => number;
  readonly stop: () => Promise<void>;
}

/** The system counts processor time in hundredths of a second, as /proc shows it. */
const ticksPerSecond = 100;

/** Processor time that a process has used so far, in microseconds. */
export function cpuOf(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) * 1_000_000) / ticksPerSecond;
}

/** Starts a program, and waits until `isReady`. */
export async function startProcess(
  command: string,
  parameters: readonly string[],
  isReady: () => Promise<boolean>,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child: ChildProcess = spawn(command, parameters, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    await wait(50);
  }
  return {
    cpu: () => cpuOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
