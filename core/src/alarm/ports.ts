import type { EpochMs } from '../kernel/index.ts';
import type { Mail } from '../mail/index.ts';
import type { FaultKind } from './faults.ts';

/** A fault that the owner was told of, and when a process last saw it. */
export interface KnownFault {
  readonly kind: FaultKind;
  readonly seenAt: EpochMs;
}

/** What the processes of a site know together: what the owner was told, and when. */
export interface AlarmState {
  readonly faults: readonly KnownFault[];
  /** When the owner was last told of a fault; undefined while all is well. */
  readonly mailedAt?: EpochMs | undefined;
  /** Ids of the last mails to the owner, which are no reason for another one. */
  readonly mails: readonly string[];
  /** When the outside monitor last heard that all is well. */
  readonly beatAt?: EpochMs | undefined;
}

/** Stores what the owner was told, for all processes. */
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

/** Composes a mail to the owner about faults; about none: that all is well. */
export type ToAlarmMail = (id: string, faults: readonly FaultKind[]) => Mail;
