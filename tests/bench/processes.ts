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

/**
 * Processor time that a process has used so far, in microseconds; `withEnded` adds that of the children that it has
 * waited for.
 */
export function cpuOf(pid: number | undefined, withEnded = false): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may hold spaces. Then user and system, of it and of those children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, withEnded ? 15 : 13).map(Number);
  return (ticks.reduce((sum, one) => sum + one, 0) * 1_000_000) / ticksPerSecond;
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
