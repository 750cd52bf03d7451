import {
  dayMs,
  type EpochMs,
  elapsed,
  hourMs,
  isWaitOver,
  type Milliseconds,
  minuteMs,
} from '../kernel/index.ts';
import type { FaultKind, Finding } from './faults.ts';
import type { AlarmState } from './ports.ts';

/** A fault that lasts is told again after this time, in milliseconds. */
export const repeatMs: Milliseconds = 7 * dayMs;

/**
 * How long a fault must not have been seen by any process to be over, in milliseconds: each looks once an hour, and only
 * that of one machine sees its disk.
 */
export const overMs: Milliseconds = 3 * hourMs;

/** How often the outside monitor hears that all is well, in milliseconds: a little less than the hour between two looks. */
const beatMs: Milliseconds = 55 * minuteMs;

/** Nobody was told anything yet. */
export const untold: AlarmState = { faults: [], mails: [] };

/** What follows from what one process found. */
export interface AlarmStep {
  readonly state: AlarmState;
  /** Whether the owner is told: of the faults in the state, or that there is none any more. */
  readonly tells: boolean;
  /** Whether the outside monitor is told that all is well. */
  readonly beats: boolean;
  /** Whether the state is another than before. */
  readonly isNews: boolean;
}

/**
 * Whether the owner is told, and what is known then. A fault is told when a process sees it first, and again after a week
 * while it is seen; once none was seen for three hours, that all is well. The order in which processes look, and how many
 * they are, changes nothing. Source: docs/operations.md#alarm.
 */
export function nextStep(
  before: AlarmState,
  findings: Readonly<Record<FaultKind, Finding>>,
  now: EpochMs,
): AlarmStep {
  const kinds = Object.keys(findings) as readonly FaultKind[];
  const wrong = kinds.filter((kind) => findings[kind] === 'wrong');
  const known = before.faults.flatMap(({ kind, seenAt }) => {
    if (findings[kind] !== 'fine') return [{ kind, seenAt: now }];
    return elapsed(seenAt, now) < overMs ? [{ kind, seenAt }] : [];
  });
  const added = wrong.filter((kind) => !before.faults.some((fault) => fault.kind === kind));
  const faults = [...known, ...added.map((kind) => ({ kind, seenAt: now }))];
  const isAgain = isWaitOver(before.mailedAt ?? now, repeatMs, now);
  const tellsFaults = added.length > 0 || (wrong.length > 0 && isAgain);
  const isWell = faults.length === 0;
  const beats = isWell && (before.beatAt === undefined || isWaitOver(before.beatAt, beatMs, now));
  return {
    state: {
      ...before,
      faults,
      mailedAt: isWell ? undefined : tellsFaults ? now : before.mailedAt,
      beatAt: beats ? now : before.beatAt,
    },
    tells: tellsFaults || (isWell && before.faults.length > 0),
    beats,
    isNews: !isWell || before.faults.length > 0,
  };
}
