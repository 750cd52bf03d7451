import { Worker } from 'node:worker_threads';
import { askThread } from '../ask-thread.ts';

/** The folder, and the e-mail address or number whose messages are removed. */
export interface Removal {
  readonly directory: string;
  readonly recipient: string;
}

/** What the thread reports: how many messages it removed, or why it could not. */
export type Removed = { readonly count: number } | { readonly error: unknown };

const program = new URL('./removal-worker.ts', import.meta.url);

/** A thread that has nothing to do ends after this time, in milliseconds. */
const idleMs = 2000;

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

function start(): Worker {
  const started = new Worker(program);
  const forget = () => {
    if (worker === started) worker = undefined;
  };
  started.on('error', forget);
  started.on('exit', forget);
  return started;
}

async function ask(removal: Removal): Promise<number> {
  worker ??= start();
  const running = worker;
  running.ref();
  try {
    const removed = await askThread<Removed>(running, removal, 'removes messages');
    if ('error' in removed) throw removed.error;
    return removed.count;
  } finally {
    // The thread alone must not keep the process alive.
    running.unref();
  }
}

function endWhenIdle(): void {
  waiting -= 1;
  const asked = last;
  setTimeout(() => {
    if (asked !== last || waiting > 0) return;
    const idle = worker;
    worker = undefined;
    idle?.terminate();
  }, idleMs).unref();
}

/**
 * Removes the messages about somebody from a folder, in a thread of its own, one request after the other. Tens of
 * thousands of mails are parsed for it, and freeing that memory stops a thread for tens of milliseconds. Rejects when a
 * file cannot be read or removed.
 */
export function removeInThread(removal: Removal): Promise<number> {
  waiting += 1;
  const removed = last.then(() => ask(removal));
  last = removed.catch(() => undefined).finally(endWhenIdle);
  return removed;
}
