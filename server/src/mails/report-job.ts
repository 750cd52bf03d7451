import { cryptoIds } from '@coachsite/adapters/system';
import type { SiteJob } from '@coachsite/core/alarm';
import type { MaintenanceLog, MaintenanceTask } from '@coachsite/core/backup';
import type { Clock } from '@coachsite/core/kernel';
import type { Config } from '../config/config.ts';
import { alarmMail } from './alarm.ts';
import { openMailer } from './test-mail.ts';

/** What a unit of the system reports, as in docs/deploy/coachsite-report@.service. */
export const jobReports: Readonly<
  Record<string, { readonly task: MaintenanceTask; readonly fault?: SiteJob }>
> = {
  'audit-done': { task: 'audit' },
  'audit-failed': { task: 'audit_failed', fault: 'audit' },
  'backup-failed': { task: 'backup_failed', fault: 'backup' },
};

interface ReportPorts {
  readonly maintenance: Pick<MaintenanceLog, 'record'>;
  readonly clock: Clock;
}

/**
 * Stores how a job of the system ended, for the server, which tells the owner. Where it cannot be stored, the database may
 * be what is broken: then the owner gets a mail about a failure at once, without the queue. Returns the exit status; rejects
 * when neither works. Source: docs/operations.md#alarm.
 */
export async function reportJob(
  readConfig: () => Promise<Config>,
  report: string,
  withPorts: (work: (ports: ReportPorts) => Promise<void>) => Promise<void>,
): Promise<number> {
  const found = jobReports[report];
  if (!found) {
    console.error(`The job is one of ${Object.keys(jobReports).join(', ')}`);
    return 2;
  }
  try {
    await withPorts(({ maintenance, clock }) => maintenance.record(found.task, clock.now()));
    return 0;
  } catch (error) {
    if (!found.fault) throw error;
    const config = await readConfig();
    const mailer = openMailer(config);
    const sent = await mailer.send(alarmMail(config)(cryptoIds.uuid(), [found.fault]));
    mailer.close();
    if (sent.isErr()) throw error;
    console.error(`${(error as Error).message}\nThe owner has a mail about it`);
    return 1;
  }
}
