import { type LookPorts, lookAfterSite, runsOnSince } from '@coachsite/core/alarm';
import type { Config } from '../config/config.ts';
import { beat } from '../config/heartbeat.ts';
import type { WorkerLog } from './queue-worker.ts';

/**
 * Returns the hourly check of the site, which mails its owner and calls the outside monitor. `elapsed` is the time that has
 * passed, in milliseconds, by a clock that nobody can set. Source: docs/operations.md#alarm.
 */
export function lookHourly(
  ports: LookPorts,
  config: Pick<Config, 'contactTo' | 'heartbeatUrl'>,
  log: Pick<WorkerLog, 'warn'>,
  elapsed: () => number = () => performance.now(),
): () => Promise<void> {
  let uptime = runsOnSince(undefined, ports.clock.now(), elapsed());
  return async () => {
    const passed = elapsed();
    uptime = runsOnSince(uptime, ports.clock.now(), passed);
    const { mailed, beats } = await lookAfterSite(ports, {
      upMs: passed - uptime.since,
      ownerAddress: config.contactTo,
      hasMonitor: config.heartbeatUrl !== undefined,
    });
    if (mailed && mailed.length > 0)
      log.warn({ faults: mailed }, 'faults of the site, which its owner gets a mail about');
    const unheard = beats ? await beat(config) : undefined;
    if (unheard !== undefined) log.warn({ reason: unheard }, 'the monitor did not hear the site');
  };
}
