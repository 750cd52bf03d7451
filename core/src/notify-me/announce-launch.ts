import { findProgram } from '../catalogue/index.ts';
import {
  type Clock,
  type Digest,
  type EpochMs,
  err,
  type Ids,
  ok,
  type Random,
  type Result,
} from '../kernel/index.ts';
import type { Admin } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLog } from '../security-log/index.ts';
import type { InterestError, WaitingListSettings } from './interest.ts';
import type { LaunchNotFoundError, LaunchPace } from './launch.ts';
import { linkDigest, newLinkToken } from './link-token.ts';
import type { InterestMails, LaunchStore, WriteLaunchMail } from './ports.ts';

/** The ports for releasing the mails of launches. */
export interface ReleaseLaunchesPorts {
  readonly launches: LaunchStore;
  readonly interestMails: Pick<InterestMails, 'launch'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The unsubscribe tokens. */
  readonly random: Random;
  readonly digest: Digest;
}

/** The ports for announcing a launch. */
export interface AnnounceLaunchPorts extends ReleaseLaunchesPorts {
  readonly securityLog: SecurityLog;
}

/** A launch as an admin names it. */
interface LaunchRequest {
  readonly admin: Admin;
  /** Of the program that is launched, or of another waiting list. */
  readonly programId: string;
  readonly context: RequestContext;
}

/** The programs that can be launched. */
type LaunchSettings = Pick<WaitingListSettings, 'programs'>;

const unknownProgram = { kind: 'validation_failed', fields: { programId: 'unknown' } } as const;

/** Composes the mail of one interest, with a link of its own to unsubscribe. */
function writer(ports: ReleaseLaunchesPorts): WriteLaunchMail {
  return (interest) => {
    const unsubscribeToken = newLinkToken(ports);
    return {
      mail: ports.interestMails.launch({ id: ports.ids.uuid(), interest, unsubscribeToken }),
      unsubscribeDigest: linkDigest(ports, unsubscribeToken),
    };
  };
}

/**
 * Begins the launch of a program for every confirmed interest not yet announced, at `perHour` mails an hour or all at
 * once, records that, and returns how many this call added. Each person gets the mail once, however often this is called; later
 * confirmations, also those after `confirmedUntil`, are included in the next call. Errors: `validation_failed` for a
 * program that does not exist. Source: docs/law-and-search.md#D42, docs/law-and-search.md#D43.
 */
export async function announceLaunch(
  ports: AnnounceLaunchPorts,
  { programs }: LaunchSettings,
  request: LaunchRequest & {
    readonly perHour?: LaunchPace | undefined;
    readonly confirmedUntil?: EpochMs | undefined;
  },
): Promise<Result<number, InterestError>> {
  const { admin, programId, perHour, confirmedUntil, context } = request;
  const program = findProgram(programId, programs);
  if (!program) return err(unknownProgram);
  const queued = await ports.launches.start(
    { programId: program.id, perHour, confirmedUntil },
    writer(ports),
    ports.clock.now(),
  );
  await logEvent(ports, {
    actionType: 'launch_announced',
    userId: admin.userId,
    context,
    details: { programId, queued, ...(perHour === undefined ? {} : { perHour }) },
  });
  return ok(queued);
}

/**
 * Hands the mails of the launches under way to the queue, as many as the pace of each allows now. Returns their number.
 * Source: docs/decisions/0042-pace-of-a-launch.md.
 */
export function releaseLaunches(ports: ReleaseLaunchesPorts): Promise<number> {
  return ports.launches.release(writer(ports), ports.clock.now());
}

/** What an admin does with a launch that is under way. */
export const launchChanges = ['pause', 'resume', 'stop'] as const;

/**
 * Pauses, resumes or stops a launch that is under way, and records that. Mails that were sent or are being sent
 * cannot be recalled. Errors: `launch_not_found`. Source: docs/decisions/0042-pace-of-a-launch.md.
 */
export async function changeLaunch(
  ports: Pick<AnnounceLaunchPorts, 'launches' | 'securityLog' | 'clock' | 'ids'>,
  { programs }: LaunchSettings,
  request: LaunchRequest & { readonly change: (typeof launchChanges)[number] },
): Promise<Result<void, LaunchNotFoundError>> {
  const { admin, programId, change, context } = request;
  const program = findProgram(programId, programs);
  const isFound = program !== undefined && (await ports.launches[change](program.id));
  if (!isFound) return err({ kind: 'launch_not_found' });
  await logEvent(ports, {
    actionType: 'launch_changed',
    userId: admin.userId,
    context,
    details: { programId, change },
  });
  return ok();
}
