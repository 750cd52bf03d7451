import type { EpochMs } from '../kernel/index.ts';
import type { Mail } from '../mail/index.ts';
import type { FaultKind } from './faults.ts';

/** A fault that the owner has had a mail about, and when a process last saw it. */
export interface KnownFault {
  readonly kind: FaultKind;
  readonly seenAt: EpochMs;
}

/** What all processes of a site know together: the faults, and which mails about them were sent. */
export interface AlarmState {
  readonly faults: readonly KnownFault[];
  /** When the last mail about faults was sent; undefined while all is well. */
  readonly mailedAt?: EpochMs | undefined;
  /** Ids of the last mails about faults: a fault is never that one of these was given up. */
  readonly mails: readonly string[];
  /** When the outside monitor was last called. */
  readonly beatAt?: EpochMs | undefined;
}

/** Stores the state for all processes. */
export interface AlarmStore {
  /** The state, and its number, which grows with each change; undefined before the first. */
  readonly read: () => Promise<{ readonly number: number; readonly state: AlarmState } | undefined>;
  /**
   * Stores a state in place of the one with number `base`, 0 for none, and enqueues a mail about it, in one atomic step.
   * False, with nothing stored, when another process was first.
   */
  readonly replace: (
    base: number,
    state: AlarmState,
    mail: Mail | undefined,
    now: EpochMs,
  ) => Promise<boolean>;
}

/** Composes the mail to the owner about faults; without any it says that all is well. */
export type ToAlarmMail = (id: string, faults: readonly FaultKind[]) => Mail;
