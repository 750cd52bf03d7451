import type { AlarmState, AlarmStore } from '../../alarm/index.ts';
import type { MailQueue } from '../../mail/index.ts';
import { today } from '../contracts/kept-rows.ts';
import type { TestRunner } from '../runner.ts';

/** A store, and the queue that its mails go to. */
export interface AlarmStores {
  readonly alarms: AlarmStore;
  readonly mails: Pick<MailQueue, 'unsent'>;
}

/** What an `AlarmStore` does; `open` returns a new, empty one. */
export function alarmStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<AlarmStores>,
): void {
  const mail = (id: string) => ({ id, to: 'coach@example.com', subject: id, text: 'a', html: 'b' });
  const state: AlarmState = {
    faults: [{ kind: 'disk', seenAt: today }],
    mailedAt: today,
    mails: ['mail-1'],
  };
  const waiting = async ({ mails }: AlarmStores) =>
    (await mails.unsent(10)).map(({ subject }) => subject).toSorted();

  test('a state is stored with its mail, and replaced by its number', async () => {
    const stores = await open();
    const { alarms } = stores;
    expect(await alarms.read()).toBeUndefined();
    expect(await alarms.replace(0, state, mail('mail-1'), today)).toBe(true);
    const first = await alarms.read();
    expect(first?.state).toEqual(state);
    expect(first?.number).toBeGreaterThan(0);
    const well: AlarmState = { faults: [], mails: ['mail-1'], beatAt: today + 1 };
    expect(await alarms.replace(first?.number ?? 0, well, undefined, today + 1)).toBe(true);
    const second = await alarms.read();
    expect(second?.state).toEqual(well);
    expect(second?.number).toBeGreaterThan(first?.number ?? 0);
    expect(await waiting(stores)).toEqual(['mail-1']);
  });

  test('who comes second changes and mails nothing', async () => {
    const stores = await open();
    const { alarms } = stores;
    expect(await alarms.replace(7, state, mail('a'), today)).toBe(false);
    expect(await alarms.read()).toBeUndefined();
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) => alarms.replace(0, state, mail(id), today)),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await waiting(stores)).toHaveLength(1);
    const { number = 0 } = (await alarms.read()) ?? {};
    const again = await Promise.all(
      ['e', 'f'].map((id) => alarms.replace(number, state, mail(id), today)),
    );
    expect(again.filter(Boolean)).toHaveLength(1);
    expect(await waiting(stores)).toHaveLength(2);
    expect(await alarms.replace(number, state, mail('g'), today)).toBe(false);
  });
}
