import { hourMs } from '@coachsite/core/kernel';
import {
  deliverMails,
  type Mail,
  type MailProblem,
  mailProblemOf,
  mailProblems,
} from '@coachsite/core/mail';
import { memoryClock, memoryMailQueue } from '@coachsite/core/testing';
import fc from 'fast-check';
import { err, ok } from 'neverthrow';
import { expect, test } from 'vitest';
import { isPermanent, isServerProblem } from '#core/src/mail/problem.ts';
import { afterFailedTry, nextMailTryAt } from '#core/src/mail/retry.ts';
import { isPaused, queuePauseMs } from '#core/src/queue/pause.ts';

/** What is wrong with the server or its settings, and what no later try mends. */
const ofServer = 'no_connection tls sign_in sender_rejected too_many server_busy folder'.split(' ');
const forGood = 'recipient_rejected too_large rejected expired crashed'.split(' ');

const minute = 60_000;
/** Source: docs/security.md#DR-13. */
const tries = 10;
const anyProblem = fc.constantFrom(...mailProblems);
const lengths = fc
  .record({ firstMs: fc.integer({ min: 1, max: 1e6 }), more: fc.integer({ min: 0, max: 1e8 }) })
  .map(({ firstMs, more }) => ({ firstMs, longestMs: firstMs + more }));

test('each pause between tries is longer than the one before, and together they last over 48 hours', () => {
  let at = 0;
  let pause = 0;
  for (let failures = 1; failures < tries; failures += 1) {
    const next = nextMailTryAt(failures, at) ?? 0;
    expect(next - at).toBeGreaterThan(pause);
    pause = next - at;
    at = next;
  }
  expect(at).toBeGreaterThan(48 * hourMs);
  expect(nextMailTryAt(tries, at)).toBeUndefined();
});

test('the pause of a queue never shrinks, stays within its limits, and ends', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 200 }), fc.nat(), (each, failures, now) => {
      const ms = queuePauseMs(each, failures);
      expect(queuePauseMs(each, failures + 1)).toBeGreaterThanOrEqual(ms);
      expect(ms).toBeGreaterThanOrEqual(each.firstMs);
      expect(ms).toBeLessThanOrEqual(each.longestMs);
      const pause = { problem: 'x', failures, until: now + ms };
      expect(isPaused(pause, each, now)).toBe(true);
      expect(isPaused(pause, each, now + ms)).toBe(false);
      // A clock that was set back does not prolong it.
      expect(isPaused(pause, each, now + ms - each.longestMs - 1)).toBe(false);
    }),
  );
});

test('only a problem of the mail itself uses up a try, and no mail outlives its link or code', () => {
  fc.assert(
    fc.property(
      anyProblem,
      fc.nat(20),
      fc.option(fc.nat(300 * hourMs), { nil: undefined }),
      fc.boolean(),
      fc.nat(100 * hourMs),
      (problem, failures, secretUntil, wasPassed, now) => {
        const step = afterFailedTry({ problem, failures, secretUntil, wasPassed }, now);
        const next = nextMailTryAt(failures + 1, now);
        const isInTime = next !== undefined && next < (secretUntil ?? Number.POSITIVE_INFINITY);
        if (ofServer.includes(problem) && !wasPassed) expect(step).toEqual({ kind: 'postpone' });
        else if (forGood.includes(problem) || !isInTime) expect(step).toEqual({ kind: 'give_up' });
        else expect(step).toEqual({ kind: 'retry', at: next });
      },
    ),
  );
});

test.each([
  [
    { code: 'ESOCKET', command: 'CONN', text: 'connect ECONNREFUSED 127.0.0.1:25' },
    'no_connection',
  ],
  [{ code: 'EDNS', command: 'CONN', text: 'getaddrinfo ENOTFOUND smtp.example' }, 'no_connection'],
  [{ code: 'ETIMEDOUT', command: 'CONN', text: 'Greeting never received' }, 'no_connection'],
  [{ code: 'ESOCKET', command: 'CONN', text: 'self-signed certificate' }, 'tls'],
  [{ code: 'ETLS', command: 'STARTTLS', text: 'Error upgrading connection' }, 'tls'],
  [{ code: 'ETLS', status: 502, command: 'STARTTLS', text: '502 not implemented' }, 'tls'],
  [{ code: 'EAUTH', status: 535, command: 'AUTH PLAIN', text: '535 5.7.8 bad' }, 'sign_in'],
  [{ code: 'EAUTH', command: 'API', text: 'Missing credentials for "PLAIN"' }, 'sign_in'],
  [{ code: 'EENVELOPE', status: 530, command: 'MAIL FROM', text: '530 5.7.0 auth' }, 'sign_in'],
  [{ code: 'EAUTH', status: 454, text: '454 4.7.0 Too many login attempts' }, 'too_many'],
  [{ code: 'EAUTH', status: 454, text: '454 4.7.0 Temporary failure' }, 'server_busy'],
  [{ code: 'EPROTOCOL', status: 421, text: '421 4.7.0 Too many connections' }, 'too_many'],
  [{ code: 'ECONNECTION', status: 421, text: '421 Service not available' }, 'server_busy'],
  [{ status: 450, text: '450 4.2.1 receiving mail at a rate that prevents' }, 'too_many'],
  [{ status: 451, text: '451 4.7.1 Rate limit exceeded' }, 'too_many'],
  [{ status: 452, text: '452 4.5.3 Your message has too many recipients' }, 'server_busy'],
  [{ status: 452, text: '452 4.3.1 Insufficient system storage' }, 'server_busy'],
  [{ status: 452, text: '452 4.2.2 The email account is over quota' }, 'mailbox_full'],
  [{ status: 421, text: '421 4.7.28 unusual rate of mail' }, 'too_many'],
  [{ status: 550, text: '550 5.4.5 Daily user sending quota exceeded' }, 'too_many'],
  [{ status: 450, command: 'RCPT TO', text: '450 4.2.0 Greylisted, see you' }, 'try_later'],
  [{ status: 451, command: 'DATA', text: '451 Local error in processing' }, 'try_later'],
  [{ status: 550, command: 'RCPT TO', text: '550 5.1.1 User unknown' }, 'recipient_rejected'],
  [{ status: 553, command: 'MAIL FROM', text: '553 5.7.1 Sender not yours' }, 'sender_rejected'],
  [{ status: 552, command: 'RCPT TO', text: '552 5.2.2 Mailbox full' }, 'mailbox_full'],
  [{ status: 552, command: 'DATA', text: '552 5.3.4 Message size exceeds limit' }, 'too_large'],
  [{ status: 554, command: 'DATA', text: '554 5.7.1 Rejected as spam' }, 'rejected'],
  [{ status: 554, command: 'DATA', text: '554 5.4.6 Too many hops' }, 'rejected'],
  [{ status: 554, command: 'RCPT TO', text: '554 185.2.4.5 is blocked' }, 'recipient_rejected'],
  [{ status: 550, command: 'RCPT TO', text: '550 5.2.2.17 is listed' }, 'recipient_rejected'],
  [{ status: 550, command: 'RCPT TO', text: '550 x5.2.2 is no code' }, 'recipient_rejected'],
  [{ status: 450, text: '450-4.2.2.' }, 'mailbox_full'],
  [{ code: 'ETLS' }, 'tls'],
  [{ code: 'EREQUIRETLS', command: 'EHLO' }, 'tls'],
  [{ command: 'STARTTLS' }, 'tls'],
  [{ code: 'ECONNECTION', text: 'self signed' }, 'tls'],
  [{ code: 'ECONNECTION', text: 'self-signed' }, 'tls'],
  [{ code: 'EAUTH', status: 550, text: '550 5.7.1 no' }, 'sign_in'],
  [{ code: 'ENOAUTH' }, 'sign_in'],
  [{ code: 'EENVELOPE', command: 'API' }, 'recipient_rejected'],
  [{ code: 'EMESSAGE', text: 'message too large' }, 'too_large'],
  [{ code: 'EMESSAGE', text: 'no stream' }, 'unknown'],
  [{ code: 'ENOTHING', text: 'message too large' }, 'unknown'],
  [{ code: 'ESOCKET', status: 354 }, 'no_connection'],
  [{ status: 400 }, 'try_later'],
  [{ status: 500 }, 'rejected'],
  [{ status: 523 }, 'too_large'],
  [{ status: 550, text: '550 5.3.4 no' }, 'too_large'],
  [{ status: 552, text: '552 Message size exceeds limit' }, 'too_large'],
  [{ status: 450, text: '450 message too large for now' }, 'try_later'],
  [{ status: 552, text: '552 no' }, 'mailbox_full'],
  [{ status: 452, text: '452 4.2.2 no' }, 'mailbox_full'],
  ...[
    'mailbox full',
    'mailbox of ann is full',
    'mailbox quota',
    'overquota',
    'over quota',
    'quota exceeded',
    'exceeded storage allocation',
    'out of storage',
  ].map((words) => [{ status: 450, text: `450 ${words}` }, 'mailbox_full'] as const),
  ...[
    'too many messages',
    'too many concurrent SMTP connections',
    'too many mails',
    'too many failed logins',
    'too many sessions',
    'sending rate',
    'throttled',
    'daily quota',
    'hourly sending limit',
    'daily mail quota',
    'limit exceeded',
    'limit was reached',
    'limit has been reached',
    'exceeded messages',
    'exceeded the maximum number of messages',
    'slow down',
    'too fast',
    'concurrent',
    'try again in a minute',
    'try again in an hour',
  ].map((words) => [{ status: 450, text: `450 ${words}` }, 'too_many'] as const),
  [{ status: 450, text: '450 accurate' }, 'try_later'],
  [{ status: 421, text: '421 4.7.28 no' }, 'too_many'],
  [{ status: 450, text: '450 4.4.5 no' }, 'too_many'],
  [{ status: 450, text: '450 4.3.2 not accepting mail' }, 'server_busy'],
  [{ status: 450, text: '450 4.3.0 no' }, 'try_later'],
  [{ status: 450, text: '450 4.3.15 no' }, 'try_later'],
  [{ status: 450, text: '450 4.13.1 no, unlike 4.3.1' }, 'try_later'],
  [{ code: 'ENOTHING' }, 'unknown'],
  [{}, 'unknown'],
] as const)('%o means %s', (outcome, problem) => {
  expect(mailProblemOf(outcome)).toBe(problem);
});

test('a problem concerns the server and every mail, or is final for one mail, or a later try may solve it', () => {
  expect(mailProblems.filter(isServerProblem)).toEqual(ofServer);
  expect(mailProblems.filter(isPermanent)).toEqual(forGood);
  const passing = ['try_later', 'mailbox_full', 'unknown'];
  expect(mailProblems.toSorted()).toEqual([...ofServer, ...forGood, ...passing].toSorted());
});

test('a mail has all its tries, and none at or after the end of its link or code', () => {
  const passing = { problem: 'try_later', wasPassed: false } as const;
  const after = (failures: number, secretUntil?: number) =>
    afterFailedTry({ ...passing, failures, secretUntil }, 0);
  expect(after(0)).toEqual({ kind: 'retry', at: nextMailTryAt(1, 0) });
  expect(after(tries - 2)).toEqual({ kind: 'retry', at: 24 * hourMs });
  expect(after(tries - 1)).toEqual({ kind: 'give_up' });
  expect(after(0, minute + 1)).toEqual({ kind: 'retry', at: minute });
  expect(after(0, minute)).toEqual({ kind: 'give_up' });
});

/** A queue with these mails and a server that gives each this problem. */
async function post(...mails: Partial<Mail>[]) {
  const state: { problem: MailProblem | undefined } = { problem: undefined };
  const clock = memoryClock(0);
  const mailQueue = memoryMailQueue();
  const sent: string[] = [];
  /** When another process may try the mail that is being sent. */
  const leases: (number | undefined)[] = [];
  const send = async ({ id }: Mail) => {
    const { problem } = state;
    const tried = (await mailQueue.unsent(99)).find((mail) => mail.id === id);
    leases.push(tried?.nextTryAt);
    if (problem) return err({ kind: 'mail_not_sent', problem, reason: `of ${id}` } as const);
    sent.push(id);
    return ok();
  };
  const mailer = { send, verify: async () => ok() };
  for (const [at, mail] of mails.entries())
    await mailQueue.enqueue(
      { id: `m${at}`, to: 'a@b.c', subject: '', text: '', html: '', ...mail },
      0,
    );
  const deliver = (stopped?: () => boolean) =>
    deliverMails({ mailQueue, mailer, clock }, { stopped });
  return { state, clock, mailQueue, sent, leases, deliver };
}

/** Takes a mail as often as a process that ends before it can tell what became of it. */
async function crash({ clock, mailQueue }: Awaited<ReturnType<typeof post>>, times: number) {
  for (let i = 0; i < times; i += 1) await mailQueue.take(1, clock.now(), clock.now());
}

test('a mail during which the process ended three times is set aside', async () => {
  const twice = await post({});
  await crash(twice, 2);
  expect(await twice.deliver()).toEqual({ sent: 1, failed: 0 });
  const thrice = await post({});
  await crash(thrice, 3);
  expect(await thrice.deliver()).toEqual({ sent: 0, failed: 0 });
  expect(thrice.sent).toEqual([]);
  expect(await thrice.mailQueue.unsent(9)).toMatchObject([
    { state: 'failed', problem: 'crashed', reason: '' },
  ]);
});

test('while a mail is being sent, no other process tries it for five minutes', async () => {
  const { clock, deliver, leases } = await post({});
  clock.set(1000);
  await deliver();
  expect(leases).toEqual([1000 + 5 * minute]);
});

test('a mail whose link or code is no longer valid is not sent', async () => {
  const { clock, mailQueue, deliver, sent } = await post(
    { id: 'valid', secretUntil: 1001 },
    { id: 'over', secretUntil: 1000 },
  );
  clock.set(1000);
  expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  expect(sent).toEqual(['valid']);
  expect(await mailQueue.unsent(9)).toMatchObject([
    { id: 'over', state: 'failed', problem: 'expired', reason: '' },
  ]);
});

test('a mail that was not tried says nothing of the server, so a pause goes on after it', async () => {
  for (const [secret, crashes] of [
    [{ secretUntil: 0 }, 0],
    [{}, 3],
  ] as const) {
    const queue = await post(secret);
    await crash(queue, crashes);
    const pause = { problem: 'no_connection', failures: 3, until: queue.clock.now() };
    await queue.mailQueue.setPause(pause);
    expect(await queue.deliver()).toEqual({ sent: 0, failed: 0 });
    expect(await queue.mailQueue.pause()).toEqual(pause);
  }
});

test('a failed try of one mail is counted and reported, and no other mail waits for it', async () => {
  const { state, clock, mailQueue, deliver } = await post({});
  state.problem = 'try_later';
  expect(await deliver()).toEqual({ sent: 0, failed: 1 });
  expect(await mailQueue.unsent(9)).toMatchObject([
    { state: 'waiting', problem: 'try_later', reason: 'of m0', failures: 1, nextTryAt: minute },
  ]);
  expect(await mailQueue.pause()).toBeUndefined();
  state.problem = 'rejected';
  clock.set(minute);
  expect(await deliver()).toEqual({ sent: 0, failed: 1 });
  expect(await mailQueue.unsent(9)).toMatchObject([
    { state: 'failed', problem: 'rejected', reason: 'of m0', failures: 2 },
  ]);
});

test('a server that takes nothing pauses the queue: half a minute to ten, for too many mails five to an hour', async () => {
  for (const [problem, first, longest] of [
    ['no_connection', minute / 2, 10 * minute],
    ['too_many', 5 * minute, 60 * minute],
  ] as const) {
    const { state, clock, mailQueue, deliver, sent } = await post({}, {});
    state.problem = problem;
    expect(await deliver()).toEqual({ sent: 0, failed: 2 });
    expect(await mailQueue.pause()).toEqual({ problem, failures: 1, until: first });
    expect(await mailQueue.unsent(9)).toMatchObject(
      ['m1', 'm0'].map((id) => ({ id, reason: `of ${id}`, failures: 0, nextTryAt: first })),
    );
    clock.set(first - 1);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    for (let i = 0; i < 9; i += 1) {
      clock.set((await mailQueue.pause())?.until ?? 0);
      expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    }
    expect((await mailQueue.pause())?.until).toBe(clock.now() + longest);
    state.problem = undefined;
    clock.set((await mailQueue.pause())?.until ?? 0);
    expect(await deliver()).toEqual({ sent: 2, failed: 0 });
    expect(await mailQueue.pause()).toBeUndefined();
    expect(sent.toSorted()).toEqual(['m0', 'm1']);
  }
});

test('a mail that the server alone does not take uses up tries, but pauses the queue as well', async () => {
  const { state, clock, mailQueue, deliver } = await post({});
  state.problem = 'too_many';
  await deliver();
  state.problem = undefined;
  clock.set(1);
  await mailQueue.enqueue({ id: 'other', to: 'a@b.c', subject: '', text: '', html: '' }, 1);
  await mailQueue.setPause(undefined);
  expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  state.problem = 'too_many';
  clock.set(5 * minute);
  expect(await deliver()).toEqual({ sent: 0, failed: 1 });
  expect(await mailQueue.unsent(9)).toMatchObject([
    { id: 'm0', failures: 1, nextTryAt: 6 * minute },
  ]);
  expect(await mailQueue.pause()).toMatchObject({ problem: 'too_many', failures: 1 });
});

test('every reply has a problem, whatever its words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 599 }), fc.string(), fc.string(), (status, a, b) => {
      expect(mailProblems).toContain(mailProblemOf({ status, command: a, text: b }));
    }),
  );
});

/** How a mail server behaves for some hours. */
const weather = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 40 }),
    mood: fc.constantFrom('well', 'no_connection', 'too_many', 'try_later', 'quota'),
  }),
  { minLength: 1, maxLength: 6 },
);

test('whatever the server does, every mail is sent once or is there to be sent again', async () => {
  await fc.assert(
    fc.asyncProperty(weather, fc.integer({ min: 1, max: 30 }), async (phases, mails) => {
      const mailQueue = memoryMailQueue();
      let now = 0;
      let mood = 'well';
      let hour = -1;
      let sentInHour = 0;
      const sent: string[] = [];
      const send = async ({ id }: Mail) => {
        if (Math.floor(now / hourMs) !== hour) {
          hour = Math.floor(now / hourMs);
          sentInHour = 0;
        }
        const problem =
          mood === 'well'
            ? undefined
            : mood === 'quota'
              ? sentInHour < 4
                ? undefined
                : 'too_many'
              : mood;
        now += 1;
        if (problem === undefined) {
          sentInHour += 1;
          sent.push(id);
          return ok(undefined);
        }
        return err({ kind: 'mail_not_sent', problem, reason: '' } as never);
      };
      const mailer = { send, verify: async () => ok(undefined) };
      const ports = { mailQueue, mailer, clock: { now: () => now } };
      for (let i = 0; i < mails; i += 1) {
        await mailQueue.enqueue({ id: `m${i}`, to: 'a@b.c', subject: '', text: '', html: '' }, now);
      }
      for (const phase of [...phases, { hours: 40, mood: 'well' }]) {
        mood = phase.mood;
        for (let step = 0; step < phase.hours * 4; step += 1) {
          now += hourMs / 4;
          await deliverMails(ports);
        }
      }
      await mailQueue.retryAll(now);
      await deliverMails(ports);
      expect(sent.toSorted()).toEqual(Array.from({ length: mails }, (_, i) => `m${i}`).sort());
      expect(await mailQueue.counts()).toEqual({ waiting: 0, failed: 0 });
    }),
    { numRuns: 40 },
  );
});
