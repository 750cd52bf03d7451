import type { DeviceStore } from '../../sign-in/index.ts';
import { idOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { today } from './kept-rows.ts';

/** What a `DeviceStore` does; `open` returns an empty one, with the users `idOf('u')` and `idOf('v')`. */
export function deviceStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<DeviceStore>,
): void {
  const u = { userId: idOf('u'), hash: 'one' };
  const other = { ...u, hash: 'other' };
  const most = 5;
  const since = (unusedSince: number) => ({ unusedSince, most });

  test('a device is known from its second sign-in on, and shown with its first and last', async () => {
    const store = await open();
    expect(await store.see(u, today, since(0))).toBe(false);
    expect(await store.see(u, today + 5, since(today))).toBe(true);
    expect(await store.see(other, today + 2, since(today))).toBe(false);
    expect(await store.ofUser(u.userId)).toEqual([
      { firstSeenAt: today, lastSeenAt: today + 5 },
      { firstSeenAt: today + 2, lastSeenAt: today + 2 },
    ]);
    expect(await store.ofUser(idOf('v'))).toEqual([]);
  });

  test('of sign-ins at once with one new device, one is the first', async () => {
    const store = await open();
    const seen = await Promise.all(Array.from({ length: 5 }, () => store.see(u, today, since(0))));
    expect(seen.filter((isKnown) => !isKnown)).toHaveLength(1);
  });

  test('a device that was not used since then is new again', async () => {
    const store = await open();
    await store.see(u, today, since(0));
    expect(await store.see(u, today + 9, since(today + 1))).toBe(false);
    expect(await store.ofUser(u.userId)).toEqual([
      { firstSeenAt: today + 9, lastSeenAt: today + 9 },
    ]);
  });

  test('the devices of one user are forgotten, and those of nobody else', async () => {
    const store = await open();
    const ofOther = { userId: idOf('v'), hash: 'of v' };
    for (const device of [u, other, ofOther]) await store.see(device, today, since(0));
    await store.removeOfUser(u.userId);
    expect(await store.ofUser(u.userId)).toEqual([]);
    expect(await store.see(u, today + 1, since(0))).toBe(false);
    expect(await store.see(ofOther, today + 1, since(0))).toBe(true);
  });

  test('a clean-up forgets those that were last used before', async () => {
    const store = await open();
    await store.see(u, today, since(0));
    await store.see(other, today + 1, since(0));
    expect(await store.sweep(today + 1)).toBe(1);
    expect(await store.see(other, today + 2, since(0))).toBe(true);
    expect(await store.see(u, today + 3, since(0))).toBe(false);
  });

  test('beyond the most devices of an account the one unused for longest goes', async () => {
    const store = await open();
    const deviceOf = (index: number) => ({ ...u, hash: `d${index}` });
    for (let index = 0; index < most; index += 1)
      await store.see(deviceOf(index), today + index, since(0));
    await store.see({ userId: idOf('v'), hash: 'of v' }, today, since(0));
    // One of those that are there pushes out none.
    expect(await store.see(deviceOf(2), today + 99, since(0))).toBe(true);
    expect(await store.see(deviceOf(0), today + 100, since(0))).toBe(true);
    await store.see(u, today + 101, since(0));
    expect(await store.ofUser(u.userId)).toHaveLength(most);
    expect(await store.ofUser(idOf('v'))).toHaveLength(1);
    expect(await store.see(deviceOf(0), today + 102, since(0))).toBe(true);
    expect(await store.see(deviceOf(1), today + 103, since(0))).toBe(false);
  });

  test('a device of a user who is gone is noted or not, without an error', async () => {
    const store = await open();
    await store.see({ userId: idOf('gone'), hash: 'x' }, today, since(0));
  });
}
