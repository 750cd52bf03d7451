import type { Clock } from '@coachsite/core/kernel';

/** How the stores are opened. */
export interface StoreOptions {
  /** This process holds the lock of the server; commands do not. */
  readonly hasLock?: boolean;
  /** How many processes of this machine serve the site, 1 by default. */
  readonly processes?: number;
  /** The clock, for tests; by default that of the system, or of the database that processes share. */
  readonly clock?: Clock;
  /** Messages and requests are stored without their mails, as samples are. */
  readonly withoutMails?: boolean;
  /** New keys are made even where the data needs the old ones, which are lost for good. */
  readonly mayRenewKeys?: boolean;
}

/** Locks that one process of a site at a time holds, by name. */
export interface SharedLocks {
  /** Takes a lock; false while another process has it. */
  readonly take: (name: string) => Promise<boolean>;
  readonly free: (name: string) => Promise<void>;
}
