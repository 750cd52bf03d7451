import type { SiteConfig } from '@coachsite/adapters/contract';
import type { MaintenanceLog } from '@coachsite/core/backup';
import { type ClockTrust, judgeClock } from '@coachsite/core/privacy';
import type { WorkerLog } from './queue-worker.ts';
import { type RetentionPorts, removeExpired } from './retention.ts';

/** Ports of the clean-up. */
export type CleanUpPorts = RetentionPorts & { readonly maintenance: MaintenanceLog };

/**
 * Returns the hourly clean-up. It removes nothing while the clock may be wrong, and says so in the log when that
 * begins. `elapsed` is the time that passed, in milliseconds, by a clock that nobody can set.
 * Source: docs/security.md#DR-7.
 */
export function cleanUpByTrustedClock(
  ports: CleanUpPorts,
  site: Pick<SiteConfig, 'retention'>,
  log: Pick<WorkerLog, 'warn'>,
  elapsed: () => number = () => performance.now(),
): () => Promise<Record<string, number> | undefined> {
  let trust: ClockTrust | undefined;
  return async () => {
    const lastCleanUp = await ports.maintenance.lastAt('clean_up');
    const before = trust;
    const now = ports.clock.now();
    trust = judgeClock({ now, elapsed: elapsed() }, before, lastCleanUp);
    if (trust.proofLeftMs > 0) {
      const isNews = trust.proofLeftMs > (before?.proofLeftMs ?? 0);
      if (isNews && lastCleanUp !== undefined) {
        log.warn({ lastCleanUp }, 'the clock jumped: old data stays until it has run evenly');
      }
      return undefined;
    }
    const removed = await removeExpired(ports, site);
    await ports.maintenance.record('clean_up', now);
    return removed;
  };
}
