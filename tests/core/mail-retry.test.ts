import { hourMs } from '@coachsite/core/kernel';
import { deliverMails, type Mail, mailProblemOf, mailProblems } from '@coachsite/core/mail';
import { memoryMailQueue } from '@coachsite/core/testing';
import fc from 'fast-check';
import { err, ok } from 'neverthrow';
import { expect, test } from 'vitest';
import { afterFailedTry, maxMailTries, nextMailTryAt } from '#core/src/mail/retry.ts';
import { isPaused, queuePauseMs } from '#core/src/queue/pause.ts';

/** What is wrong with the server or its settings, and what no later try mends. */
const ofServer = 'no_connection tls sign_in sender_rejected too_many server_busy folder'.split(' ');
const forGood = 'recipient_rejected too_large rejected expired crashed'.split(' ');

const anyProblem = fc.constantFrom(...mailProblems);
const lengths = fc
  .record({ firstMs: fc.integer({ min: 1, max: 1e6 }), more: fc.integer({ min: 0, max: 1e8 }) })
  .map(({ firstMs, more }) => ({ firstMs, longestMs: firstMs + more }));

test('each pause between tries is longer than the one before, and together they last over 48 hours', () => {
  let at = 0;
  let pause = 0;
  for (let failures = 1; failures < maxMailTries; failures += 1) {
    const next = nextMailTryAt(failures, at) ?? 0;
    expect(next - at).toBeGreaterThan(pause);
    pause = next - at;
    at = next;
  }
  expect(at).toBeGreaterThan(48 * hourMs);
  expect(nextMailTryAt(maxMailTries, at)).toBeUndefined();
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
  [{ code: 'ENOTHING' }, 'unknown'],
  [{}, 'unknown'],
] as const)('%o means %s', (outcome, problem) => {
  expect(mailProblemOf(outcome)).toBe(problem);
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
