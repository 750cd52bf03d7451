import type { SiteConfig } from '@coachsite/adapters/contract';
import type { MovedAccounts } from '@coachsite/adapters/stores';
import { abandonedBefore, isAbandoned, type UserStore } from '@coachsite/core/account';
import type { ConsentLog } from '@coachsite/core/consent';
import { type MessageStore, messageKeptMs } from '@coachsite/core/contact';
import { defaultRetention, defaultUnconfirmedLimits } from '@coachsite/core/defaults';
import type { ReportStore } from '@coachsite/core/error-report';
import type { FlowStore } from '@coachsite/core/federation';
import { type Clock, dayMs } from '@coachsite/core/kernel';
import type { LockoutStore } from '@coachsite/core/lockout';
import type { MailQueue } from '@coachsite/core/mail';
import { type FactorStore, unverifiedFactorTtlMs } from '@coachsite/core/mfa';
import type { InterestStore } from '@coachsite/core/notify-me';
import type { TokenStore } from '@coachsite/core/one-time-token';
import type { PasskeyStore } from '@coachsite/core/passkey';
import type { AttemptStore } from '@coachsite/core/rate-limit';
import type { MissedPaths } from '@coachsite/core/redirects';
import { hideOldEmails, type Pseudonyms, type SecurityLog } from '@coachsite/core/security-log';
import type { SessionStore } from '@coachsite/core/session';
import { type DeviceStore, deviceKeptMs } from '@coachsite/core/sign-in';

/** Ports of the data with a retention time. */
export interface RetentionPorts {
  readonly clock: Clock;
  readonly securityLog: SecurityLog;
  readonly pseudonyms: Pseudonyms;
  readonly attempts: AttemptStore;
  readonly lockouts: LockoutStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly devices: DeviceStore;
  readonly tokens: TokenStore;
  readonly flows: FlowStore;
  readonly factors: FactorStore;
  readonly passkeys: Pick<PasskeyStore, 'sweep'>;
  readonly reports: ReportStore;
  readonly messages: MessageStore;
  readonly interests: InterestStore;
  readonly consents: ConsentLog;
  readonly mailQueue: MailQueue;
  readonly moved: Pick<MovedAccounts, 'sweep'>;
  readonly migrationCopies: { readonly purge: (before: number) => Promise<number> };
  readonly missed: Pick<MissedPaths, 'purge'>;
  readonly outbox: { readonly purge: (before: number) => Promise<number> };
  readonly earlierAssets: { readonly purge: (before: number) => Promise<number> };
}

/** How long it is known which accounts came from another service, in milliseconds: that one is closed by then. */
const movedKeptMs = 365 * dayMs;

/** How long the assets of a build serve the pages that visitors have open once another one serves the site, in milliseconds. */
const earlierAssetsKeptMs = 7 * dayMs;

/** How many accounts one commit removes, so that requests are served in between. */
const accountsPerCommit = 100;

/** Removes the accounts that nobody confirmed or used since `before`; returns the count. */
async function removeAbandoned(
  { users }: Pick<RetentionPorts, 'users'>,
  before: number,
): Promise<number> {
  let removed = 0;
  for (let last = accountsPerCommit; last === accountsPerCommit; removed += last) {
    last = await users.removeUnused(before, (user) => isAbandoned(user, before), accountsPerCommit);
  }
  return removed;
}

/**
 * Removes data past its retention time; returns the counts by kind. Messages are removed `messageMonths` months after
 * their last change. Source: docs/law-and-search.md#D32.
 */
export async function removeExpired(
  ports: RetentionPorts,
  { retention: { messageMonths } }: Pick<SiteConfig, 'retention'>,
): Promise<Record<string, number>> {
  const now = ports.clock.now();
  return {
    securityEvents: await ports.securityLog.sweep(now - defaultRetention.securityEvents),
    hiddenAddresses: await hideOldEmails(ports),
    counters: await ports.attempts.sweep(now),
    failures: await ports.lockouts.sweep(now - defaultRetention.failures),
    sessions: await ports.sessions.sweep(now - defaultRetention.sessions, now),
    accounts: await removeAbandoned(
      ports,
      await abandonedBefore(ports, defaultUnconfirmedLimits, now),
    ),
    devices: await ports.devices.sweep(now - deviceKeptMs),
    tokens: await ports.tokens.sweep(now),
    codes: await ports.flows.sweep(now),
    factors: await ports.factors.sweep(now - unverifiedFactorTtlMs, now),
    passkeyChallenges: await ports.passkeys.sweep(now),
    clientErrors: await ports.reports.purge(now - defaultRetention.clientErrors),
    messages: await ports.messages.purge(now - messageKeptMs(messageMonths)),
    interests: await ports.interests.purge({
      requestedBefore: now - defaultRetention.unconfirmedInterests,
      announcedBefore: now - defaultRetention.announcedInterests,
    }),
    consents: await ports.consents.purge(now - defaultRetention.consents),
    mails: await ports.mailQueue.purge(now - defaultRetention.mails),
    movedAccounts: await ports.moved.sweep(now - movedKeptMs),
    migrationCopies: await ports.migrationCopies.purge(now - defaultRetention.migrationCopies),
    missedPaths: await ports.missed.purge(now - defaultRetention.missedPaths),
    outbox: await ports.outbox.purge(now - defaultRetention.outbox),
    earlierAssets: await ports.earlierAssets.purge(now - earlierAssetsKeptMs),
  };
}
