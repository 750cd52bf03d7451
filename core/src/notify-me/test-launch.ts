import type { UserStore } from '../account/index.ts';
import { findProgram } from '../catalogue/index.ts';
import { type Clock, err, hourMs, type Ids, ok, type Result } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import type { MailQueue } from '../mail/index.ts';
import { type AttemptStore, type RateLimitError, rateLimitError } from '../rate-limit/index.ts';
import type { Admin } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLog } from '../security-log/index.ts';
import type { InterestError, WaitingListSettings } from './interest.ts';
import type { InterestMails } from './ports.ts';

/** The ports for a test of the launch mail. */
export interface TestLaunchPorts {
  readonly users: Pick<UserStore, 'byId'>;
  readonly attempts: AttemptStore;
  readonly interestMails: Pick<InterestMails, 'launchSample'>;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
  readonly securityLog: SecurityLog;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The account of the admin has no e-mail address. */
export interface NoEmailError {
  /** An account of a phone number alone cannot get a test. */
  readonly kind: 'no_email';
}

/** Tests of one admin. */
const testLimit = { maxAttempts: 10, windowMs: hourMs };

/**
 * Queues the launch mail of a program, marked as a test, to the admin's own e-mail address, and returns that address. Nobody
 * on the waiting list counts as announced by it. Errors: `validation_failed` for a program that does not exist, `no_email`,
 * `over_request_rate_limit` after ten tests in an hour. Source: docs/law-and-search.md#D42.
 */
export async function testLaunch(
  ports: TestLaunchPorts,
  { programs }: Pick<WaitingListSettings, 'programs'>,
  request: {
    readonly admin: Admin;
    readonly programId: string;
    readonly language: Language;
    readonly context: RequestContext;
  },
): Promise<Result<string, InterestError | NoEmailError | RateLimitError>> {
  const { admin, programId, language, context } = request;
  const program = findProgram(programId, programs);
  if (!program) return err({ kind: 'validation_failed', fields: { programId: 'unknown' } });
  const to = (await ports.users.byId(admin.userId))?.email;
  if (!to) return err({ kind: 'no_email' });
  const now = ports.clock.now();
  const attempt = await ports.attempts.attempt(`launch-test:${admin.userId}`, testLimit, now);
  if (!attempt.allowed) return err(rateLimitError(attempt.retryAfterMs));
  const mail = ports.interestMails.launchSample({
    id: ports.ids.uuid(),
    to,
    programId: program.id,
    language,
    at: now,
    isTest: true,
  });
  await ports.mailQueue.enqueue(mail, now);
  await logEvent(ports, {
    actionType: 'launch_tested',
    userId: admin.userId,
    context,
    details: { programId, language },
  });
  return ok(to);
}
