import { Worker } from 'node:worker_threads';
import { askThread } from '../ask-thread.ts';

const program = new URL('./checkpoint-worker.ts', import.meta.url);

type Outcome = { readonly isDone: boolean } | { readonly error: unknown };

/** Copies the write-ahead log into the database, in a thread of its own: it syncs both files. */
export interface Checkpoints {
  /** Copies what is in the log, beside readers and writers. Rejects when the disk does. */
  readonly copy: () => Promise<void>;
  /** Copies the rest and empties the log; `false` when a reader prevents it. Writers must wait. Rejects when the disk does. */
  readonly empty: () => Promise<boolean>;
  /** Ends the thread. */
  readonly close: () => Promise<void>;
}

/** Checkpoints of the SQLite file at `path`. The thread starts with the first one. */
export function checkpointsOf(path: string): Checkpoints {
  let worker: Worker | undefined;
  const start = () => {
    const started = new Worker(program, { workerData: path });
    // The thread alone must not keep the process alive.
    started.unref();
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    return started;
  };
  const ask = async (mode: 'PASSIVE' | 'TRUNCATE') => {
    worker ??= start();
    const outcome = await askThread<Outcome>(worker, mode, 'makes the checkpoints');
    if ('error' in outcome) throw outcome.error;
    return outcome.isDone;
  };
  return {
    copy: async () => {
      await ask('PASSIVE');
    },
    empty: () => ask('TRUNCATE'),
    close: async () => {
      await worker?.terminate();
    },
  };
}
