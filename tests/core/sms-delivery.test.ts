import { deliverSms, type Sms, type SmsError } from '@coachsite/core/sms';
import { memorySmsQueue } from '@coachsite/core/testing';
import { err, ok, type Result } from 'neverthrow';
import { expect, test } from 'vitest';
import { nextSmsTryAt } from '#core/src/sms/sms.ts';

const sms = (id: string): Sms => ({ id, to: '32470123456', text: id, expiresAt: 600_000 });

function setUp(problemOf: (id: string) => SmsError['problem'] | undefined) {
  const smsQueue = memorySmsQueue();
  const state = { now: 0, offered: 0, sent: [] as string[] };
  const send = async ({ id }: Sms): Promise<Result<void, SmsError>> => {
    state.offered += 1;
    const problem = problemOf(id);
    if (problem) return err({ kind: 'sms_send_failed', problem, reason: '' });
    state.sent.push(id);
    return ok();
  };
  const ports = { smsQueue, smsSender: { send }, clock: { now: () => state.now } };
  return { state, smsQueue, deliver: () => deliverSms(ports) };
}

test('while the service is away one message tries it, and none is given up before its code expires', async () => {
  let isAway = true;
  const { state, smsQueue, deliver } = setUp(() => (isAway ? 'unavailable' : undefined));
  for (const id of ['a', 'b', 'c']) await smsQueue.enqueue(sms(id), 0);
  await deliver();
  for (let tries = 1; tries <= 12; tries += 1) {
    expect(state.offered).toBe(2 + tries);
    await deliver();
    expect(state.offered).toBe(2 + tries);
    state.now = (await smsQueue.pause())?.until ?? 0;
    await deliver();
  }
  expect(state.now).toBeGreaterThan(220_000);
  isAway = false;
  state.now = (await smsQueue.pause())?.until ?? 0;
  await deliver();
  expect(state.sent.toSorted()).toEqual(['a', 'b', 'c']);
  expect([await smsQueue.waiting(), await smsQueue.pause()]).toEqual([0, undefined]);
});

test('a message that is rejected uses up its tries, and does not keep the others waiting', async () => {
  const { state, smsQueue, deliver } = setUp((id) => (id === 'bad' ? 'rejected' : undefined));
  await smsQueue.enqueue(sms('bad'), 0);
  await smsQueue.enqueue(sms('good'), 0);
  for (let i = 0; i < 20; i += 1) {
    await deliver();
    state.now += 29_000;
  }
  expect(state.sent).toEqual(['good']);
  expect([state.offered, await smsQueue.waiting()]).toEqual([7, 0]);
});

test('a message whose code has expired, and one that ended the process three times, are dropped', async () => {
  const { state, smsQueue, deliver } = setUp(() => undefined);
  await smsQueue.enqueue(sms('poison'), 0);
  for (let crash = 0; crash < 3; crash += 1) await smsQueue.take(1, crash + 1, crash);
  await smsQueue.enqueue({ ...sms('late'), expiresAt: 3 }, 0);
  state.now = 3;
  await deliver();
  expect([state.sent, await smsQueue.waiting()]).toEqual([[], 0]);
});

test('tries come after 2, 10, 30, 60 and 120 seconds, and none once the code has expired', () => {
  const at = (failures: number, expiresAt = 1e9) =>
    nextSmsTryAt({ ...sms('a'), expiresAt }, failures, 1000);
  expect([1, 2, 3, 4, 5, 6].map((failures) => at(failures))).toEqual([
    3000,
    11_000,
    31_000,
    61_000,
    121_000,
    undefined,
  ]);
  expect([at(1, 3001), at(1, 3000)]).toEqual([3000, undefined]);
});

test.each([
  ['too_many', [10_000, 20_000, 40_000, 60_000, 60_000]],
  ['unavailable', [2000, 4000, 8000, 16_000, 30_000, 30_000]],
] as const)(
  'while the problem is %s the queue pauses longer and longer, up to a limit',
  async (problem, pauses) => {
    const { state, smsQueue, deliver } = setUp(() => problem);
    await smsQueue.enqueue(sms('a'), 0);
    for (const pause of pauses) {
      expect(await deliver()).toEqual({ sent: 0, failed: 1 });
      expect((await smsQueue.pause())?.until).toBe(state.now + pause);
      state.now += pause;
    }
  },
);

test('a delivery counts what was sent and what failed, and a dropped message as neither', async () => {
  const { state, smsQueue, deliver } = setUp((id) => (id === 'bad' ? 'rejected' : undefined));
  for (const id of ['good', 'bad']) await smsQueue.enqueue(sms(id), 0);
  await smsQueue.enqueue({ ...sms('late'), expiresAt: 0 }, 0);
  expect(await deliver()).toEqual({ sent: 1, failed: 1 });
  expect(await smsQueue.waiting()).toBe(1);
  await smsQueue.remove('bad');
  // A pause that only a dropped message follows says nothing of the service.
  const pause = { problem: 'unavailable', failures: 1, until: 0 };
  await smsQueue.setPause(pause);
  await smsQueue.enqueue({ ...sms('late'), expiresAt: 0 }, 0);
  expect(await deliver()).toEqual({ sent: 0, failed: 0 });
  expect(await smsQueue.pause()).toEqual(pause);
  expect(state.sent).toEqual(['good']);
});
