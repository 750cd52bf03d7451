import {
  announcedPause,
  bundleMessages,
  checkMessage,
  deleteMessage,
  readPause,
  remindOfReplies,
  removePause,
  sendMessage,
  setMessageStatus,
  setPause,
} from '@coachsite/core/contact';
import { defaultZone } from '@coachsite/core/defaults';
import { dayMs, hourMs, startOfDay } from '@coachsite/core/kernel';
import { requireAdmin } from '@coachsite/core/roles';
import {
  contactMessage,
  memoryClock,
  memoryIds,
  memoryMailQueue,
  memoryMessageMails,
  memoryMessageStore,
  memoryPauseStore,
  memorySecurityLog,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endPause, longestPauseDays, startPause } from '#core/src/contact/pause.ts';
import { mailsPerDay, type Submission } from '#core/src/contact/send-message.ts';

/** What the coach and the form leave: rows, mails and events. */

const admin = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
  needsSecondFactor: false,
})._unsafeUnwrap();
const context = { ip: '192.0.2.7', userAgent: 'a browser' };
const settings = { promiseMs: 24 * hourMs };
const noon = Date.parse('2026-11-24T11:00:00Z');

const saying = (message: string) =>
  checkMessage({ name: 'Ann', email: 'ann@example.com', subject: 'Hi', message })._unsafeUnwrap();

const submission = (more: Partial<Submission> = {}): Submission => ({
  message: saying('Hello'),
  language: 'en',
  honeypot: '',
  isCrossSite: false,
  ...more,
});

function setUp() {
  const [clock, queue] = [memoryClock(noon), memoryMailQueue()];
  const asked: unknown[] = [];
  const mails = memoryMessageMails();
  const ports = {
    clock,
    messages: memoryMessageStore(queue),
    pauses: memoryPauseStore(),
    messageMails: {
      forMessage: (...given: Parameters<typeof mails.forMessage>) => {
        asked.push(['message', ...given]);
        return mails.forMessage(...given);
      },
      forBundle: (...given: Parameters<typeof mails.forBundle>) => {
        asked.push(['bundle', given[1].length, given[2]]);
        return mails.forBundle(...given);
      },
      forReminder: (...given: Parameters<typeof mails.forReminder>) => {
        const [, kind, due, count] = given;
        asked.push([kind, due.map(({ message, dueAt }) => [message.id, dueAt]), count]);
        return mails.forReminder(...given);
      },
    },
    securityLog: memorySecurityLog(),
    ids: memoryIds(),
  };
  const send = (more: Partial<Submission> = {}) => sendMessage(ports, settings, submission(more));
  const events = () => ports.securityLog.list({ limit: 100 });
  return { ports, clock, queue, asked, send, events };
}

describe('a message', () => {
  test('is stored as it was sent, new and dated, and the mail tells when its reply is due', async () => {
    const { ports, clock, asked, send } = setUp();
    const sent = await send();
    const now = clock.now();
    expect(sent).toEqual({
      ...submission().message,
      id: sent.id,
      language: 'en',
      status: 'new',
      flagged: false,
      receivedAt: now,
      answeredAt: undefined,
      changedAt: now,
    });
    expect(await ports.messages.list({ limit: 10, offset: 0 })).toEqual([sent]);
    expect(asked).toEqual([['message', sent, now + settings.promiseMs]]);
  });

  test('that comes during days off is due after them', async () => {
    const { ports, asked, send } = setUp();
    const input = { from: '2026-11-24', until: '2026-11-30' };
    await setPause(ports, { zone: defaultZone }, { admin, input, context });
    const sent = await send();
    const dueAt = startOfDay(defaultZone, '2026-12-01') + settings.promiseMs;
    expect(asked).toEqual([['message', sent, dueAt]]);
  });

  test('is spam if anything but space is in the hidden field, and then flagged', async () => {
    const { send } = setUp();
    expect(await send({ honeypot: ' \t' })).toMatchObject({ status: 'new', flagged: false });
    expect(await send({ honeypot: ' x' })).toMatchObject({ status: 'spam', flagged: true });
  });

  test('whatever it says, is stored unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(contactMessage, async (written) => {
        const { ports, send } = setUp();
        await send({ message: checkMessage(written)._unsafeUnwrap() });
        expect(await ports.messages.list({ limit: 1, offset: 0 })).toMatchObject([written]);
      }),
      { numRuns: 30 },
    );
  });

  test('is mailed alone up to the limit of a day, and in a bundle after that', async () => {
    const { ports, clock, queue, asked, send } = setUp();
    expect(mailsPerDay).toBe(100);
    for (let i = 0; i < mailsPerDay + 2; i += 1) await send({ message: saying(`Hello ${i}`) });
    expect(await queue.counts()).toEqual({ waiting: mailsPerDay, failed: 0 });
    clock.advance(hourMs);
    expect(await bundleMessages(ports)).toBe(2);
    expect(asked.at(-1)).toEqual(['bundle', 2, 2]);
  });

  test('is answered and deleted by an admin, which is recorded; one that is gone leaves no event', async () => {
    const { ports, clock, send, events } = setUp();
    const { id } = await send();
    clock.advance(1000);
    const request = { id, context };
    const changed = await setMessageStatus(ports, { admin, ...request, status: 'answered' });
    const now = clock.now();
    expect(changed._unsafeUnwrap()).toMatchObject({
      id,
      status: 'answered',
      answeredAt: now,
      changedAt: now,
    });
    const event = { ...context, actionType: 'message_change', userId: 'coach' };
    expect(await events()).toMatchObject([{ ...event, details: { id, status: 'answered' } }]);
    expect((await deleteMessage(ports, { admin, ...request })).isOk()).toBe(true);
    expect((await events())[0]).toMatchObject({ ...event, details: { id, status: 'deleted' } });
    expect(await ports.messages.list({ limit: 10, offset: 0 })).toEqual([]);
    const gone = { kind: 'message_not_found' };
    expect((await deleteMessage(ports, { admin, ...request }))._unsafeUnwrapErr()).toEqual(gone);
    expect(
      (await setMessageStatus(ports, { admin, ...request, status: 'spam' }))._unsafeUnwrapErr(),
    ).toEqual(gone);
    expect(await events()).toHaveLength(2);
  });

  test('is reminded of once before its time ends, and once a day while it is late', async () => {
    const { ports, clock, asked, send } = setUp();
    const { id, receivedAt } = await send();
    asked.length = 0;
    const dueAt = receivedAt + settings.promiseMs;
    const remind = async (at: number) => {
      clock.set(at);
      return remindOfReplies(ports, settings);
    };
    expect(await remind(dueAt - 4 * hourMs - 1)).toEqual({ dueSoon: 0, late: 0 });
    expect(await remind(dueAt - 4 * hourMs)).toEqual({ dueSoon: 1, late: 0 });
    expect(asked).toEqual([['due_soon', [[id, dueAt]], 1]]);
    expect(await remind(dueAt)).toEqual({ dueSoon: 0, late: 0 });
    expect(await remind(dueAt + 1)).toEqual({ dueSoon: 0, late: 1 });
    expect(asked.at(-1)).toEqual(['late', [[id, dueAt]], 1]);
    expect(await remind(dueAt + dayMs)).toEqual({ dueSoon: 0, late: 0 });
    expect(await remind(dueAt + 1 + dayMs)).toEqual({ dueSoon: 0, late: 1 });
  });
});

describe('days off', () => {
  const zone = { zone: defaultZone };
  const input = { from: ' 2026-12-24 ', until: '2027-01-03 ' };
  const pause = { from: '2026-12-24', until: '2027-01-03' };

  test('are set, read and removed, each recorded', async () => {
    const { ports, events } = setUp();
    expect(await readPause(ports)).toBeUndefined();
    const set = await setPause(ports, zone, { admin, input, context });
    expect(set._unsafeUnwrap()).toEqual(pause);
    expect(await readPause(ports)).toEqual(pause);
    const event = { ...context, actionType: 'pause_change', userId: 'coach' };
    expect(await events()).toMatchObject([{ ...event, details: pause }]);
    expect(await ports.pauses.list()).toEqual([
      {
        ...pause,
        startsAt: startOfDay(defaultZone, '2026-12-24'),
        endsAt: startOfDay(defaultZone, '2027-01-04'),
      },
    ]);
    await removePause(ports, { admin, context });
    expect(await readPause(ports)).toBeUndefined();
    expect((await events())[0]).toMatchObject({ ...event, details: { removed: true } });
  });

  test('that are mistaken change nothing', async () => {
    const { ports, events } = setUp();
    const mistaken = { from: '2026-12-24', until: '2026-12-23' };
    const set = await setPause(ports, zone, { admin, input: mistaken, context });
    expect(set._unsafeUnwrapErr()).toEqual({
      kind: 'validation_failed',
      fields: { until: 'before_from' },
    });
    expect(await ports.pauses.list()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test('may last until today and as long as the limit, and each date has its own mistake', async () => {
    const { ports } = setUp();
    const fieldsOf = async (from: string, until: string) => {
      const set = await setPause(ports, zone, { admin, input: { from, until }, context });
      return set.isErr() ? set.error.fields : 'set';
    };
    expect(longestPauseDays).toBe(92);
    expect(await fieldsOf('2026-11-24', '2026-11-24')).toBe('set');
    expect(await fieldsOf('2026-11-20', '2026-11-23')).toEqual({ until: 'over' });
    expect(await fieldsOf('2026-11-24', '2027-02-23')).toBe('set');
    expect(await fieldsOf('2026-11-24', '2027-02-24')).toEqual({ until: 'too_long' });
    expect(await fieldsOf('2026-12-01', '2026-12-01')).toBe('set');
    expect(await fieldsOf('x', '2026-12-01')).toEqual({ from: 'not_a_date' });
    expect(await fieldsOf('', '2026-12-01')).toEqual({ from: 'required' });
    expect(await fieldsOf('2026-12-01', ' ')).toEqual({ until: 'required' });
    expect(await fieldsOf('x', '2026-11-23')).toEqual({ from: 'not_a_date', until: 'over' });
  });

  test('are announced once a reply to a message of now would run into them', () => {
    const pauses = startPause([], { ...pause, ...zone }, noon);
    const startsAt = startOfDay(defaultZone, '2026-12-24');
    const at = (now: number) => announcedPause(pauses, dayMs, now);
    expect(at(startsAt - dayMs - 1)).toBeUndefined();
    expect(at(startsAt - dayMs)).toEqual(pause);
    expect(at(startOfDay(defaultZone, '2027-01-04') - 1)).toEqual(pause);
    expect(at(startOfDay(defaultZone, '2027-01-04'))).toBeUndefined();
    expect(announcedPause([], dayMs, noon)).toBeUndefined();
  });

  test('that are ended within an hour never were, and are forgotten after 400 days', () => {
    const pauses = startPause([], { ...pause, ...zone }, noon);
    const [startsAt, endsAt] = [pauses[0]?.startsAt ?? 0, pauses[0]?.endsAt ?? 0];
    expect(endPause(pauses, startsAt)).toEqual([]);
    expect(endPause(pauses, startsAt + hourMs - 1)).toEqual([]);
    const hour = { startsAt, endsAt: startsAt + hourMs };
    expect(endPause(pauses, hour.endsAt)).toMatchObject([hour]);
    expect(endPause(pauses, endsAt)).toEqual(pauses);
    expect(endPause(pauses, endsAt + 400 * dayMs - 1)).toEqual(pauses);
    expect(endPause(pauses, endsAt + 400 * dayMs)).toEqual([]);
  });
});
