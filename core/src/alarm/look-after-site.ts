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

/** What is known of the process and of the site. */
export interface LookSettings {
  /** How long the process has run, by a clock that nobody can set. */
  readonly upMs: Milliseconds;
  /** The address of the owner. */
  readonly ownerAddress: string;
  /** Whether the site has an outside monitor. */
  readonly hasMonitor: boolean;
}

/** What came of a look at the site. */
export interface LookResult {
  /** The faults in the mail to the owner, none if it says that all is well; undefined if there was no mail. */
  readonly mailed?: readonly FaultKind[] | undefined;
  /** Whether this process calls the outside monitor, as one does each hour while all is well. */
  readonly beats: boolean;
}

/** How many unsent mails are looked at, those given up first. */
const lookedAt = 500;

/** How many ids of its own mails are kept: more than are sent within the time for which a mail that was given up counts. */
const keptMails = 50;

/** How often a process tries to store its state when another one was faster. */
const tries = 3;

/**
 * Checks whether the site does its work, and mails its owner if it does not: one mail, however many processes check. A process
 * that has just started stays silent. Source: docs/operations.md#alarm.
 */
export async function lookAfterSite(
  ports: LookPorts,
  { upMs, ownerAddress, hasMonitor }: LookSettings,
): Promise<LookResult> {
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
