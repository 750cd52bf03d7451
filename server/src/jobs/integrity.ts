import {
  type DamagedDatabase,
  isIntegrityCheckDue,
  type MaintenanceLog,
} from '@coachsite/core/backup';
import type { Clock } from '@coachsite/core/kernel';
import type { Result } from 'neverthrow';
import type { WorkerLog } from './queue-worker.ts';

/** Ports of the weekly check. */
export interface IntegrityPorts {
  readonly clock: Clock;
  readonly maintenance: MaintenanceLog;
  readonly checkIntegrity: (signal: AbortSignal) => Promise<Result<void, DamagedDatabase>>;
}

/**
 * Checks the whole database once a week, in a process of its own. Damage is logged at every call until it is repaired;
 * the site goes on with what can be read. Source: docs/security.md#DR-3.
 */
export async function checkIntegrityWeekly(
  ports: IntegrityPorts,
  log: Pick<WorkerLog, 'error'>,
  signal: AbortSignal,
): Promise<void> {
  const now = ports.clock.now();
  const last = await ports.maintenance.lastAt('integrity_check');
  // Each start makes a quick check, so the first full check is due a week after the first start.
  if (last === undefined) return ports.maintenance.record('integrity_check', now);
  if (!isIntegrityCheckDue(last, now)) return;
  const checked = await ports.checkIntegrity(signal).catch((error: unknown) => {
    // The server stops in the middle: the next one checks again.
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!checked) return;
  if (checked.isOk()) await ports.maintenance.record('integrity_check', now);
  else log.error({ reason: checked.error.reason }, 'the database is damaged: restore a backup');
}
