import type { MaintenanceLog } from '../backup/index.ts';
import type { Clock, EpochMs, Ids, Milliseconds } from '../kernel/index.ts';
import type { MailQueue } from '../mail/index.ts';
import { type DiskSpace, type FaultKind, findFaults } from './faults.ts';
import { readRuns, settleMs } from './jobs.ts';
import { nextStep, untold } from './next-step.ts';
import type { AlarmStore, ToAlarmMail } from './ports.ts';

/** The ports for looking after the site. */
export interface LookPorts {
  readonly alarms: AlarmStore;
  readonly alarmMail: ToAlarmMail;
  readonly maintenance: Pick<MaintenanceLog, 'lastAt'>;
  readonly mailQueue: Pick<MailQueue, 'unsent'>;
  /** Undefined where it cannot be found out. */
  readonly disk: () => Promise<DiskSpace | undefined>;
  /** When the certificate of the public address ends; undefined where that cannot be found out. */
  readonly certificateEndsAt: () => Promise<EpochMs | undefined>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Of the process that looks, and of the site. */
export interface LookSettings {
  /** How long the process has run, by a clock that nobody can set. */
  readonly upMs: Milliseconds;
  /** The address of the owner. */
  readonly ownerAddress: string;
  /** Whether an outside monitor wants to hear that all is well. */
  readonly hasMonitor: boolean;
}

/** What the owner and the monitor are told. */
export interface Told {
  /** The faults of a mail that was enqueued; none: that all is well. Undefined without a mail. */
  readonly mailed?: readonly FaultKind[] | undefined;
  /** Whether the monitor is to be told that all is well; true in one process an hour. */
  readonly beats: boolean;
}

/** Mails that are looked at, those given up first. */
const lookedAt = 500;

/** Ids of own mails that are kept: more than are enqueued while a mail that was given up counts. */
const keptMails = 50;

/** Another process that was first is believed, and then looked at again, at most this often. */
const tries = 3;

/**
 * Looks whether the site does its work, and tells its owner in one mail, whichever process looks. A process that has just
 * started says nothing. Source: docs/operations.md#alarm.
 */
export async function lookAfterSite(
  ports: LookPorts,
  { upMs, ownerAddress, hasMonitor }: LookSettings,
): Promise<Told> {
  if (upMs < settleMs) return { beats: false };
  const { alarms, alarmMail, clock, ids } = ports;
  const [runs, unsent, disk, certificateEndsAt] = await Promise.all([
    readRuns(ports.maintenance),
    ports.mailQueue.unsent(lookedAt),
    ports.disk(),
    ports.certificateEndsAt(),
  ]);
  for (let tried = 0; tried < tries; tried += 1) {
    const now = clock.now();
    const { number, state: before } = (await alarms.read()) ?? { number: 0, state: untold };
    const owner = { ownerAddress, ownMails: before.mails };
    const observed = { runs, unsent, disk, certificateEndsAt, upMs };
    const step = nextStep(before, findFaults(observed, owner, now), now);
    const beats = hasMonitor && step.beats;
    if (!step.isNews && !beats) return { beats };
    const faults = step.state.faults.map(({ kind }) => kind);
    const mail = step.tells ? alarmMail(ids.uuid(), faults) : undefined;
    const mails = mail ? [mail.id, ...before.mails].slice(0, keptMails) : before.mails;
    if (await alarms.replace(number, { ...step.state, mails }, mail, now))
      return { mailed: mail && faults, beats };
  }
  return { beats: false };
}
