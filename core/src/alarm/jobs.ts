import type { MaintenanceLog, MaintenanceTask } from '../backup/index.ts';
import {
  dayMs,
  type EpochMs,
  elapsed,
  hourMs,
  type Milliseconds,
  minuteMs,
} from '../kernel/index.ts';

/** What the site or its server does again and again. */
export type SiteJob = 'backup' | 'clean_up' | 'integrity_check' | 'audit';

/** A process reports nothing before it has run for this time, in milliseconds. */
export const settleMs: Milliseconds = 30 * minuteMs;

/** After a pause the clean-up waits until its clock is proven (`clockProofMs`), and timers of the system catch up. */
const afterPauseMs: Milliseconds = 8 * hourMs;

/** How old the last run of a job may be, in milliseconds. */
const oldest: Readonly<Record<SiteJob, Milliseconds>> = {
  backup: 36 * hourMs,
  clean_up: 36 * hourMs,
  integrity_check: 8 * dayMs,
  audit: 8 * dayMs,
};

/** Every job, in the order in which they are shown. */
export const siteJobs = /* @__PURE__ */ Object.keys(oldest) as readonly SiteJob[];

const failures: Readonly<Partial<Record<SiteJob, MaintenanceTask>>> = {
  backup: 'backup_failed',
  audit: 'audit_failed',
};

/** The last runs of a job. */
export interface JobRuns {
  /** When it last succeeded; undefined if never. */
  readonly doneAt: EpochMs | undefined;
  /** When the system last reported that it failed. */
  readonly failedAt: EpochMs | undefined;
}

/** Reads when each job last ran. */
export async function readRuns(
  maintenance: Pick<MaintenanceLog, 'lastAt'>,
): Promise<Readonly<Record<SiteJob, JobRuns>>> {
  const lastAt = async (task: MaintenanceTask | undefined) => task && maintenance.lastAt(task);
  const runs = siteJobs.map(
    async (job): Promise<[SiteJob, JobRuns]> => [
      job,
      { doneAt: await lastAt(job), failedAt: await lastAt(failures[job]) },
    ],
  );
  return Object.fromEntries(await Promise.all(runs)) as Record<SiteJob, JobRuns>;
}

/**
 * Whether a job has failed since it last succeeded, or last succeeded too long ago ({@link elapsed}). A job that never ran
 * is not late: nobody set it up, and for backups the admin area says so. Source: docs/operations.md#alarm.
 */
export function isJobLate(job: SiteJob, { doneAt, failedAt }: JobRuns, now: EpochMs): boolean {
  if (failedAt !== undefined && (doneAt === undefined || doneAt < failedAt)) return true;
  return elapsed(doneAt ?? now, now) > oldest[job];
}

/** Whether a process that has run for `upMs` may call a job late: after a pause the job first gets time to run. */
export function isSettled(job: SiteJob, upMs: Milliseconds): boolean {
  return upMs >= (job === 'backup' ? settleMs : afterPauseMs);
}
