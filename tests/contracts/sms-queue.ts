import type { Sms, SmsQueue } from '@coachsite/core/sms';
import { expect, test } from 'vitest';

const sms = (id: string, extra: Partial<Sms> = {}): Sms => ({
  id,
  to: '32470123456',
  text: `text ${id}`,
  expiresAt: 1000,
  ...extra,
});

export function smsQueueContract(open: () => Promise<SmsQueue>): void {
  test('a message is held by one taker until its lease ends, and waits until it is removed', async () => {
    const queue = await open();
    await queue.enqueue(sms('a'), 1);
    await queue.enqueue(sms('a', { text: 'again' }), 1);
    await queue.enqueue(sms('b'), 2);
    expect(await queue.take(0, 9, 5)).toEqual([]);
    expect(await queue.take(2, 9, 1)).toEqual([{ sms: sms('a'), failures: 0 }]);
    expect(await queue.take(2, 9, 5)).toEqual([{ sms: sms('b'), failures: 0 }]);
    expect(await queue.take(8, 20, 5)).toEqual([]);
    expect(await queue.take(9, 20, 5)).toHaveLength(2);
    await queue.remove('a');
    expect(await queue.waiting()).toBe(1);
  });

  test('a failed try is counted and comes back when it is due', async () => {
    const queue = await open();
    await queue.enqueue(sms('a'), 1);
    await queue.take(1, 5, 1);
    await queue.delay('a', 30);
    expect(await queue.take(29, 90, 1)).toEqual([]);
    expect(await queue.take(30, 90, 1)).toEqual([{ sms: sms('a'), failures: 1 }]);
  });

  test('what waits for one number is found and forgotten, and nothing else', async () => {
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

  test('whoever listens hears of new messages until they stop', async () => {
    const queue = await open();
    let heard = 0;
    let tell = () => {};
    const first = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const stop = queue.onEnqueued(() => {
      heard += 1;
      tell();
    });
    await queue.enqueue(sms('a'), 1);
    await first;
    stop();
    await queue.enqueue(sms('b'), 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toBe(1);
  });
}
