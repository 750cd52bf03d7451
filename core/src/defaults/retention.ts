import { dayMs, type Milliseconds } from '../kernel/index.ts';

/** A kind of data that is kept for a fixed time. */
type RetentionKind =
  | 'securityEvents'
  | 'clientErrors'
  | 'failures'
  | 'missedPaths'
  | 'sessions'
  | 'outbox'
  | 'migrationCopies'
  | 'mails'
  | 'unconfirmedInterests'
  | 'announcedInterests'
  | 'consents';

/**
 * How long each kind of data is kept, in milliseconds, for clean-ups that give a store the time before. Messages are kept as
 * long as the site says (`messageKeptMs`), and accounts that nobody confirmed as `defaultUnconfirmedLimits` say.
 * Source: docs/security.md#PR-2, docs/law-and-search.md#D42, docs/law-and-search.md#D53.
 */
export const defaultRetention: Readonly<Record<RetentionKind, Milliseconds>> = {
  securityEvents: 90 * dayMs,
  clientErrors: 30 * dayMs,
  /** Since somebody last asked for them. */
  missedPaths: 30 * dayMs,
  /** Failures that are too few to lock an account. */
  failures: 90 * dayMs,
  /** Unused sessions: browsers keep a cookie no longer. */
  sessions: 400 * dayMs,
  outbox: 30 * dayMs,
  /** Copies of the site from before a migration, on the same disk. */
  migrationCopies: 30 * dayMs,
  /** Mails that were sent or given up; waiting ones stay. */
  mails: 30 * dayMs,
  /** After the last request. */
  unconfirmedInterests: 14 * dayMs,
  /** After the launch mail; interests without one stay. */
  announcedInterests: 30 * dayMs,
  /** A choice is requested again after six months; its proof is kept for as long as it may be disputed. */
  consents: 3 * 365 * dayMs,
};
