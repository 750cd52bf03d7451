import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DamagedDatabase } from '@coachsite/core/backup';
import type Sqlite from 'better-sqlite3';
import { err, ok, type Result } from 'neverthrow';

const program = fileURLToPath(new URL('./integrity-program.ts', import.meta.url));

/** Checks every page, index and constraint of the database; blocks as long as it takes. Source: docs/security.md#DR-3. */
export function integrityOf(sql: Sqlite.Database): Result<void, DamagedDatabase> {
  try {
    const [first] = sql.pragma('integrity_check(1)') as { integrity_check: string }[];
    const found = first?.integrity_check ?? 'no result';
    // The first line names the database, where there is a second.
    if (found === 'ok') return ok();
    return err({ kind: 'database_damaged', reason: found.trim().split('\n').at(-1) ?? found });
  } catch (error) {
    const isDamage =
      error instanceof Error &&
      'code' in error &&
      /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
    if (!isDamage) throw error;
    return err({ kind: 'database_damaged', reason: error.message });
  }
}

/**
 * Checks the file in a process of its own, so that a large database stops nothing. Rejects when the check could not be
 * made, or was aborted.
 */
export async function checkIntegrity(
  path: string,
  signal: AbortSignal,
): Promise<Result<void, DamagedDatabase>> {
  const child = spawn(process.execPath, [program, path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {},
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [found, status] = await Promise.all([text(child.stdout), ended]);
  if (status !== 0) throw new Error(`The check of ${path} ended with ${status}`);
  return found === 'ok' ? ok() : err({ kind: 'database_damaged', reason: found });
}
