import type { Sms, SmsQueue } from '../../sms/index.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { listenersTest } from './listeners.ts';
import { ownRowsTest } from './own-rows.ts';

const sms = (id: string, extra: Partial<Sms> = {}): Sms => ({
  id,
  to: '32470123456',
  text: `text ${id}`,
  expiresAt: 1000,
  ...extra,
});

/** What an `SmsQueue` does; `open` returns a new, empty one. */
export function smsQueueContract(runner: TestRunner, open: () => Promise<SmsQueue>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const queue = await open();
      return {
        put: (row: Sms) => queue.enqueue(row, 1),
        get: () => queue.toNumber('32470123456'),
      };
    },
    () => sms('a'),
  );

  keptRowTest(
    runner,
    async () => {
      const queue = await open();
      return {
        put: (row: Sms) => queue.enqueue(row, today),
        get: async () => (await queue.take(1, today + 1, today))[0]?.sms,
      };
    },
    sms('a', { text: anyWords(400), expiresAt: today + 5 }),
  );

  test('a message is leased to one worker at a time, and stays until it is removed', async () => {
    const queue = await open();
    await queue.enqueue(sms('a'), 1);
    await queue.enqueue(sms('a', { text: 'again' }), 1);
    await queue.enqueue(sms('b'), 2);
    expect(await queue.take(5, 9, 0)).toEqual([]);
    expect(await queue.take(1, 9, 2)).toEqual([{ sms: sms('a'), failures: 0, unfinished: 0 }]);
    expect(await queue.take(5, 9, 2)).toEqual([{ sms: sms('b'), failures: 0, unfinished: 0 }]);
    expect(await queue.take(5, 20, 8)).toEqual([]);
    // One of them may have ended the process that held them.
    expect(await queue.take(5, 20, 9)).toEqual([{ sms: sms('a'), failures: 0, unfinished: 1 }]);
    expect(await queue.take(5, 20, 9)).toEqual([{ sms: sms('b'), failures: 0, unfinished: 1 }]);
    await queue.remove('a');
    expect(await queue.waiting()).toBe(1);
  });

  test('no more messages are leased than a worker asks for', async () => {
    const queue = await open();
    for (const id of ['a', 'b', 'c']) await queue.enqueue(sms(id), 1);
    const taken = async () => (await queue.take(2, 90, 1)).map(({ sms: { id } }) => id);
    expect(await taken()).toEqual(['a', 'b']);
    expect(await taken()).toEqual(['c']);
  });

  test('a failed attempt is counted, and the message becomes available when it is due', async () => {
    const queue = await open();
    await queue.enqueue(sms('a'), 1);
    await queue.take(1, 5, 1);
    await queue.delay('a', 30);
    expect(await queue.take(1, 90, 29)).toEqual([]);
    expect(await queue.take(1, 90, 30)).toEqual([{ sms: sms('a'), failures: 1, unfinished: 0 }]);
  });

  test('what is recorded about an unknown message is nothing', async () => {
    const queue = await open();
    await queue.delay('unknown', 1);
    await queue.postpone('unknown', 1);
    await queue.remove('unknown');
    expect(await queue.waiting()).toBe(0);
  });

  test('a postponed message has used up no try, and a pause is kept until it is ended', async () => {
    const queue = await open();
    await queue.enqueue(sms('a'), 1);
    await queue.take(1, 5, 1);
    await queue.postpone('a', 30);
    expect(await queue.take(1, 90, 29)).toEqual([]);
    expect(await queue.take(1, 90, 30)).toEqual([{ sms: sms('a'), failures: 0, unfinished: 0 }]);
    const pause = { problem: 'unavailable', failures: 2, until: 40 };
    await queue.setPause(pause);
    expect(await queue.pause()).toEqual(pause);
    await queue.setPause(undefined);
    expect(await queue.pause()).toBeUndefined();
  });

  test('the waiting messages to one number are found and removed, and no others', async () => {
    const queue = await open();
    await queue.enqueue(sms('a'), 1);
    await queue.enqueue(sms('b', { to: '3247012345' }), 1);
    await queue.enqueue(sms('c'), 1);
    await queue.take(1, 5, 1);
    expect(await queue.toNumber('32470123456')).toEqual([sms('a'), sms('c')]);
    expect(await queue.removeToNumber('32470123456')).toBe(2);
    expect(await queue.toNumber('32470123456')).toEqual([]);
    expect(await queue.waiting()).toBe(1);
  });

  listenersTest(runner, async () => {
    const queue = await open();
    return { add: (id) => queue.enqueue(sms(id), 1), onEnqueued: queue.onEnqueued };
  });

  test('a listener is called for new messages until it is removed', async () => {
    const queue = await open();
    let heard = 0;
    let notify = () => {};
    const first = new Promise<void>((resolve) => {
      notify = resolve;
    });
    const stop = queue.onEnqueued(() => {
      heard += 1;
      notify();
    });
    await queue.enqueue(sms('a'), 1);
    await first;
    stop();
    const second = new Promise<void>((resolve) => queue.onEnqueued(resolve));
    await queue.enqueue(sms('b'), 1);
    await second;
    expect(heard).toBe(1);
  });
}
