import { err, ok, type Result } from 'neverthrow';
import { findProgram } from '../catalogue/index.ts';
import type { Clock, Digest, Ids, Random } from '../kernel/index.ts';
import type { Admin } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLog } from '../security-log/index.ts';
import type { ConfirmedInterest, InterestError } from './interest.ts';
import { linkDigest, newLinkToken } from './link-token.ts';
import type { InterestMails, InterestStore } from './ports.ts';

/** The ports for announcing a launch. */
export interface AnnounceLaunchPorts {
  readonly interests: InterestStore;
  readonly interestMails: InterestMails;
  readonly securityLog: SecurityLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly digest: Digest;
}

/**
 * Queues the launch mail of a program for every confirmed interest not yet announced, records that, and returns their
 * number. Each person gets it once, however often this is called; later confirmations are included in the next call. Errors:
 * `validation_failed` for a program that does not exist. Source: docs/law-and-search.md#D42,
 * docs/law-and-search.md#D43.
 */
export async function announceLaunch(
  ports: AnnounceLaunchPorts,
  admin: Admin,
  { programId, context }: { readonly programId: string; readonly context: RequestContext },
): Promise<Result<number, InterestError>> {
  const program = findProgram(programId);
  if (!program) return err({ kind: 'validation_failed', fields: { programId: 'unknown' } });
  const write = (interest: ConfirmedInterest) => {
    const unsubscribeToken = newLinkToken(ports);
    return {
      mail: ports.interestMails.launch({ id: ports.ids.uuid(), interest, unsubscribeToken }),
      unsubscribeDigest: linkDigest(ports, unsubscribeToken),
    };
  };
  const queued = await ports.interests.announce(program.id, write, ports.clock.now());
  await logEvent(ports, {
    actionType: 'launch_announced',
    userId: admin.userId,
    context,
    details: { programId, queued },
  });
  return ok(queued);
}
