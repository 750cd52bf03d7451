import { threadOf } from '../thread.ts';

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

/** Checkpoints of the SQLite file at `path`. */
export function checkpointsOf(path: string): Checkpoints {
  const thread = threadOf<'PASSIVE' | 'TRUNCATE', Outcome>(program, {
    name: 'makes the checkpoints',
    workerData: path,
  });
  const ask = async (mode: 'PASSIVE' | 'TRUNCATE') => {
    const outcome = await thread.ask(mode);
    if ('error' in outcome) throw outcome.error;
    return outcome.isDone;
  };
  return {
    copy: async () => {
      await ask('PASSIVE');
    },
    empty: () => ask('TRUNCATE'),
    close: thread.close,
  };
}
