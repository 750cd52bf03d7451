import {
  checkMessage,
  countOpenMessages,
  type MessageStore,
  type Pause,
  type PauseStore,
  remindOfReplies,
  removePause,
  replyDueAt,
  sendMessage,
  setPause,
} from '@coachsite/core/contact';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, dayMs, hourMs, minuteMs, shiftDay, startOfDay } from '@coachsite/core/kernel';
import { requireAdmin } from '@coachsite/core/roles';
import {
  memoryClock,
  memoryIds,
  memoryMessageMails,
  memorySecurityLog,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect } from 'vitest';

/** What happens to a coach and to the inbox; `ahead` and `days` count from today. */
type Command =
  | { readonly kind: 'message' }
  | { readonly kind: 'wait'; readonly ticks: number }
  | { readonly kind: 'set'; readonly ahead: number; readonly days: number }
  | { readonly kind: 'end' };

const tickMs = 15 * minuteMs;
const settings = { promiseMs: 24 * hourMs };
const admin = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
  needsSecondFactor: false,
})._unsafeUnwrap();
/** No two say the same, as a message that is sent again is one message. */
const saying = (message: string) =>
  checkMessage({ name: 'Ann', email: 'ann@example.com', subject: 'Hi', message })._unsafeUnwrap();
const context = { ip: '192.0.2.7', userAgent: 'a browser' };

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Command>({ kind: 'message' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      // A moment, an hour, hours, days.
      ticks: fc.oneof(fc.constantFrom(1, 3, 4, 5), fc.nat(100), fc.nat(900)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      ahead: fc.oneof(fc.constant(0), fc.integer({ min: -31, max: 6 })),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Command>({ kind: 'end' }) },
);

/** A message as a person with a stopwatch sees it: how much of its time is left, which stands still during a pause. */
interface Watched {
  readonly receivedAt: number;
  left: number;
  /** How long the pause under way has stopped it. */
  stopped: number;
  wasLate: boolean;
}

/** The stopwatches of all messages, and the pause under way or to come. */
function stopwatches(begin: number) {
  let now = begin;
  let pause: { startsAt: number; endsAt: number } | undefined;
  const messages: Watched[] = [];
  const isUnderWay = () => pause !== undefined && pause.startsAt <= now;
  const end = () => {
    // One that lasted less than an hour was a mistake: the time that it stopped is counted after all.
    const isMistake = pause && now - pause.startsAt < hourMs;
    for (const message of messages) {
      if (isMistake) message.left -= message.stopped;
      message.stopped = 0;
    }
    pause = undefined;
  };
  return {
    messages,
    receive: () => {
      messages.push({
        receivedAt: now,
        left: settings.promiseMs,
        stopped: 0,
        wasLate: false,
      });
    },
    tick: () => {
      for (const message of messages) {
        if (isUnderWay() && message.left > 0) message.stopped += tickMs;
        else message.left -= tickMs;
      }
      now += tickMs;
      if (pause && pause.endsAt <= now) {
        for (const message of messages) message.stopped = 0;
        pause = undefined;
      }
    },
    set: ({ from, until }: Pause) => {
      const firstMoment = startOfDay(defaultZone, from);
      const endsAt = startOfDay(defaultZone, shiftDay(until, 1));
      if (pause && isUnderWay() && firstMoment <= now) {
        pause.endsAt = endsAt;
        return;
      }
      end();
      pause = { startsAt: Math.max(firstMoment, now), endsAt };
    },
    end,
    dueAt: ({ left }: Watched) => {
      if (left <= 0 || !pause) return now + left;
      const running = Math.max(0, pause.startsAt - now);
      return left <= running ? now + left : pause.endsAt + (left - running);
    },
  };
}

/**
 * Whatever happens in whatever order: each reply is due when its stopwatch says so, what is late stays late, and the
 * count and the daily mail know of it.
 */
export async function expectStopwatches(
  open: () => Promise<{ readonly messages: MessageStore; readonly pauses: PauseStore }>,
  numRuns: number,
): Promise<void> {
  const begins = ['2026-03-26T12:00:00Z', '2026-10-22T06:30:00Z', '2026-12-23T23:00:00Z'];
  const property = fc.asyncProperty(
    fc.constantFrom(...begins),
    fc.array(command, { minLength: 1, maxLength: 14 }),
    async (begin, commands) => {
      const clock = memoryClock(Date.parse(begin));
      const ports = {
        ...(await open()),
        clock,
        ids: memoryIds(),
        messageMails: memoryMessageMails(),
        securityLog: memorySecurityLog(),
      };
      const model = stopwatches(clock.now());
      let mailedAt = Number.NEGATIVE_INFINITY;
      const submission = { language: 'en', honeypot: '', isCrossSite: false } as const;
      const perform: { [Kind in Command['kind']]: (of: Command & { kind: Kind }) => unknown } = {
        message: async () => {
          const message = saying(`Message ${model.messages.length}`);
          await sendMessage(ports, settings, { ...submission, message });
          model.receive();
        },
        wait: ({ ticks }) => {
          clock.advance(ticks * tickMs);
          for (let tick = 0; tick < ticks; tick += 1) model.tick();
        },
        set: async ({ ahead, days }) => {
          const from = shiftDay(calendarDay(defaultZone, clock.now()), ahead);
          const input = { from, until: shiftDay(from, days - 1) };
          const set = await setPause(ports, { zone: defaultZone }, { admin, input, context });
          if (set.isOk()) model.set(input);
        },
        end: async () => {
          await removePause(ports, { admin, context });
          model.end();
        },
      };
      for (const each of commands) {
        await perform[each.kind](each as never);
        const now = clock.now();
        const promise = { ...settings, pauses: await ports.pauses.list() };
        const late = model.messages.filter((one) => model.dueAt(one) < now);
        for (const one of model.messages) {
          expect(replyDueAt(one.receivedAt, promise)).toBe(model.dueAt(one));
          if (one.wasLate) expect(late).toContain(one);
          one.wasLate = late.includes(one);
        }
        const counted = await countOpenMessages(ports, settings, now);
        expect([counted.new, counted.late]).toEqual([model.messages.length, late.length]);
        const isMailed = late.length > 0 && mailedAt <= now - dayMs;
        const reminded = await remindOfReplies(ports, settings);
        expect(reminded.late).toBe(isMailed ? late.length : 0);
        if (isMailed) mailedAt = now;
      }
    },
  );
  await fc.assert(property, { numRuns });
}
