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

/** While a fault lasts, the owner gets another mail after this time, in milliseconds. */
export const repeatMs: Milliseconds = 7 * dayMs;

/**
 * How long a fault must not have been seen by any process to be over, in milliseconds: each looks once an hour, and only
 * that of one machine sees its disk.
 */
export const overMs: Milliseconds = 3 * hourMs;

/** How often the outside monitor hears that all is well, in milliseconds: a little less than the hour between two looks. */
const beatMs: Milliseconds = 55 * minuteMs;

/** The state before the first mail. */
export const untold: AlarmState = { faults: [], mails: [] };

/** What follows from what one process found. */
export interface AlarmStep {
  readonly state: AlarmState;
  /** Whether the owner gets a mail: about the faults in the state, or that all is well again. */
  readonly tells: boolean;
  /** Whether to call the outside monitor, which takes a call for a sign that all is well. */
  readonly beats: boolean;
  /** Whether the state is another one than before, so that it is stored. */
  readonly isNews: boolean;
}

/**
 * Decides whether the owner gets a mail, from what was known before and what one process found. A mail goes out when a fault
 * is first seen, again a week later if it is still there, and once no process has seen any for three hours. How many
 * processes look, and in which order, makes no difference. Source: docs/operations.md#alarm.
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
