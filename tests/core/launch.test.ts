import { sha256 } from '@coachsite/adapters/system';
import { type ProgramId, programs } from '@coachsite/core/catalogue';
import { hourMs } from '@coachsite/core/kernel';
import {
  announceLaunch,
  awaitsLaunch,
  confirmInterest,
  type Interest,
  type InterestMails,
  registerInterest,
  unsubscribeInterest,
} from '@coachsite/core/notify-me';
import { requireAdmin } from '@coachsite/core/roles';
import { memoryInterestStore, memoryMailQueue, memorySecurityLog } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const admin = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
})._unsafeUnwrap();
const context = { ip: '127.0.0.1', userAgent: 'a browser' };
const people = ['ann@example.com', 'bob@example.com', 'cas@example.com'] as const;
const someProgram = fc.constantFrom(...programs.slice(0, 2).map(({ id }) => id));

type Launch = Parameters<InterestMails['launch']>[0];

function setUp() {
  const mailQueue = memoryMailQueue();
  const state = { now: 5_000_000 };
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
  };
  const ports = {
    interests: memoryInterestStore(mailQueue),
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
    digest: sha256,
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
        const announced = await announceLaunch(ports, admin, { programId, context });
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
          await registerInterest(ports, { email, programId, language });
          // A new request for a confirmed interest sends nothing.
          if (confirmed.has(key)) asked.pop();
          else mails += 1;
        } else if (what === 'confirm' && last) {
          const done = await confirmInterest(ports, last.confirmToken);
          if (done.isOk() && !confirmed.has(key)) {
            confirmed.set(key, { language: last.interest.language, mailed: 0 });
          }
        } else if (what === 'leave' && last) {
          const launch = launched.findLast(
            ({ interest }) => interest.email === email && interest.programId === programId,
          );
          const { unsubscribeToken } = confirmed.get(key)?.mailed && launch ? launch : last;
          expect((await unsubscribeInterest(ports, unsubscribeToken)).isOk()).toBe(true);
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
  const rejected = await announceLaunch(ports, admin, { programId: 'old-bundle', context });
  expect(rejected._unsafeUnwrapErr()).toEqual({
    kind: 'validation_failed',
    fields: { programId: 'unknown' },
  });
  expect(launched).toEqual([]);
});
