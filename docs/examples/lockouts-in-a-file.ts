import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  currentRecord,
  type LockoutRecord,
  type LockoutStore,
  lockedUntil,
  recordFailure,
} from '@coachsite/core/lockout';

/**
 * Failed sign-ins in a JSON file, for one process. Reading, deciding and writing happen in one turn of the event loop,
 * so `reserve` is atomic; a rename replaces the file as a whole, so a crash leaves the old one or the new one.
 */
export function lockoutsInFile(path: string): LockoutStore {
  const read = (): Map<string, LockoutRecord> =>
    new Map(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []);
  const write = (records: Map<string, LockoutRecord>) => {
    writeFileSync(`${path}.new`, JSON.stringify([...records]));
    renameSync(`${path}.new`, path);
  };
  /** Changes the record of one key, or removes it. */
  const keep = (key: string, record: LockoutRecord | undefined) => {
    const records = read();
    if (record) records.set(key, record);
    else records.delete(key);
    write(records);
  };
  return {
    reserve: async (key, policy, now) => {
      // The rules of the core decide; the store only keeps what they return.
      const current = currentRecord(read().get(key), policy, now);
      const until = lockedUntil(current, policy);
      const record = until === undefined ? recordFailure(current, policy, now) : current;
      keep(key, record);
      return until === undefined
        ? { locked: false, failures: record?.count ?? 0 }
        : { locked: true, retryAfterMs: until - now };
    },
    release: async (key) => {
      const record = read().get(key);
      if (record) keep(key, record.count > 1 ? { ...record, count: record.count - 1 } : undefined);
    },
    clear: async (key) => {
      const record = read().get(key);
      keep(key, undefined);
      return record;
    },
    sweep: async (before) => {
      const records = read();
      const young = new Map(
        [...records].filter(([, { lastFailureAt }]) => lastFailureAt >= before),
      );
      write(young);
      return records.size - young.size;
    },
  };
}
