import type { SiteConfig } from '@coachsite/adapters/contract';
import type { ConsentLog } from '@coachsite/core/consent';
import { type MessageStore, messageKeptMs } from '@coachsite/core/contact';
import type { ReportStore } from '@coachsite/core/error-report';
import type { FlowStore } from '@coachsite/core/federation';
import { type Clock, dayMs } from '@coachsite/core/kernel';
import type { LockoutStore } from '@coachsite/core/lockout';
import type { MailQueue } from '@coachsite/core/mail';
import { type FactorStore, unverifiedFactorTtlMs } from '@coachsite/core/mfa';
import { announcedKeepMs, type InterestStore, unconfirmedKeepMs } from '@coachsite/core/notify-me';
import type { TokenStore } from '@coachsite/core/one-time-token';
import type { AttemptStore } from '@coachsite/core/rate-limit';
import { hideOldEmails, type Pseudonyms, type SecurityLog } from '@coachsite/core/security-log';
import type { SessionStore } from '@coachsite/core/session';

/** Ports of the data with a retention time. */
export interface RetentionPorts {
  readonly clock: Clock;
  readonly securityLog: SecurityLog;
  readonly pseudonyms: Pseudonyms;
  readonly attempts: AttemptStore;
  readonly lockouts: LockoutStore;
  readonly sessions: SessionStore;
  readonly tokens: TokenStore;
  readonly flows: FlowStore;
  readonly factors: FactorStore;
  readonly reports: ReportStore;
  readonly messages: MessageStore;
  readonly interests: InterestStore;
  readonly consents: ConsentLog;
  readonly mailQueue: MailQueue;
  readonly outbox: { readonly purge: (before: number) => Promise<number> };
}

/**
 * How long each kind is kept, in milliseconds; messages as long as the site says. Source: docs/security.md#PR-2,
 * docs/law-and-search.md#D42, docs/law-and-search.md#D53.
 */
export const keptMs = {
  securityEvents: 90 * dayMs,
  clientErrors: 30 * dayMs,
  /** Failures that are too few to lock an account. */
  failures: 90 * dayMs,
  /** Unused sessions: browsers keep a cookie no longer. */
  sessions: 400 * dayMs,
  outbox: 30 * dayMs,
  /** Mails that were sent or given up; waiting ones stay. */
  mails: 30 * dayMs,
  unconfirmedInterests: unconfirmedKeepMs,
  /** After the launch mail; interests without one stay. */
  toldInterests: announcedKeepMs,
  /** A choice is requested again after six months; its proof is kept for as long as it may be disputed. */
  consents: 3 * 365 * dayMs,
} as const;

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
    securityEvents: await ports.securityLog.sweep(now - keptMs.securityEvents),
    hiddenAddresses: await hideOldEmails(ports),
    counters: await ports.attempts.sweep(now),
    failures: await ports.lockouts.sweep(now - keptMs.failures),
    sessions: await ports.sessions.sweep(now, now - keptMs.sessions),
    tokens: await ports.tokens.sweep(now),
    codes: await ports.flows.sweep(now),
    factors: await ports.factors.sweep(now, now - unverifiedFactorTtlMs),
    clientErrors: await ports.reports.purge(now - keptMs.clientErrors),
    messages: await ports.messages.purge(now - messageKeptMs(messageMonths)),
    interests: await ports.interests.purge({
      requestedBefore: now - keptMs.unconfirmedInterests,
      announcedBefore: now - keptMs.toldInterests,
    }),
    consents: await ports.consents.purge(now - keptMs.consents),
    mails: await ports.mailQueue.purge(now - keptMs.mails),
    outbox: await ports.outbox.purge(now - keptMs.outbox),
  };
}
