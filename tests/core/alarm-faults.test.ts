import {
  findFaults,
  isJobLate,
  type JobRuns,
  type Observed,
  runsOnSince,
  type SiteJob,
} from '@coachsite/core/alarm';
import { dayMs, hourMs, minuteMs } from '@coachsite/core/kernel';
import type { UnsentMail } from '@coachsite/core/mail';
import { describe, expect, test } from 'vitest';
import { allFine, faultKinds, noon, ownerAddress } from './support/alarm-site.ts';

const owner = { ownerAddress, ownMails: ['own'] };
const never: JobRuns = { doneAt: undefined, failedAt: undefined };
const runsOf = (some: Partial<Record<SiteJob, Partial<JobRuns>>>): Record<SiteJob, JobRuns> => ({
  backup: { ...never, ...some.backup },
  clean_up: { ...never, ...some.clean_up },
  integrity_check: { ...never, ...some.integrity_check },
  audit: { ...never, ...some.audit },
});
const quiet: Observed = {
  runs: runsOf({}),
  unsent: [],
  disk: { freeBytes: 50, totalBytes: 100 },
  certificateEndsAt: noon + 60 * dayMs,
  upMs: 90 * dayMs,
};
const found = (observed: Partial<Observed>) => findFaults({ ...quiet, ...observed }, owner, noon);
const wrong = (observed: Partial<Observed>) =>
  faultKinds.filter((kind) => found(observed)[kind] === 'wrong');

describe('a job', () => {
  const limits: readonly (readonly [SiteJob, number])[] = [
    ['backup', 36 * hourMs],
    ['clean_up', 36 * hourMs],
    ['integrity_check', 8 * dayMs],
    ['audit', 8 * dayMs],
  ];
  test('is late when it was last done too long ago, by whatever clock', () => {
    for (const [job, most] of limits) {
      const late = (doneAt: number) => isJobLate(job, { ...never, doneAt }, noon);
      expect([late(noon - most), late(noon - most - 1)]).toEqual([false, true]);
      expect([late(noon + most), late(noon + most + 1)]).toEqual([false, true]);
    }
  });

  test('is late when it failed since it was last done, and not when it was never begun', () => {
    const late = (runs: Partial<JobRuns>) => isJobLate('backup', { ...never, ...runs }, noon);
    expect(late({})).toBe(false);
    expect(late({ failedAt: noon })).toBe(true);
    expect(late({ doneAt: noon - 2, failedAt: noon - 1 })).toBe(true);
    expect(late({ doneAt: noon - 1, failedAt: noon - 1 })).toBe(false);
    expect(late({ doneAt: noon, failedAt: noon - 1 })).toBe(false);
  });

  test('gets its time after a start before anything is said: the backup half an hour, others eight', () => {
    for (const [job] of limits) {
      const runs = runsOf({ [job]: { doneAt: noon - 9 * dayMs } });
      const waits = job === 'backup' ? 30 * minuteMs : 8 * hourMs;
      expect(found({ runs, upMs: waits - 1 })[job]).toBe('unknown');
      expect(found({ runs, upMs: waits })).toEqual({ ...allFine, [job]: 'wrong' });
      expect(found({ runs: runsOf({ [job]: { doneAt: noon } }), upMs: 0 })[job]).toBe('fine');
    }
  });
});

test('nothing is wrong with a site that has just begun', () => {
  expect(found({})).toEqual(allFine);
});

test.each([
  [10, 100, 'unknown'],
  [9.9, 100, 'wrong'],
  [11.9, 100, 'unknown'],
  [12, 100, 'fine'],
  [0, 100, 'wrong'],
  [1, 0, 'unknown'],
  [Number.NaN, Number.NaN, 'unknown'],
  [1, -1, 'unknown'],
])('%d free of %d: %s', (freeBytes, totalBytes, finding) => {
  expect(found({ disk: { freeBytes, totalBytes } }).disk).toBe(finding);
});

test('what cannot be found out is unknown', () => {
  expect(found({ disk: undefined, certificateEndsAt: undefined })).toEqual({
    ...allFine,
    disk: 'unknown',
    certificate: 'unknown',
  });
});

test('a certificate is wrong within fourteen days of its end, and after it', () => {
  const ends = (certificateEndsAt: number) => found({ certificateEndsAt }).certificate;
  expect([ends(noon + 14 * dayMs), ends(noon + 14 * dayMs - 1)]).toEqual(['fine', 'wrong']);
  expect(ends(noon - dayMs)).toBe('wrong');
});

describe('a mail that was given up', () => {
  const unsent: UnsentMail = {
    id: 'm',
    state: 'failed',
    to: 'ann@example.com',
    subject: '',
    problem: 'rejected',
    reason: '',
    failures: 1,
    enqueuedAt: noon,
    nextTryAt: undefined,
  };
  const isWrong = (mail: Partial<UnsentMail>) =>
    wrong({ unsent: [{ ...unsent, ...mail }] }).includes('mails');

  test('counts for three days after it was enqueued, one that waits does not', () => {
    expect(isWrong({})).toBe(true);
    expect(isWrong({ enqueuedAt: noon - 3 * dayMs })).toBe(true);
    expect(isWrong({ enqueuedAt: noon - 3 * dayMs - 1 })).toBe(false);
    expect(isWrong({ enqueuedAt: noon + 3 * dayMs + 1 })).toBe(false);
    expect(isWrong({ state: 'waiting' })).toBe(false);
  });

  test('counts neither when it is a mail about faults, nor when a visitor mistyped an address', () => {
    expect(isWrong({ id: 'own' })).toBe(false);
    expect(isWrong({ problem: 'recipient_rejected' })).toBe(false);
    expect(isWrong({ problem: 'recipient_rejected', to: ownerAddress })).toBe(true);
  });
});
test('a process runs on since its clock last jumped', () => {
  const first = runsOnSince(undefined, noon, 1000);
  expect(first.since).toBe(1000);
  const hour = runsOnSince(first, noon + hourMs + 5 * minuteMs, 1000 + hourMs);
  expect(hour.since).toBe(1000);
  const next = runsOnSince(hour, noon + 2 * hourMs + 10 * minuteMs, 1000 + 2 * hourMs);
  expect(next.since).toBe(1000);
  for (const jump of [3 * dayMs, -dayMs, 5 * minuteMs + 1, -5 * minuteMs - 1]) {
    const after = runsOnSince(first, noon + hourMs + jump, 1000 + hourMs);
    expect(after.since).toBe(1000 + hourMs);
    expect(runsOnSince(after, noon + 2 * hourMs + jump, 1000 + 2 * hourMs).since).toBe(
      1000 + hourMs,
    );
  }
});
