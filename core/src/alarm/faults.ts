import { dayMs, type EpochMs, elapsed, type Milliseconds } from '../kernel/index.ts';
import type { UnsentMail } from '../mail/index.ts';
import { isJobLate, isSettled, type JobRuns, type SiteJob, siteJobs } from './jobs.ts';

/** What may be wrong with a site: a job that is late, mails that were given up, a full disk, a certificate that ends. */
export type FaultKind = SiteJob | 'mails' | 'disk' | 'certificate';

/** `unknown`: what was known before still holds. */
export type Finding = 'wrong' | 'fine' | 'unknown';

/** Space on the disk of the data, in bytes. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** What one process sees. */
export interface Observed {
  readonly runs: Readonly<Record<SiteJob, JobRuns>>;
  readonly unsent: readonly UnsentMail[];
  readonly disk: DiskSpace | undefined;
  readonly certificateEndsAt: EpochMs | undefined;
  /** How long the process has run, by a clock that nobody can set. */
  readonly upMs: Milliseconds;
}

/** What tells apart the mails that do not count. */
export interface MailOwner {
  /** The address of the owner. */
  readonly ownerAddress: string;
  /** Ids of the mails about faults themselves. */
  readonly ownMails: readonly string[];
}

/** How long after it was enqueued a mail that was given up counts, in milliseconds: longer than its tries take. */
const givenUpMs: Milliseconds = 3 * dayMs;

/** Less than this part of the disk free is too little. */
const leastFree = 0.1;

/** From this part free it is enough again. */
const enoughFree = 0.12;

/** How long before its end a certificate should have been renewed, in milliseconds. */
const renewalMs: Milliseconds = 14 * dayMs;

/** An address that a visitor mistyped is no fault of the site; a refused address of the owner is. */
function countsAsLost(mail: UnsentMail, owner: MailOwner, now: EpochMs): boolean {
  if (mail.state !== 'failed' || elapsed(mail.enqueuedAt, now) > givenUpMs) return false;
  if (owner.ownMails.includes(mail.id)) return false;
  return mail.problem !== 'recipient_rejected' || mail.to === owner.ownerAddress;
}

function ofDisk(disk: DiskSpace | undefined): Finding {
  if (!disk || !(disk.totalBytes > 0)) return 'unknown';
  const free = disk.freeBytes / disk.totalBytes;
  if (free < leastFree) return 'wrong';
  return free < enoughFree ? 'unknown' : 'fine';
}

function ofCertificate(endsAt: EpochMs | undefined, now: EpochMs): Finding {
  if (endsAt === undefined) return 'unknown';
  return endsAt - now < renewalMs ? 'wrong' : 'fine';
}

/** What is wrong with the site, as one process sees it. Source: docs/operations.md#alarm. */
export function findFaults(
  { runs, unsent, disk, certificateEndsAt, upMs }: Observed,
  owner: MailOwner,
  now: EpochMs,
): Readonly<Record<FaultKind, Finding>> {
  const ofJob = (job: SiteJob): Finding => {
    if (!isJobLate(job, runs[job], now)) return 'fine';
    return isSettled(job, upMs) ? 'wrong' : 'unknown';
  };
  const ofJobs = siteJobs.map((job) => [job, ofJob(job)] as const);
  return {
    ...(Object.fromEntries(ofJobs) as Record<SiteJob, Finding>),
    mails: unsent.some((mail) => countsAsLost(mail, owner, now)) ? 'wrong' : 'fine',
    disk: ofDisk(disk),
    certificate: ofCertificate(certificateEndsAt, now),
  };
}
