import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

const thoroughly = { recursive: true, force: true, maxRetries: 3 } as const;

/**
 * Runs `work` with a new folder, whose path begins with `prefix` and which only the owner may read. It is removed
 * afterwards, and when the process exits before: it holds a copy of the database.
 */
export async function inTemporaryFolder<T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(prefix);
  const removeNow = () => rmSync(folder, thoroughly);
  process.once('exit', removeNow);
  try {
    return await work(folder);
  } finally {
    await rm(folder, thoroughly).finally(() => process.off('exit', removeNow));
  }
}
