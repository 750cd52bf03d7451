import { countOpenMessages, dueSoonMs } from '@coachsite/core/contact';
import { hourMs } from '@coachsite/core/kernel';
import { expect, test } from 'vitest';

test('messages are divided by when their reply is due', async () => {
  const [now, promise] = [100 * hourMs, 24 * hourMs];
  const asked: unknown[] = [];
  const messages = (oldestReceivedAt: number | undefined) => ({
    waiting: async (limits: unknown) => {
      asked.push(limits);
      return { new: 3, late: 1, dueSoon: 1, oldestReceivedAt };
    },
  });
  expect(await countOpenMessages(messages(70 * hourMs), promise, now)).toEqual({
    new: 3,
    late: 1,
    dueSoon: 1,
    oldestDueAt: 94 * hourMs,
  });
  expect(asked).toEqual([{ lateBefore: 76 * hourMs, soonUntil: 76 * hourMs + dueSoonMs }]);
  const none = await countOpenMessages(messages(undefined), promise, now);
  expect(none.oldestDueAt).toBeUndefined();
});
