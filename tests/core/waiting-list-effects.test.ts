import type { User } from '@coachsite/core/account';
import { programs } from '@coachsite/core/catalogue';
import { defaultWaitingList } from '@coachsite/core/defaults';
import { dayMs, hourMs, isDay, minuteMs, toHex } from '@coachsite/core/kernel';
import {
  announceLaunch,
  changeLaunch,
  checkInterest,
  confirmInterest,
  type InterestMails,
  launchEndsAt,
  launchLengthMs,
  registerInterest,
  releasable,
  releaseLaunches,
  testLaunch,
  unsubscribeInterest,
} from '@coachsite/core/notify-me';
import { requireAdmin } from '@coachsite/core/roles';
import {
  emailOf,
  memoryAttemptStore,
  memoryClock,
  memoryDigest,
  memoryIds,
  memoryInterestStore,
  memoryLaunchStore,
  memoryMailQueue,
  memoryRandom,
  memorySecurityLog,
} from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

/** What a registration, a launch and its test leave: rows, letters and events. */

const adminOf = (userId: string) =>
  requireAdmin({
    userId,
    sessionId: 's',
    roles: ['admin'],
    needsSecondFactor: false,
  })._unsafeUnwrap();
const admin = adminOf('coach');
const context = { ip: '192.0.2.7', userAgent: 'a browser' };
const programId = 'mind-body-12';
const email = 'ann@example.com';

function setUp() {
  const [clock, mailQueue] = [memoryClock(), memoryMailQueue()];
  const interests = memoryInterestStore(mailQueue);
  const mail = (id: string, to: string) => ({ id, to, subject: '', text: '', html: '' });
  const asked: Parameters<InterestMails['confirmation']>[0][] = [];
  const launched: Parameters<InterestMails['launch']>[0][] = [];
  const samples: Parameters<InterestMails['launchSample']>[0][] = [];
  const interestMails: InterestMails = {
    confirmation: (letter) => {
      asked.push(letter);
      return mail(letter.id, letter.interest.email);
    },
    launch: (letter) => {
      launched.push(letter);
      return mail(letter.id, letter.interest.email);
    },
    launchSample: (sample) => {
      samples.push(sample);
      return mail(sample.id, sample.to);
    },
  };
  const ports = {
    clock,
    mailQueue,
    interests,
    interestMails,
    launches: memoryLaunchStore(interests, mailQueue),
    users: { byId: async (id: string) => ({ email: emailOf(`${id}@example.com`) }) as User },
    attempts: memoryAttemptStore(),
    securityLog: memorySecurityLog(),
    ids: memoryIds(),
    random: memoryRandom(),
    digest: memoryDigest,
  };
  const register = (more: Partial<Parameters<typeof registerInterest>[2]> = {}) =>
    registerInterest(ports, defaultWaitingList, { email, programId, language: 'en', ...more });
  const confirm = () => confirmInterest(ports, { token: asked.at(-1)?.confirmToken ?? '' });
  const events = () => ports.securityLog.list({ limit: 100 });
  return { ports, clock, asked, launched, samples, register, confirm, events };
}

describe('a registration', () => {
  test('stores the proof of consent, and mails two links that are stored as hashes', async () => {
    const { ports, clock, asked } = setUp();
    const stored: unknown[] = [];
    const interests = {
      ...ports.interests,
      request: async (...given: readonly unknown[]) => {
        stored.push(...given);
      },
    };
    const request = { email: ' Ann@Example.com', programId, language: 'en' } as const;
    await registerInterest({ ...ports, interests }, defaultWaitingList, request);
    const now = clock.now();
    const [letter] = asked;
    expect(isDay(defaultWaitingList.textVersion)).toBe(true);
    const interest = {
      id: expect.any(String),
      email,
      programId,
      language: 'en',
      textVersion: defaultWaitingList.textVersion,
      requestedAt: now,
      confirmedAt: undefined,
      announcedAt: undefined,
      launchQueued: false,
    };
    const token = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/);
    expect(letter).toEqual({
      id: expect.any(String),
      interest,
      confirmToken: token,
      unsubscribeToken: token,
    });
    expect(letter?.id).not.toBe(letter?.interest.id);
    expect(letter?.confirmToken).not.toBe(letter?.unsubscribeToken);
    const hashOf = (text = '') => toHex(memoryDigest.sha256(text));
    expect(stored).toEqual([
      interest,
      {
        confirmDigest: hashOf(letter?.confirmToken),
        confirmUntil: now + 7 * dayMs,
        unsubscribeDigest: hashOf(letter?.unsubscribeToken),
      },
      expect.objectContaining({ id: letter?.id, to: email }),
      now - hourMs,
    ]);
  });

  test('is for a program or the next article', async () => {
    const { ports, register } = setUp();
    for (const list of [...programs.map(({ id }) => id), 'next-article'] as const)
      expect((await register({ programId: list })).isOk()).toBe(true);
    expect(await ports.interests.byEmail(emailOf(email))).toHaveLength(programs.length + 1);
    expect((await register({ programId: '' }))._unsafeUnwrapErr()).toEqual({
      kind: 'validation_failed',
      fields: { programId: 'unknown' },
    });
    expect(checkInterest({ email: 'a@', programId }, programs)._unsafeUnwrapErr()).toEqual({
      kind: 'validation_failed',
      fields: { email: 'format' },
    });
  });

  test('cannot be confirmed or ended by an invented link', async () => {
    const { ports } = setUp();
    expect((await confirmInterest(ports, { token: 'invented' }))._unsafeUnwrapErr()).toEqual({
      kind: 'notify_link_invalid',
    });
    expect((await unsubscribeInterest(ports, { token: 'invented' }))._unsafeUnwrapErr()).toEqual({
      kind: 'notify_link_invalid',
    });
  });
});

describe('a launch', () => {
  const announce = (
    { ports }: ReturnType<typeof setUp>,
    more: Partial<Parameters<typeof announceLaunch>[2]> = {},
  ) => announceLaunch(ports, defaultWaitingList, { admin, programId, context, ...more });

  test('is recorded with its pace, and each letter has a way out of its own', async () => {
    const site = setUp();
    await site.register();
    await site.confirm();
    expect((await announce(site))._unsafeUnwrap()).toBe(1);
    const [letter] = site.launched;
    expect(letter).toEqual({
      id: expect.any(String),
      interest: expect.objectContaining({ email, programId, language: 'en' }),
      unsubscribeToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
    const event = { ...context, actionType: 'launch_announced', userId: 'coach' };
    expect((await site.events())[0]).toMatchObject(event);
    expect((await site.events())[0]?.details).toStrictEqual({ programId, queued: 1 });
    expect(
      (await unsubscribeInterest(site.ports, { token: letter?.unsubscribeToken ?? '' })).isOk(),
    ).toBe(true);
    expect(await site.ports.interests.byEmail(emailOf(email))).toEqual([]);
    await announce(site, { perHour: 60 });
    expect((await site.events())[0]?.details).toEqual({ programId, queued: 0, perHour: 60 });
  });

  test('goes on with as many mails as its pace allows, and says how many', async () => {
    const site = setUp();
    for (const one of ['ann@example.com', 'bob@example.com']) {
      await site.register({ email: one });
      await site.confirm();
    }
    await announce(site, { perHour: 60 });
    expect(site.launched).toHaveLength(1);
    for (const { mail } of await site.ports.mailQueue.take(10, site.clock.now(), 0))
      await site.ports.mailQueue.markSent(mail.id, site.clock.now());
    expect(await releaseLaunches(site.ports)).toBe(0);
    site.clock.advance(minuteMs);
    expect(await releaseLaunches(site.ports)).toBe(1);
    expect(site.launched.map(({ interest }) => interest.email)).toEqual([email, 'bob@example.com']);
  });

  test('leaves out who confirmed after its end, until the next one', async () => {
    const site = setUp();
    await site.register();
    await site.confirm();
    const confirmedUntil = site.clock.now();
    site.clock.advance(1);
    await site.register({ email: 'bob@example.com' });
    await site.confirm();
    expect((await announce(site, { confirmedUntil }))._unsafeUnwrap()).toBe(1);
    expect(site.launched.map(({ interest }) => interest.email)).toEqual([email]);
  });

  test('that is changed is recorded with the admin, one that is not there is an error and no event', async () => {
    const site = setUp();
    const change = (list: string) =>
      changeLaunch(site.ports, defaultWaitingList, {
        admin,
        programId: list,
        change: 'pause',
        context,
      });
    for (const list of [programId, 'old-bundle'])
      expect((await change(list))._unsafeUnwrapErr()).toEqual({ kind: 'launch_not_found' });
    expect(await site.events()).toEqual([]);
    for (const one of ['ann@example.com', 'bob@example.com']) {
      await site.register({ email: one });
      await site.confirm();
    }
    await announce(site, { perHour: 30 });
    expect((await change(programId)).isOk()).toBe(true);
    expect((await site.events())[0]).toMatchObject({
      ...context,
      actionType: 'launch_changed',
      userId: 'coach',
      details: { programId, change: 'pause' },
    });
    expect(await site.ports.launches.underWay()).toMatchObject([{ programId, isPaused: true }]);
  });

  test('is tested on its admin, who sees the mail as a test, in the language asked for', async () => {
    const site = setUp();
    const run = (by = admin, list: string = programId) =>
      testLaunch(site.ports, defaultWaitingList, {
        admin: by,
        programId: list,
        language: 'en',
        context,
      });
    expect((await run())._unsafeUnwrap()).toBe('coach@example.com');
    expect(site.samples).toEqual([
      {
        id: expect.any(String),
        to: 'coach@example.com',
        programId,
        language: 'en',
        at: site.clock.now(),
        isTest: true,
      },
    ]);
    expect((await site.events())[0]).toMatchObject({
      ...context,
      actionType: 'launch_tested',
      userId: 'coach',
      details: { programId, language: 'en' },
    });
    expect((await run(admin, 'x'))._unsafeUnwrapErr()).toEqual({
      kind: 'validation_failed',
      fields: { programId: 'unknown' },
    });
    for (let i = 0; i < 9; i += 1) await run();
    expect((await run())._unsafeUnwrapErr()).toEqual({
      kind: 'over_request_rate_limit',
      retryAfterSeconds: 3600,
    });
    expect((await run(adminOf('owner'))).isOk()).toBe(true);
    expect(await site.events()).toHaveLength(11);
    const users = { byId: async () => undefined };
    const request = { programId, language: 'en', context } as const;
    const homeless = await testLaunch({ ...site.ports, users }, defaultWaitingList, {
      admin: adminOf('nobody'),
      ...request,
    });
    expect(homeless._unsafeUnwrapErr()).toEqual({ kind: 'no_email' });
  });
});

describe('the pace of a launch', () => {
  const running = { isPaused: false, releasedAt: 1000 };

  test('releases the next mails exactly when their time has come, less those that still wait', () => {
    const at = (perHour: 30 | 60 | 300, now: number, inQueue = 0) =>
      releasable({ ...running, perHour }, inQueue, now);
    expect([at(60, 1000 + minuteMs - 1), at(60, 1000 + minuteMs)]).toEqual([0, 1]);
    expect([at(30, 1000 + 2 * minuteMs - 1), at(30, 1000 + 2 * minuteMs)]).toEqual([0, 1]);
    expect([0, 2, 5, 6].map((inQueue) => at(300, 1000 + minuteMs, inQueue))).toEqual([5, 3, 0, 0]);
    expect(at(60, 1000)).toBe(0);
  });

  test('without a number releases everything, and nothing while it is paused', () => {
    const launch = { perHour: undefined, releasedAt: undefined, isPaused: false };
    expect(releasable(launch, 5, 0)).toBe(Number.MAX_SAFE_INTEGER);
    expect(releasable({ ...launch, isPaused: true }, 0, 0)).toBe(0);
  });

  test('says how long a launch takes and when it ends', () => {
    expect([0, 1, 2, 61].map((waiting) => launchLengthMs(60, waiting))).toEqual([
      0,
      0,
      minuteMs,
      hourMs,
    ]);
    expect([5, 6].map((waiting) => launchLengthMs(300, waiting))).toEqual([0, minuteMs]);
    const ends = (releasedAt: number | undefined, now: number, waiting = 2) =>
      launchEndsAt({ perHour: 60, releasedAt, waiting }, now);
    expect(ends(undefined, 5000)).toBe(5000 + minuteMs);
    expect(ends(5000, 5000)).toBe(5000 + 2 * minuteMs);
    expect(ends(5000, 5000 + hourMs)).toBe(5000 + hourMs + minuteMs);
    // The clock was set back since the last release.
    expect(ends(9000, 5000)).toBe(5000 + minuteMs);
    expect(ends(5000, 6000, 0)).toBe(6000);
    expect(launchEndsAt({ perHour: undefined, releasedAt: 5000, waiting: 9 }, 6000)).toBe(6000);
  });
});
