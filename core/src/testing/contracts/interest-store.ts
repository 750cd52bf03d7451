import type { Mail, MailQueue } from '../../mail/index.ts';
import type {
  Interest,
  InterestStore,
  LaunchStore,
  WriteLaunchMail,
} from '../../notify-me/index.ts';
import type { ConfirmedInterest } from '../../notify-me/interest.ts';
import { idOf, nameOf } from '../ids.ts';
import { emailOf } from '../recipients.ts';
import type { TestRunner } from '../runner.ts';
import { language, list, otherLanguage, secondList, thirdList } from '../samples.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

/** New stores and the queue that their mails go into. */
export interface OpenedInterestStore {
  readonly store: InterestStore;
  readonly launches: LaunchStore;
  /** Where the stores put their mails in the same commit. */
  readonly queue: MailQueue;
}

const ann = emailOf('ann@example.com');

const interest = (id: string, requestedAt: number, more: Partial<Interest> = {}): Interest => ({
  id: idOf(id),
  email: ann,
  programId: list,
  language,
  textVersion: 'v1',
  requestedAt,
  confirmedAt: undefined,
  announcedAt: undefined,
  launchQueued: false,
  ...more,
});

const links = (id: string) => ({
  confirmDigest: `confirm-${id}`,
  confirmUntil: 1_000_000,
  unsubscribeDigest: `unsubscribe-${id}`,
});

const mail = (id: string): Mail => ({ id, to: 'a@example.com', subject: id, text: id, html: id });

const letter = ({ id }: ConfirmedInterest) => ({
  mail: mail(`launch-${nameOf(id)}`),
  unsubscribeDigest: `out-${nameOf(id)}`,
});

/** Begins a launch with all its mails at once. */
const announce = (launches: LaunchStore, now: number, write: WriteLaunchMail = letter) =>
  launches.start({ programId: list, perHour: undefined }, write, now);

/** What an `InterestStore` does; `open` returns a new one with the queue of its mails. */
export function interestStoreContract(
  runner: TestRunner,
  open: () => Promise<OpenedInterestStore>,
): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const { store } = await open();
      return {
        put: (row: Interest) => store.request(row, links('a'), mail('a'), 0),
        get: () => store.byEmail(ann),
      };
    },
    () => interest('a', 1000),
  );

  keptRowTest(
    runner,
    async () => {
      const { store } = await open();
      return {
        put: (row: Interest) => store.request(row, links('a'), mail('a'), 0),
        get: async () => (await store.byEmail(ann))[0],
      };
    },
    interest('a', today, { textVersion: anyWords(100) }),
  );

  const asked = async () => {
    const opened = await open();
    await opened.store.request(interest('a', 1000), links('a'), mail('a'), 0);
    return opened;
  };
  const waiting = async (queue: MailQueue) => (await queue.counts()).waiting;

  test('an interest is listed as requested once it is confirmed', async () => {
    const { store, queue } = await asked();
    expect(await store.confirmed()).toEqual([]);
    expect(await store.confirm('confirm-a', 5000)).toBe('confirmed');
    expect(await store.confirmed()).toEqual([interest('a', 1000, { confirmedAt: 5000 })]);
    expect(await waiting(queue)).toBe(1);
  });

  test('a confirmation link works once, also when followed twice at the same moment', async () => {
    const { store } = await asked();
    const outcomes = await Promise.all([1, 2, 3].map((now) => store.confirm('confirm-a', now)));
    expect(outcomes.sort()).toEqual(['confirmed', 'used', 'used']);
  });

  test('a link of the other kind, an unknown one and an expired one do not confirm', async () => {
    const { store } = await asked();
    expect(await store.confirm('unsubscribe-a', 1)).toBe('invalid');
    expect(await store.confirm('nothing', 1)).toBe('invalid');
    expect(await store.confirm('confirm-a', 1_000_000)).toBe('invalid');
    expect(await store.confirm('confirm-a', 999_999)).toBe('confirmed');
  });

  test('a second request within the interval sends no mail, even when concurrent', async () => {
    const { store, queue } = await open();
    await Promise.all(
      ['a', 'b', 'c'].map((id) => store.request(interest(id, 1000), links(id), mail(id), 0)),
    );
    await store.request(interest('d', 1500), links('d'), mail('d'), 999);
    expect(await waiting(queue)).toBe(1);
    expect(await store.confirm('confirm-d', 1600)).toBe('invalid');
  });

  test('after the clock was set back, a request by its former time keeps nobody from asking', async () => {
    const { store, queue } = await open();
    await store.request(interest('a', 900_000), links('a'), mail('a'), 899_000);
    await store.request(interest('b', 5000), links('b'), mail('b'), 4000);
    expect(await waiting(queue)).toBe(2);
    // One a moment ahead is of this time: clocks of two processes differ.
    await store.request(interest('c', 4999), links('c'), mail('c'), 3999);
    expect(await waiting(queue)).toBe(2);
  });

  test('a later request sends a new mail; both links belong to the same interest', async () => {
    const { store, queue } = await asked();
    const again = interest('b', 9000, { language: otherLanguage, textVersion: 'v2' });
    await store.request(again, links('b'), mail('b'), 1000);
    expect(await waiting(queue)).toBe(2);
    expect(await store.confirm('confirm-a', 9500)).toBe('confirmed');
    expect(await store.confirm('confirm-b', 9600)).toBe('confirmed');
    expect(await store.confirmed()).toEqual([{ ...again, id: idOf('a'), confirmedAt: 9500 }]);
  });

  test('a confirmed address is not mailed again', async () => {
    const { store, queue } = await asked();
    await store.confirm('confirm-a', 2000);
    await store.request(interest('b', 999_000), links('b'), mail('b'), 998_000);
    expect(await waiting(queue)).toBe(1);
    expect(await store.confirmed()).toEqual([interest('a', 1000, { confirmedAt: 2000 })]);
  });

  test('after its launch mail an interest can be requested anew, is confirmed anew and mailed again', async () => {
    const { store, launches, queue } = await asked();
    await store.confirm('confirm-a', 2000);
    await announce(launches, 3000);
    await store.request(interest('b', 5000), links('b'), mail('b'), 4000);
    expect((await store.confirmed()).map(({ requestedAt }) => requestedAt)).toEqual([1000]);
    for (const { mail: one } of await queue.take(9, 9000, 6000)) await queue.markSent(one.id, 6000);
    await store.request(interest('c', 7000), links('c'), mail('c'), 6000);
    expect(await store.confirmed()).toEqual([]);
    expect(await announce(launches, 7500)).toBe(0);
    expect(await store.confirm('confirm-c', 8000)).toBe('confirmed');
    expect(await store.confirmed()).toEqual([interest('a', 7000, { confirmedAt: 8000 })]);
    const again: WriteLaunchMail = ({ id }) => ({
      mail: mail(`again-${nameOf(id)}`),
      unsubscribeDigest: `later-${nameOf(id)}`,
    });
    expect(await announce(launches, 9000, again)).toBe(1);
  });

  test('another program of the same address is another interest', async () => {
    const { store } = await asked();
    const other = interest('b', 1000, { programId: secondList });
    await store.request(other, links('b'), mail('b'), 0);
    await store.confirm('confirm-a', 2000);
    await store.confirm('confirm-b', 3000);
    expect((await store.confirmed()).map(({ id }) => nameOf(id))).toEqual(['b', 'a']);
  });

  test('unsubscribing deletes the interest and can be repeated', async () => {
    const { store } = await asked();
    await store.confirm('confirm-a', 2000);
    expect(await store.unsubscribe('confirm-a')).toBe(false);
    expect(await store.unsubscribe('nothing')).toBe(false);
    expect(await store.unsubscribe('unsubscribe-a')).toBe(true);
    expect(await store.unsubscribe('unsubscribe-a')).toBe(true);
    expect(await store.confirmed()).toEqual([]);
    expect(await store.confirm('confirm-a', 3000)).toBe('invalid');
  });

  test('one interest is removed with its launch mail, and the others stay', async () => {
    const { store, launches, queue } = await asked();
    const other = interest('b', 2000, { programId: thirdList });
    await store.request(other, links('b'), mail('b'), 0);
    await store.confirm('confirm-a', 2000);
    await announce(launches, 3000);
    const before = await waiting(queue);
    expect(await store.remove(ann, list)).toBe(true);
    expect(await waiting(queue)).toBe(before - 1);
    expect(await store.remove(ann, list)).toBe(false);
    expect(await store.byEmail(ann)).toEqual([other]);
  });

  test('after unsubscribing, a new request is possible at once', async () => {
    const { store, queue } = await asked();
    await store.unsubscribe('unsubscribe-a');
    await store.request(interest('b', 1100), links('b'), mail('b'), 0);
    expect(await waiting(queue)).toBe(2);
    expect(await store.confirm('confirm-b', 1200)).toBe('confirmed');
  });

  test('all interests of an address are deleted and their links stop working', async () => {
    const { store } = await asked();
    const other = interest('b', 2000, { programId: thirdList });
    await store.request(other, links('b'), mail('b'), 0);
    await store.request(
      interest('c', 3000, { email: emailOf('bob@example.com') }),
      links('c'),
      mail('c'),
      0,
    );
    expect(await store.byEmail(ann)).toEqual([other, interest('a', 1000)]);
    expect(await store.removeByEmail(ann)).toBe(2);
    expect(await store.byEmail(ann)).toEqual([]);
    expect(await store.confirm('confirm-a', 4000)).toBe('invalid');
    expect(await store.confirm('confirm-c', 4000)).toBe('confirmed');
  });

  test('a purge deletes old unconfirmed interests and keeps confirmed ones', async () => {
    const { store } = await asked();
    const other = interest('b', 1000, { programId: secondList });
    await store.request(other, links('b'), mail('b'), 0);
    await store.confirm('confirm-b', 2000);
    expect(await store.purge({ requestedBefore: 1000, announcedBefore: 9999 })).toBe(0);
    expect(await store.purge({ requestedBefore: 1001, announcedBefore: 9999 })).toBe(1);
    expect((await store.confirmed()).map(({ id }) => nameOf(id))).toEqual(['b']);
    expect(await store.confirm('confirm-a', 2000)).toBe('invalid');
    expect(await store.unsubscribe('unsubscribe-a')).toBe(false);
    expect(await store.unsubscribe('unsubscribe-b')).toBe(true);
  });

  test('the link of a deleted interest still says so, until it is purged as the request would be', async () => {
    const { store } = await asked();
    await store.unsubscribe('unsubscribe-a');
    await store.purge({ requestedBefore: 1000, announcedBefore: 0 });
    expect(await store.unsubscribe('unsubscribe-a')).toBe(true);
    await store.purge({ requestedBefore: 1001, announcedBefore: 0 });
    expect(await store.unsubscribe('unsubscribe-a')).toBe(false);
  });

  test('interests are listed by when they were confirmed or requested, whatever the order of the calls', async () => {
    const { store } = await open();
    for (const [id, programId, requestedAt, confirmedAt] of [
      ['a', thirdList, 2000, 9000],
      ['b', list, 2000, 9000],
      ['c', secondList, 1000, 8000],
    ] as const) {
      await store.request(interest(id, requestedAt, { programId }), links(id), mail(id), 0);
      await store.confirm(`confirm-${id}`, confirmedAt);
    }
    expect((await store.byEmail(ann)).map(({ id }) => nameOf(id))).toEqual(['b', 'a', 'c']);
    expect((await store.confirmed()).map(({ id }) => nameOf(id))).toEqual(['b', 'a', 'c']);
  });

  /** Two confirmed interests, an unconfirmed one, and one confirmed for another program; four mails wait. */
  const listed = async () => {
    const opened = await open();
    const { store } = opened;
    const people = [
      interest('a', 1000),
      interest('b', 1000, { email: emailOf('bob@example.com'), language: otherLanguage }),
      interest('c', 1000, { email: emailOf('cas@example.com') }),
      interest('d', 1000, { programId: secondList }),
    ];
    for (const each of people)
      await store.request(each, links(nameOf(each.id)), mail(nameOf(each.id)), 0);
    for (const id of ['a', 'b', 'd']) await store.confirm(`confirm-${id}`, 2000);
    return opened;
  };
  const standOf = async (store: InterestStore) =>
    (await store.confirmed())
      .map(({ id, announcedAt, launchQueued }) => [nameOf(id), announcedAt, launchQueued])
      .sort();
  const subjects = async (queue: MailQueue) =>
    (await queue.take(100, 2_000_000, 1_000_000)).map((queued) => queued.mail.subject).sort();

  test('a launch is mailed once to every confirmed interest of that program only', async () => {
    const { store, launches, queue } = await listed();
    const seen: Interest[] = [];
    const count = await announce(launches, 5000, (each) => {
      seen.push(each);
      return letter(each);
    });
    expect(count).toBe(2);
    expect(seen.map((each) => [nameOf(each.id), each.language, each.confirmedAt]).sort()).toEqual([
      ['a', language, 2000],
      ['b', otherLanguage, 2000],
    ]);
    expect(await announce(launches, 6000)).toBe(0);
    expect(await subjects(queue)).toEqual(['a', 'b', 'c', 'd', 'launch-a', 'launch-b']);
    expect(await standOf(store)).toEqual([
      ['a', undefined, true],
      ['b', undefined, true],
      ['d', undefined, false],
    ]);
  });

  test('an interest is announced when its launch mail was sent, and one that was given up stays open', async () => {
    const { store, launches, queue } = await listed();
    await announce(launches, 5000);
    await queue.take(100, 9000, 5000);
    await queue.markSent('launch-a', 6000);
    await queue.giveUp('launch-b', { problem: 'rejected', reason: '' }, 6000);
    expect(await standOf(store)).toEqual([
      ['a', 6000, false],
      ['b', undefined, true],
      ['d', undefined, false],
    ]);
    expect(await announce(launches, 7000)).toBe(0);
    await queue.retry('launch-b', 7000);
    await queue.markSent('launch-b', 8000);
    expect((await standOf(store))[1]).toEqual(['b', 8000, false]);
  });

  test('an interest whose launch mail was given up and purged is part of the next launch', async () => {
    const { launches, queue } = await listed();
    await announce(launches, 5000);
    await queue.take(100, 9000, 5000);
    await queue.giveUp('launch-a', { problem: 'rejected', reason: '' }, 6000);
    await queue.purge(7000);
    await launches.stop(list);
    const again = (each: ConfirmedInterest) => ({
      mail: mail(`again-${nameOf(each.id)}`),
      unsubscribeDigest: `again-${nameOf(each.id)}`,
    });
    expect(await announce(launches, 8000, again)).toBe(1);
  });

  test('confirmed interests are counted by program', async () => {
    const { store } = await listed();
    const confirmed = await store.confirmed();
    const counts = await store.counts();
    expect(confirmed.length).toBeGreaterThan(0);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(confirmed.length);
    for (const [id, count] of counts) {
      expect(confirmed.filter(({ programId }) => programId === id)).toHaveLength(count);
    }
  });

  test('unsubscribing removes a launch mail that still waits', async () => {
    const { store, launches, queue } = await listed();
    await announce(launches, 5000);
    await store.unsubscribe('unsubscribe-a');
    const { failed, waiting: left } = await queue.counts();
    expect([failed, left]).toEqual([0, 5]);
    expect(await subjects(queue)).not.toContain('launch-a');
  });

  test('concurrent announcements mail nobody twice', async () => {
    const { launches, queue } = await listed();
    const counts = await Promise.all([1, 2, 3].map((now) => announce(launches, now)));
    expect(counts.sort()).toEqual([0, 0, 2]);
    expect(await waiting(queue)).toBe(6);
  });

  test('an interest confirmed later is mailed at the next announcement', async () => {
    const { store, launches, queue } = await listed();
    await announce(launches, 5000);
    await store.confirm('confirm-c', 5500);
    expect(await announce(launches, 6000)).toBe(1);
    expect(await subjects(queue)).toContain('launch-c');
  });

  test('an error while writing the mails queues none and marks nobody as mailed', async () => {
    const { store, launches, queue } = await listed();
    const failing = announce(launches, 5000, (each) => {
      if (each.id === idOf('b')) throw new Error('no letter');
      return letter(each);
    });
    await expect(failing).rejects.toThrow('no letter');
    expect(await waiting(queue)).toBe(4);
    expect(await store.unsubscribe('out-a')).toBe(false);
    expect(await announce(launches, 6000)).toBe(2);
  });

  test('the unsubscribe links of the launch mail and of the first mail both delete the interest', async () => {
    const { store, launches } = await listed();
    await announce(launches, 5000);
    expect(await store.unsubscribe('out-a')).toBe(true);
    expect(await store.unsubscribe('unsubscribe-b')).toBe(true);
    expect((await store.confirmed()).map(({ id }) => nameOf(id))).toEqual(['d']);
    expect(await store.unsubscribe('out-b')).toBe(true);
  });

  test('a purge deletes interests mailed long ago and keeps confirmed ones that were not', async () => {
    const { store, launches, queue } = await listed();
    await announce(launches, 4000);
    expect(await store.purge({ requestedBefore: 1000, announcedBefore: 9000 })).toBe(0);
    for (const id of ['launch-a', 'launch-b']) await queue.markSent(id, 5000);
    expect(await store.purge({ requestedBefore: 1000, announcedBefore: 5000 })).toBe(0);
    expect(await store.purge({ requestedBefore: 1000, announcedBefore: 5001 })).toBe(2);
    expect((await store.confirmed()).map(({ id }) => nameOf(id))).toEqual(['d']);
    expect(await store.confirm('confirm-c', 6000)).toBe('confirmed');
  });
}
