import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** Waits at most this long for readers, in milliseconds; with one that stays longer, the log stays as it is. */
const busyTimeoutMs = 100;

/** Makes the checkpoints of the database that `workerData` names, in the thread that `checkpoints.ts` starts. */
const sql = new Sqlite(workerData as string, { fileMustExist: true, timeout: busyTimeoutMs });
sql.pragma('synchronous = FULL');

const checkpoint = (mode: 'PASSIVE' | 'TRUNCATE') => {
  const [row] = sql.pragma(`wal_checkpoint(${mode})`) as { busy: number }[];
  return row?.busy === 0;
};

/**
 * Empties the log. The first commit after that syncs the header of the log; it is made here, so that it is not one of the
 * event loop.
 */
const empty = () => {
  const isEmpty = checkpoint('TRUNCATE');
  if (isEmpty) sql.pragma(`user_version = ${sql.pragma('user_version', { simple: true })}`);
  return isEmpty;
};

parentPort?.on('message', (mode: 'PASSIVE' | 'TRUNCATE') => {
  try {
    parentPort?.postMessage({ isDone: mode === 'TRUNCATE' ? empty() : checkpoint(mode) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
