import type { User } from '@coachsite/core/account';
import { type ProgramId, programs } from '@coachsite/core/catalogue';
import { defaultWaitingList } from '@coachsite/core/defaults';
import { hourMs } from '@coachsite/core/kernel';
import {
  announceLaunch,
  awaitsLaunch,
  changeLaunch,
  confirmInterest,
  type Interest,
  type InterestMails,
  launchEndsAt,
  launchLengthMs,
  launchPaces,
  registerInterest,
  releasable,
  releaseLaunches,
  testLaunch,
  toLaunchPace,
  unsubscribeInterest,
} from '@coachsite/core/notify-me';
import { requireAdmin } from '@coachsite/core/roles';
import {
  memoryAttemptStore,
  memoryDigest,
  memoryInterestStore,
  memoryLaunchStore,
  memoryMailQueue,
  memorySecurityLog,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const admin = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
  needsSecondFactor: false,
})._unsafeUnwrap();
const context = { ip: '127.0.0.1', userAgent: 'a browser' };
const people = ['ann@example.com', 'bob@example.com', 'cas@example.com'] as const;
const someProgram = fc.constantFrom(...programs.slice(0, 2).map(({ id }) => id));

type Launch = Parameters<InterestMails['launch']>[0];

function setUp() {
  const mailQueue = memoryMailQueue();
  const state = { now: 5_000_000, email: 'coach@example.com' };
  let count = 0;
  const asked: Parameters<InterestMails['confirmation']>[0][] = [];
  const launched: Launch[] = [];
  const mail = (id: string, to: string) => ({ id, to, subject: '', text: '', html: '' });
  const interestMails: InterestMails = {
    confirmation: (letter) => {
      asked.push(letter);
      return mail(letter.id, letter.interest.email);
    },
    launch: (letter) => {
      launched.push(letter);
      return mail(letter.id, letter.interest.email);
    },
    launchSample: ({ id, to }) => mail(id, to),
  };
  const interests = memoryInterestStore(mailQueue);
  const ports = {
    interests,
    launches: memoryLaunchStore(interests, mailQueue),
    users: { byId: async () => ({ email: state.email }) as User },
    attempts: memoryAttemptStore(),
    mailQueue,
    interestMails,
    securityLog: memorySecurityLog(),
    clock: { now: () => state.now },
    ids: { uuid: () => `id-${++count}` },
    random: {
      bytes: (length: number) => {
        count += 1;
        return new Uint8Array(length).map((_, index) => (index < 4 ? count >> (8 * index) : 0));
      },
    },
    digest: memoryDigest,
  };
  return { ports, state, asked, launched, mailQueue };
}

/** Events of the list: a visitor signs up, follows the last confirmation link or unsubscribes; the coach announces. */
const event = fc.record({
  what: fc.constantFrom('ask', 'confirm', 'leave', 'press', 'press'),
  email: fc.constantFrom(...people),
  programId: someProgram,
  language: fc.constantFrom('nl' as const, 'en' as const),
});

test('in any sequence of events each confirmed interest is mailed once, in its language, and no other is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const { ports, state, asked, launched, mailQueue } = setUp();
      const confirmed = new Map<string, { language: string; mailed: number }>();
      let mails = 0;
      const press = async (programId: ProgramId) => {
        const due = [...confirmed].filter(
          ([key, { mailed }]) => key.endsWith(programId) && !mailed,
        );
        const before = launched.length;
        const announced = await announceLaunch(ports, defaultWaitingList, {
          admin,
          programId,
          context,
        });
        expect(announced._unsafeUnwrap()).toBe(due.length);
        const [recorded] = await ports.securityLog.list({ limit: 1 });
        expect(recorded).toMatchObject({
          actionType: 'launch_announced',
          userId: 'coach',
          details: { programId, queued: due.length },
        });
        const letters = launched.slice(before).map(({ interest }) => interest);
        const sent = letters.map((each) => [`${each.email} ${each.programId}`, each.language]);
        expect(sent.sort()).toEqual(due.map(([key, { language }]) => [key, language]).sort());
        for (const [, interest] of due) interest.mailed += 1;
        mails += due.length;
      };
      for (const { what, email, programId, language } of events) {
        state.now += hourMs;
        const key = `${email} ${programId}`;
        const last = asked.findLast(
          ({ interest }) => interest.email === email && interest.programId === programId,
        );
        if (what === 'ask') {
          await registerInterest(ports, defaultWaitingList, { email, programId, language });
          // A new request for a confirmed interest sends nothing.
          if (confirmed.has(key)) asked.pop();
          else mails += 1;
        } else if (what === 'confirm' && last) {
          const done = await confirmInterest(ports, { token: last.confirmToken });
          if (done.isOk() && !confirmed.has(key)) {
            confirmed.set(key, { language: last.interest.language, mailed: 0 });
          }
        } else if (what === 'leave' && last) {
          const launch = launched.findLast(
            ({ interest }) => interest.email === email && interest.programId === programId,
          );
          const { unsubscribeToken } = confirmed.get(key)?.mailed && launch ? launch : last;
          expect((await unsubscribeInterest(ports, { token: unsubscribeToken })).isOk()).toBe(true);
          // The launch mail that still waited leaves the queue.
          mails -= confirmed.get(key)?.mailed ?? 0;
          confirmed.delete(key);
        } else if (what === 'press') {
          await press(programId);
        }
      }
      expect((await mailQueue.counts()).waiting).toBe(mails);
    }),
  );
});

test('an interest awaits its launch when it is confirmed, was not mailed, and no mail waits', () => {
  const at = fc.option(fc.nat(), { nil: undefined });
  fc.assert(
    fc.property(at, at, fc.boolean(), (confirmedAt, announcedAt, launchQueued) => {
      const interest = { confirmedAt, announcedAt, launchQueued } as Interest;
      expect(awaitsLaunch(interest)).toBe(
        confirmedAt !== undefined && announcedAt === undefined && !launchQueued,
      );
    }),
  );
});

test('an unknown program is rejected', async () => {
  const { ports, launched } = setUp();
  const rejected = await announceLaunch(ports, defaultWaitingList, {
    admin,
    programId: 'old-bundle',
    context,
  });
  expect(rejected._unsafeUnwrapErr()).toEqual({
    kind: 'validation_failed',
    fields: { programId: 'unknown' },
  });
  expect(launched).toEqual([]);
});

const pace = fc.constantFrom(...launchPaces);
/** A clock that goes on, with stops of the server in between. */
const steps = fc.array(fc.oneof(fc.nat(10_000), fc.nat(3 * hourMs)), { maxLength: 200 });

test('in any hour no more mails are released than the pace says, and none twice', async () => {
  await fc.assert(
    fc.asyncProperty(pace, steps, fc.nat(60), async (perHour, pauses, people) => {
      const { ports, state, launched, asked, mailQueue } = setUp();
      const programId = 'mind-body-12';
      for (let person = 0; person < people; person += 1) {
        const email = `p${person}@example.com`;
        await registerInterest(ports, defaultWaitingList, { email, programId, language: 'nl' });
        await confirmInterest(ports, { token: asked.at(-1)?.confirmToken ?? '' });
      }
      const times: number[] = [];
      const leave = async () => {
        const taken = await mailQueue.take(1000, state.now + 1, state.now);
        for (const { mail } of taken) await mailQueue.markSent(mail.id, state.now);
        times.push(...Array(launched.length - times.length).fill(state.now));
      };
      const announced = await announceLaunch(ports, defaultWaitingList, {
        admin,
        programId,
        perHour,
        context,
      });
      expect(announced._unsafeUnwrap()).toBe(people);
      await leave();
      for (const pause of pauses) {
        state.now += pause;
        await releaseLaunches(ports);
        await leave();
      }
      for (const [index, from] of times.entries()) {
        const inHour = times.slice(index).filter((at) => at < from + hourMs);
        expect(inHour.length).toBeLessThanOrEqual(perHour);
      }
      expect(new Set(launched.map(({ interest }) => interest.email)).size).toBe(launched.length);
    }),
    { numRuns: 50 },
  );
});

test('at its pace a launch ends when it is said to, and everybody has the mail', () => {
  fc.assert(
    fc.property(pace, fc.nat(500), fc.nat(), (perHour, people, start) => {
      let now = start;
      let left = people;
      let releasedAt: number | undefined;
      while (left > 0) {
        const released = Math.min(
          left,
          releasable({ perHour, releasedAt, isPaused: false }, 0, now),
        );
        left -= released;
        if (released > 0) releasedAt = now;
        if (left > 0) now += 1000;
      }
      expect(now - start).toBe(launchLengthMs(perHour, people));
      const untouched = { perHour, releasedAt: undefined, waiting: people };
      expect(launchEndsAt(untouched, start)).toBe(now);
    }),
  );
  expect(launchLengthMs(undefined, 500)).toBe(0);
  // Three wait after two left: two leave in a minute, the last in two.
  const minute = hourMs / 60;
  expect(launchEndsAt({ perHour: 120, releasedAt: 1000, waiting: 3 }, 2000)).toBe(
    1000 + 2 * minute,
  );
});

test('a clock that was set back holds nobody up, and a paused launch releases nothing', () => {
  fc.assert(
    fc.property(pace, fc.nat(), fc.integer({ min: 1 }), (perHour, now, ahead) => {
      const launch = { perHour, releasedAt: now + ahead, isPaused: false };
      expect(releasable(launch, 0, now)).toBeGreaterThan(0);
      expect(releasable({ ...launch, isPaused: true }, 0, now)).toBe(0);
    }),
  );
});

test('a pace is one of those that can be chosen', () => {
  fc.assert(
    fc.property(fc.oneof(pace, fc.integer()), (number) => {
      const known = launchPaces.some((one) => one === number);
      expect(toLaunchPace(number)).toBe(known ? number : undefined);
    }),
  );
});

test('a test goes to the admin alone, ten times an hour, and is recorded', async () => {
  const { ports, state, launched, mailQueue } = setUp();
  const test = () =>
    testLaunch(ports, defaultWaitingList, {
      admin,
      programId: 'mind-body-12',
      language: 'en',
      context,
    });
  for (let count = 0; count < 10; count += 1) {
    expect((await test())._unsafeUnwrap()).toBe('coach@example.com');
  }
  expect((await test())._unsafeUnwrapErr().kind).toBe('over_request_rate_limit');
  const sent = await mailQueue.take(100, state.now + 1, state.now);
  expect(sent.map(({ mail }) => mail.to)).toEqual(Array(10).fill('coach@example.com'));
  expect(launched).toEqual([]);
  const events = await ports.securityLog.list({ actionType: 'launch_tested', limit: 50 });
  expect(events.length).toBe(10);
  state.now += hourMs;
  expect((await test()).isOk()).toBe(true);
  state.email = '';
  expect((await test())._unsafeUnwrapErr().kind).toBe('no_email');
  const unknown = await testLaunch(ports, defaultWaitingList, {
    admin,
    programId: 'x',
    language: 'en',
    context,
  });
  expect(unknown._unsafeUnwrapErr().kind).toBe('validation_failed');
});

test('a launch under way is paused, resumed and stopped, each recorded', async () => {
  const { ports, asked } = setUp();
  const programId = 'mind-body-12';
  const change = (what: 'pause' | 'resume' | 'stop', program: string = programId) =>
    changeLaunch(ports, defaultWaitingList, { admin, programId: program, change: what, context });
  expect((await change('pause'))._unsafeUnwrapErr()).toEqual({ kind: 'launch_not_found' });
  for (const email of people) {
    await registerInterest(ports, defaultWaitingList, { email, programId, language: 'nl' });
    await confirmInterest(ports, { token: asked.at(-1)?.confirmToken ?? '' });
  }
  await announceLaunch(ports, defaultWaitingList, { admin, programId, perHour: 30, context });
  for (const what of ['pause', 'resume', 'stop'] as const) {
    expect((await change(what)).isOk()).toBe(true);
    const [event] = await ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject({
      actionType: 'launch_changed',
      details: { programId, change: what },
    });
  }
  expect((await change('stop')).isErr()).toBe(true);
  expect((await change('stop', 'old-bundle')).isErr()).toBe(true);
});
