import {
  type AlarmState,
  type FaultKind,
  type Finding,
  findFaults,
  isJobLate,
  type JobRuns,
  lookAfterSite,
  nextStep,
  type Observed,
  overMs,
  repeatMs,
  runsOnSince,
  type SiteJob,
  siteJobs,
  untold,
} from '@coachsite/core/alarm';
import { dayMs, hourMs, minuteMs } from '@coachsite/core/kernel';
import type { Mail, UnsentMail } from '@coachsite/core/mail';
import {
  memoryClock,
  memoryIds,
  memoryMailQueue,
  memoryMaintenanceLog,
} from '@coachsite/core/testing';
import { memoryAlarmStore } from '@coachsite/core/testing/site';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const noon = Date.UTC(2026, 10, 29, 12);
const owner = { ownerAddress: 'coach@example.com', ownMails: ['own'] };
const kinds: readonly FaultKind[] = [...siteJobs, 'mails', 'disk', 'certificate'];

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
const allFine = Object.fromEntries(kinds.map((kind) => [kind, 'fine'])) as Record<
  FaultKind,
  Finding
>;
const found = (observed: Partial<Observed>) => findFaults({ ...quiet, ...observed }, owner, noon);
const wrong = (observed: Partial<Observed>) =>
  kinds.filter((kind) => found(observed)[kind] === 'wrong');

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
    expect(isWrong({ problem: 'recipient_rejected', to: owner.ownerAddress })).toBe(true);
  });
});

describe('what is told', () => {
  const finding = fc.constantFrom<Finding>('wrong', 'fine', 'unknown');
  const findings = fc.record(
    Object.fromEntries(kinds.map((kind) => [kind, finding])) as Record<
      FaultKind,
      fc.Arbitrary<Finding>
    >,
  );
  const step = (before: AlarmState, some: Partial<Record<FaultKind, Finding>>, now: number) =>
    nextStep(before, { ...allFine, ...some }, now);
  const told: AlarmState = {
    faults: [{ kind: 'disk', seenAt: noon }],
    mailedAt: noon,
    mails: ['a'],
  };

  test('all is well: nobody is told, and the monitor hears it once an hour', () => {
    const first = step(untold, {}, noon);
    expect(first).toMatchObject({ tells: false, beats: true, isNews: false });
    const again = (ms: number) => step(first.state, {}, noon + ms).beats;
    expect([again(55 * minuteMs - 1), again(55 * minuteMs)]).toEqual([false, true]);
    expect(step(first.state, {}, noon + hourMs).state.beatAt).toBe(noon + hourMs);
    expect(step(first.state, {}, noon + minuteMs).state.beatAt).toBe(noon);
  });

  test('a fault is told when it is first seen, another one too, and each again after a week', () => {
    const first = step(untold, { disk: 'wrong' }, noon);
    expect(first).toEqual({
      state: { ...told, mails: [] },
      tells: true,
      beats: false,
      isNews: true,
    });
    const second = step(first.state, { disk: 'wrong' }, noon + hourMs);
    expect(second).toMatchObject({ tells: false, beats: false, isNews: true });
    expect(second.state).toMatchObject({
      faults: [{ kind: 'disk', seenAt: noon + hourMs }],
      mailedAt: noon,
    });
    const another = step(told, { disk: 'wrong', audit: 'wrong' }, noon + hourMs);
    expect(another.tells).toBe(true);
    expect(another.state.mailedAt).toBe(noon + hourMs);
    expect(another.state.faults.map(({ kind }) => kind)).toEqual(['disk', 'audit']);
    const later = (ms: number) => step(told, { disk: 'wrong' }, noon + ms).tells;
    expect([later(repeatMs - 1), later(repeatMs)]).toEqual([false, true]);
  });

  test('a fault is over when nobody has seen it for three hours, and until then not told again', () => {
    const nearly = step(told, {}, noon + overMs - 1);
    expect(nearly).toMatchObject({ tells: false, beats: false, isNews: true });
    expect(nearly.state.faults).toEqual(told.faults);
    expect(step(nearly.state, { disk: 'wrong' }, noon + overMs).tells).toBe(false);
    const over = step(told, {}, noon + overMs);
    expect(over).toEqual({
      state: { faults: [], mailedAt: undefined, mails: ['a'], beatAt: noon + overMs },
      tells: true,
      beats: true,
      isNews: true,
    });
    // A week after the mail: nothing is wrong any more.
    const late: AlarmState = { ...told, faults: [{ kind: 'disk', seenAt: noon + repeatMs }] };
    expect(step(late, {}, noon + repeatMs).tells).toBe(false);
  });

  test('what is unknown stays as it was', () => {
    const still = step(told, { disk: 'unknown' }, noon + dayMs);
    expect(still.tells).toBe(false);
    expect(still.state.faults).toEqual([{ kind: 'disk', seenAt: noon + dayMs }]);
    expect(step(untold, { disk: 'unknown' }, noon)).toMatchObject({ tells: false, beats: true });
  });

  test('whatever is found: one mail for a fault, one that all is well, none between', () => {
    fc.assert(
      fc.property(fc.array(findings, { maxLength: 40 }), (looks) => {
        let state = untold;
        let now = noon;
        for (const look of looks) {
          const before = state.faults.map(({ kind }) => kind);
          const next = nextStep(state, look, now);
          const after = next.state.faults.map(({ kind }) => kind);
          const isNew = after.some((kind) => !before.includes(kind));
          const isOver = before.length > 0 && after.length === 0;
          expect(next.tells).toBe(isNew || isOver);
          expect(new Set(after).size).toBe(after.length);
          // What one sees is known; what is known was seen.
          for (const kind of kinds) if (look[kind] === 'wrong') expect(after).toContain(kind);
          for (const kind of after)
            expect(look[kind] === 'wrong' || before.includes(kind)).toBe(true);
          expect(next.beats && after.length > 0).toBe(false);
          // Shorter than a week in all, so that nothing is repeated.
          ({ state } = next);
          now += hourMs;
        }
      }),
    );
  });
});

/** Processes of one site, which look once an hour, at other minutes each. */
function siteOf(processes: number, { hasMonitor = true } = {}) {
  const clock = memoryClock(noon);
  const mailQueue = memoryMailQueue();
  const maintenance = memoryMaintenanceLog();
  const alarms = memoryAlarmStore(mailQueue);
  const state = {
    free: 50,
    certificateEndsAt: (noon + 400 * dayMs) as number | undefined,
    upMs: 0,
  };
  const mails: (readonly FaultKind[])[] = [];
  let beats = 0;
  const write = (id: string, faults: readonly FaultKind[]): Mail => {
    mails.push(faults);
    return { id, to: owner.ownerAddress, subject: faults.join() || 'well', text: '', html: '' };
  };
  const ports = {
    alarms,
    alarmMail: write,
    maintenance,
    mailQueue,
    disk: async () => ({ freeBytes: state.free, totalBytes: 100 }),
    certificateEndsAt: async () => state.certificateEndsAt,
    clock,
    ids: memoryIds(),
  };
  const look = () =>
    lookAfterSite(ports, { upMs: state.upMs, ownerAddress: owner.ownerAddress, hasMonitor });
  /** What the jobs of the site and of its server do each hour. */
  const works = new Set<SiteJob>(siteJobs);
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      for (const job of works) await maintenance.record(job, clock.now());
      const told = await Promise.all(Array.from({ length: processes }, look));
      beats += told.filter((one) => one.beats).length;
      clock.advance(hourMs);
      state.upMs += hourMs;
    }
  };
  /** The mails to the owner, oldest first. */
  const queued = async () =>
    (await mailQueue.unsent(100))
      .filter(({ to }) => to === owner.ownerAddress)
      .toSorted((a, b) => a.enqueuedAt - b.enqueuedAt)
      .map(({ subject }) => subject);
  return {
    ports,
    clock,
    maintenance,
    mailQueue,
    state,
    works,
    pass,
    look,
    queued,
    beats: () => beats,
  };
}

describe('a site of four processes', () => {
  const break_: Readonly<Record<FaultKind, (site: ReturnType<typeof siteOf>) => Promise<void>>> = {
    backup: async ({ works }) => void works.delete('backup'),
    clean_up: async ({ works }) => void works.delete('clean_up'),
    integrity_check: async ({ works }) => void works.delete('integrity_check'),
    audit: async ({ maintenance, works, clock }) => {
      works.delete('audit');
      await maintenance.record('audit_failed', clock.now() + 1);
    },
    mails: async ({ mailQueue, clock }) => {
      const mail = { id: 'lost', to: 'ann@example.com', subject: '', text: 'a', html: 'a' };
      await mailQueue.enqueue(mail, clock.now());
      await mailQueue.giveUp('lost', { problem: 'rejected', reason: '' }, clock.now());
    },
    disk: async ({ state }) => {
      state.free = 9;
    },
    certificate: async ({ state, clock }) => {
      state.certificateEndsAt = clock.now() + dayMs;
    },
  };
  const mend = (site: ReturnType<typeof siteOf>) => {
    for (const job of siteJobs) site.works.add(job);
    site.state.free = 50;
    site.state.certificateEndsAt = site.clock.now() + 400 * dayMs;
  };

  test.each(kinds)(
    '%s: one mail when it begins, one a week, and one when all is well',
    async (kind) => {
      const site = siteOf(4);
      await site.pass(24);
      expect([await site.mailQueue.counts(), site.beats()]).toEqual([
        { waiting: 0, failed: 0 },
        23,
      ]);
      await break_[kind](site);
      // A fault that begins at once is told within two hours; a job that stopped, once it is late.
      const hours = { backup: 38, clean_up: 38, integrity_check: 8 * 24 + 2, audit: 2 } as const;
      await site.pass(kind in hours ? hours[kind as SiteJob] : 2);
      expect(await site.queued()).toEqual([kind]);
      const beats = site.beats();
      if (kind !== 'mails') {
        await site.pass(7 * 24 + 1);
        expect(await site.queued()).toEqual([kind, kind]);
      }
      expect(site.beats()).toBe(beats);
      mend(site);
      const before = await site.queued();
      await site.pass(kind === 'mails' ? 3 * 24 + 4 : 6);
      expect(await site.queued()).toEqual([...before, 'well']);
      expect(site.beats()).toBeGreaterThan(beats);
      await site.pass(24 * 20);
      expect(await site.queued()).toEqual([...before, 'well']);
    },
  );

  test('a server that stood still for three days and is started calls for its backup only', async () => {
    const site = siteOf(4);
    await site.pass(24);
    site.clock.advance(3 * dayMs);
    site.state.upMs = 0;
    for (const job of siteJobs) site.works.delete(job);
    await site.pass(7);
    expect(await site.queued()).toEqual(['backup']);
    site.works.add('clean_up');
    site.works.add('integrity_check');
    await site.pass(24);
    expect(await site.queued()).toEqual(['backup']);
  });

  test('a process that has just started says nothing, not even that all is well', async () => {
    const site = siteOf(1);
    site.state.free = 1;
    site.state.upMs = 30 * minuteMs - 1;
    expect(await site.look()).toEqual({ beats: false });
    site.state.upMs += 1;
    expect(await site.look()).toEqual({ mailed: ['disk'], beats: false });
  });

  test('its own mails are no fault, however many were given up', async () => {
    const site = siteOf(4);
    await site.pass(1);
    site.state.free = 1;
    await site.pass(1);
    for (const { id } of await site.mailQueue.unsent(10))
      await site.mailQueue.giveUp(id, { problem: 'rejected', reason: '' }, site.clock.now());
    site.state.free = 50;
    await site.pass(12);
    expect(await site.mailQueue.counts()).toEqual({ waiting: 1, failed: 1 });
    expect((await site.ports.alarms.read())?.state.mails).toHaveLength(2);
  });

  test('of its own mails it knows the last fifty', async () => {
    const site = siteOf(1);
    const mails = Array.from({ length: 50 }, (_, index) => `mail ${index}`);
    await site.ports.alarms.replace(0, { faults: [], mails }, undefined, noon);
    Object.assign(site.state, { upMs: dayMs, free: 1 });
    await site.look();
    const kept = (await site.ports.alarms.read())?.state.mails;
    expect(kept?.slice(1)).toEqual(mails.slice(0, 49));
  });

  test('without a monitor a site that is well writes nothing', async () => {
    const site = siteOf(4, { hasMonitor: false });
    await site.pass(48);
    expect([await site.ports.alarms.read(), site.beats()]).toEqual([undefined, 0]);
    expect(await site.look()).toEqual({ beats: false });
  });

  test('who is never first gives up, until the next hour', async () => {
    const { ports, state } = siteOf(1);
    Object.assign(state, { upMs: dayMs, free: 1 });
    let tried = 0;
    const replace = async () => {
      tried += 1;
      return false;
    };
    const settings = { upMs: dayMs, ownerAddress: owner.ownerAddress, hasMonitor: true };
    const alarms = { ...ports.alarms, replace };
    expect(await lookAfterSite({ ...ports, alarms }, settings)).toEqual({ beats: false });
    expect(tried).toBe(3);
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
