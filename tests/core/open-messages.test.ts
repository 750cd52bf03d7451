import { countOpenMessages, dueSoonMs } from '@coachsite/core/contact';
import { hourMs } from '@coachsite/core/kernel';
import { memoryPauseStore } from '@coachsite/core/testing';
import { expect, test } from 'vitest';

test('messages are divided by when their reply is due', async () => {
  const [now, settings] = [100 * hourMs, { promiseMs: 24 * hourMs }];
  const asked: unknown[] = [];
  const ports = (oldestReceivedAt: number | undefined) => ({
    messages: {
      waiting: async (limits: unknown) => {
        asked.push(limits);
        return { new: 3, late: 1, dueSoon: 1, oldestReceivedAt };
      },
    },
    pauses: memoryPauseStore(),
  });
  expect(await countOpenMessages(ports(70 * hourMs), settings, now)).toEqual({
    new: 3,
    late: 1,
    dueSoon: 1,
    oldestDueAt: 94 * hourMs,
  });
  expect(asked).toEqual([{ lateBefore: 76 * hourMs, soonUntil: 76 * hourMs + dueSoonMs }]);
  const none = await countOpenMessages(ports(undefined), settings, now);
  expect(none.oldestDueAt).toBeUndefined();
});
