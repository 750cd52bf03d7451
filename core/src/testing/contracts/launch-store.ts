import { hourMs, minuteMs } from '../../kernel/index.ts';
import type { Mail, MailQueue } from '../../mail/index.ts';
import type { LaunchPace, LaunchStore, WriteLaunchMail } from '../../notify-me/index.ts';
import { idOf } from '../ids.ts';
import { emailOf } from '../recipients.ts';
import type { TestRunner } from '../runner.ts';
import { language, list, secondList, thirdList } from '../samples.ts';
import type { OpenedInterestStore } from './interest-store.ts';
import { today } from './kept-rows.ts';

const mail = (id: string): Mail => ({ id, to: 'a@example.com', subject: id, text: id, html: id });
let letters = 0;
const letter: WriteLaunchMail = ({ email }) => {
  letters += 1;
  return { mail: mail(`${email} ${letters}`), unsubscribeDigest: `out-${letters}` };
};

/** What a launch store does over time. Its first mails are part of the contract of the interests. */
export function launchStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<OpenedInterestStore>,
): void {
  const confirm = async (
    { store }: OpenedInterestStore,
    email: string,
    at: number,
    programId = list,
  ) => {
    const interest = {
      id: idOf(email),
      email: emailOf(email),
      programId,
      language,
      textVersion: 'v1',
      requestedAt: at,
      confirmedAt: undefined,
      announcedAt: undefined,
      launchQueued: false,
    } as const;
    const links = {
      confirmDigest: `confirm ${email}`,
      confirmUntil: at + hourMs,
      unsubscribeDigest: `first ${email}`,
    };
    await store.request(interest, links, mail(`ask ${email}`), 0);
    await store.confirm(`confirm ${email}`, at);
  };
  /** Five confirmed people, whose earlier mails have been sent. */
  const five = async () => {
    const opened = await open();
    for (const [name, at] of [
      ['c', 3],
      ['a', 1],
      ['e', 5],
      ['b', 2],
      ['d', 4],
    ] as const)
      await confirm(opened, name, at);
    await sendAll(opened.queue, 10);
    return opened;
  };
  /** Sends what is due; returns the recipients by the ids of their mails. */
  const sendAll = async (queue: MailQueue, now: number) => {
    const taken = await queue.take(100, now + minuteMs, now);
    for (const { mail: one } of taken) await queue.markSent(one.id, now);
    return taken.map(({ mail: one }) => one.id.split(' ')[0]);
  };
  const start = (launches: LaunchStore, perHour: LaunchPace | undefined, now: number) =>
    launches.start({ programId: list, perHour }, letter, now);
  const progress = async (launches: LaunchStore) =>
    (await launches.underWay()).map(({ sent, waiting, failed, isPaused }) => ({
      sent,
      waiting,
      failed,
      isPaused,
    }));

  test('a launch releases mails at its pace, those who confirmed first before the others', async () => {
    const { launches, queue } = await five();
    expect(await start(launches, 120, 1000)).toBe(5);
    expect(await launches.release(letter, 1000 + minuteMs - 1)).toBe(0);
    expect(await sendAll(queue, 2000)).toEqual(['a', 'b']);
    expect(await progress(launches)).toEqual([{ sent: 2, waiting: 3, failed: 0, isPaused: false }]);
    expect(await launches.release(letter, 1000 + minuteMs - 1)).toBe(0);
    expect(await launches.release(letter, 1000 + minuteMs)).toBe(2);
    expect(await sendAll(queue, 1000 + minuteMs)).toEqual(['c', 'd']);
    expect(await launches.release(letter, 1000 + 2 * minuteMs)).toBe(1);
    expect(await sendAll(queue, 1000 + 2 * minuteMs)).toEqual(['e']);
    expect(await launches.underWay()).toEqual([]);
  });

  test('a launch has the times at which it was begun and last released mails', async () => {
    const { launches } = await five();
    const confirmedUntil = today - 1;
    await launches.start({ programId: list, perHour: 30, confirmedUntil }, letter, today);
    const [launch] = await launches.underWay();
    expect(launch).toMatchObject({ startedAt: today, releasedAt: today, confirmedUntil });
    await start(launches, 60, today);
    expect((await launches.underWay())[0]).toMatchObject({ perHour: 60, releasedAt: today });
    await start(launches, undefined, today);
    expect((await launches.underWay())[0]?.perHour).toBeUndefined();
  });

  test('launches are listed by their program', async () => {
    const opened = await five();
    const [first = list, ...others] = [list, secondList, thirdList].toSorted();
    for (const programId of [...others, first]) {
      await confirm(opened, `for ${programId}`, 6, programId);
      await opened.launches.start({ programId, perHour: 30 }, letter, 1000);
    }
    const listed = (await opened.launches.underWay()).map(({ programId }) => programId);
    expect(listed).toEqual([first, ...others]);
  });

  test('two releases of one moment hand nobody to the queue twice', async () => {
    const { launches, queue } = await five();
    await start(launches, 30, 1000);
    const at = 1000 + 2 * minuteMs;
    await sendAll(queue, 1000);
    const counts = await Promise.all([launches.release(letter, at), launches.release(letter, at)]);
    expect(counts.toSorted()).toEqual([0, 1]);
  });

  test('nothing is added while the mail server takes none, and a mail that fails holds up nobody', async () => {
    const { launches, queue } = await five();
    await start(launches, 30, 1000);
    const [first] = await queue.take(5, 1000, 1000);
    await queue.postpone(
      first?.mail.id ?? '',
      { problem: 'no_connection', reason: '' },
      2000,
      1000,
    );
    expect(await launches.release(letter, 1000 + hourMs)).toBe(0);
    await queue.take(5, 1000 + hourMs, 1000 + hourMs);
    const failure = { problem: 'mailbox_full', reason: '' } as const;
    await queue.retryLater(first?.mail.id ?? '', failure, 9 * hourMs);
    expect(await launches.release(letter, 1000 + hourMs)).toBe(1);
    expect(await progress(launches)).toEqual([{ sent: 0, waiting: 5, failed: 0, isPaused: false }]);
  });

  test('a paused launch takes its mails back and goes on where it was', async () => {
    const { launches, queue } = await five();
    await start(launches, undefined, 1000);
    const [leaving] = await queue.take(1, 1000 + minuteMs, 1000);
    expect(await launches.pause(list)).toBe(true);
    expect(await progress(launches)).toEqual([{ sent: 0, waiting: 5, failed: 0, isPaused: true }]);
    expect((await queue.counts()).waiting).toBe(1);
    expect(await launches.release(letter, 5000)).toBe(0);
    // The attempt that was under way ends as a sent mail.
    await queue.markSent(leaving?.mail.id ?? '', 2000);
    expect(await launches.resume(list)).toBe(true);
    expect(await launches.release(letter, 6000)).toBe(4);
    expect((await sendAll(queue, 6000)).sort()).toEqual(['b', 'c', 'd', 'e']);
  });

  test('a stopped launch leaves its people for the next one, and none of their mails leaves', async () => {
    const { store, launches, queue } = await five();
    await start(launches, 60, 1000);
    expect(await sendAll(queue, 1000)).toEqual(['a']);
    expect(await progress(launches)).toEqual([{ sent: 1, waiting: 4, failed: 0, isPaused: false }]);
    await launches.release(letter, 1000 + minuteMs);
    expect(await launches.stop(list)).toBe(true);
    expect(await launches.underWay()).toEqual([]);
    expect(await sendAll(queue, 0 + hourMs)).toEqual([]);
    expect(await launches.release(letter, 0 + hourMs)).toBe(0);
    expect((await store.confirmed()).filter(({ announcedAt }) => announcedAt).length).toBe(1);
    expect(await start(launches, undefined, 2 * hourMs)).toBe(4);
  });

  test('who confirms during a launch waits for the next one, which takes over with its own pace', async () => {
    const opened = await five();
    const { launches, queue } = opened;
    await start(launches, 30, 1000);
    await confirm(opened, 'late', 2000);
    await sendAll(queue, 2000);
    expect(await progress(launches)).toEqual([{ sent: 1, waiting: 4, failed: 0, isPaused: false }]);
    expect(await start(launches, undefined, 3000)).toBe(1);
    expect((await sendAll(queue, 3000)).sort()).toEqual(['b', 'c', 'd', 'e', 'late']);
  });

  test('who confirms at the moment of a launch is part of it', async () => {
    const opened = await five();
    await start(opened.launches, 30, 1000);
    await confirm(opened, 'late', 1000);
    expect(await start(opened.launches, undefined, 3000)).toBe(0);
  });

  test('a launch for those who had confirmed until a moment leaves the others for the next one', async () => {
    const { launches, queue } = await five();
    const until = (confirmedUntil: number, now: number) =>
      launches.start({ programId: list, perHour: undefined, confirmedUntil }, letter, now);
    expect(await until(0, 500)).toBe(0);
    expect(await until(3, 1000)).toBe(3);
    expect((await sendAll(queue, 1000)).sort()).toEqual(['a', 'b', 'c']);
    expect(await launches.release(letter, 2000)).toBe(0);
    expect(await start(launches, undefined, 3000)).toBe(2);
    expect((await sendAll(queue, 3000)).sort()).toEqual(['d', 'e']);
  });

  test('a mail that was given up is counted, and a launch ends without it', async () => {
    const { launches, queue } = await five();
    await start(launches, undefined, 1000);
    const [first] = await queue.take(1, 1000 + minuteMs, 1000);
    await queue.giveUp(first?.mail.id ?? '', { problem: 'rejected', reason: '' }, 1000);
    expect(await progress(launches)).toEqual([{ sent: 0, waiting: 4, failed: 1, isPaused: false }]);
    await launches.pause(list);
    expect(await progress(launches)).toEqual([{ sent: 0, waiting: 4, failed: 1, isPaused: true }]);
    await launches.resume(list);
    expect(await launches.release(letter, 1500)).toBe(4);
    await sendAll(queue, 2000);
    expect(await launches.underWay()).toEqual([]);
    await launches.release(letter, 3000);
    expect(await launches.pause(list)).toBe(false);
  });

  test('a mail that expired holds up nobody', async () => {
    const { launches, queue } = await five();
    await start(launches, 30, 1000);
    const [first] = await queue.take(1, 1000 + minuteMs, 1000);
    await queue.giveUp(first?.mail.id ?? '', { problem: 'expired', reason: '' }, 1000);
    expect(await launches.release(letter, 1000 + hourMs)).toBe(1);
  });

  test('a launch after one that is over counts from zero', async () => {
    const opened = await five();
    const { launches, queue } = opened;
    await start(launches, undefined, 1000);
    await sendAll(queue, 1000);
    await confirm(opened, 'late', 2000);
    expect(await start(launches, 30, 3000)).toBe(1);
    expect(await progress(launches)).toEqual([{ sent: 0, waiting: 1, failed: 0, isPaused: false }]);
  });

  test('what is not under way cannot be paused, resumed or stopped', async () => {
    const { launches } = await five();
    expect(await launches.pause(list)).toBe(false);
    expect(await launches.resume(list)).toBe(false);
    expect(await launches.stop(list)).toBe(false);
    expect(await launches.release(letter, 1000)).toBe(0);
  });
}
