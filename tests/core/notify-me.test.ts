import { programs } from '@coachsite/core/catalogue';
import { defaultWaitingList } from '@coachsite/core/defaults';
import {
  checkInterest,
  confirmInterest,
  type Interest,
  type InterestMails,
  registerInterest,
  unsubscribeInterest,
} from '@coachsite/core/notify-me';
import { memoryDigest, memoryInterestStore, memoryMailQueue } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const mailTo = ({ id, interest }: { readonly id: string; readonly interest: Interest }) => ({
  id,
  to: interest.email,
  subject: '',
  text: '',
  html: '',
});

function setUp() {
  const mailQueue = memoryMailQueue();
  let count = 0;
  const state = { now: 5_000_000 };
  const letters: Parameters<InterestMails['confirmation']>[0][] = [];
  const ports = {
    interests: memoryInterestStore(mailQueue),
    interestMails: {
      confirmation: (letter: Parameters<InterestMails['confirmation']>[0]) => {
        letters.push(letter);
        return mailTo(letter);
      },
      launch: mailTo,
    },
    clock: { now: () => state.now },
    ids: { uuid: () => `id-${++count}` },
    random: { bytes: (length: number) => new Uint8Array(length).fill(++count) },
    digest: memoryDigest,
  };
  const mails = async () => (await mailQueue.counts()).waiting;
  return { ports, state, letters, mails };
}

const interest = { email: ' Ann@Example.com', programId: 'mind-body-12', language: 'en' } as const;

test('only existing programs are accepted', () => {
  for (const { id } of programs) {
    expect(checkInterest({ email: 'a@example.com', programId: id }, programs).isOk()).toBe(true);
  }
  fc.assert(
    fc.property(fc.string(), (programId) => {
      fc.pre(!programs.some(({ id }) => id === programId));
      expect(
        checkInterest({ email: 'a@example.com', programId }, programs)._unsafeUnwrapErr(),
      ).toEqual({
        kind: 'validation_failed',
        fields: { programId: 'unknown' },
      });
    }),
  );
});

test('both fields are checked at once', () => {
  expect(checkInterest({ email: '', programId: '' }, programs)._unsafeUnwrapErr().fields).toEqual({
    email: 'required',
    programId: 'unknown',
  });
});

test('only a confirmed interest is on the list, with the proof of consent', async () => {
  const { ports, letters, state } = setUp();
  await registerInterest(ports, defaultWaitingList, interest);
  expect(await ports.interests.confirmed()).toEqual([]);
  state.now += 1000;
  const token = letters[0]?.confirmToken ?? '';
  expect((await confirmInterest(ports, { token })).isOk()).toBe(true);
  expect(await ports.interests.confirmed()).toMatchObject([
    {
      email: 'ann@example.com',
      programId: 'mind-body-12',
      language: 'en',
      textVersion: defaultWaitingList.textVersion,
      requestedAt: 5_000_000,
      confirmedAt: 5_001_000,
    },
  ]);
  expect((await confirmInterest(ports, { token }))._unsafeUnwrapErr().kind).toBe(
    'notify_link_used',
  );
});

test('a link works until seven days have passed', async () => {
  const { ports, letters, state } = setUp();
  await registerInterest(ports, defaultWaitingList, interest);
  state.now += defaultWaitingList.confirmLinkMs;
  const token = letters[0]?.confirmToken ?? '';
  expect((await confirmInterest(ports, { token }))._unsafeUnwrapErr().kind).toBe(
    'notify_link_invalid',
  );
  state.now -= 1;
  expect((await confirmInterest(ports, { token })).isOk()).toBe(true);
});

test('an address gets at most one mail an hour about a program', async () => {
  const { ports, mails, state } = setUp();
  for (let i = 0; i < 5; i += 1)
    expect((await registerInterest(ports, defaultWaitingList, interest)).isOk()).toBe(true);
  state.now += defaultWaitingList.confirmMailIntervalMs - 1;
  await registerInterest(ports, defaultWaitingList, interest);
  expect(await mails()).toBe(1);
  state.now += 1;
  await registerInterest(ports, defaultWaitingList, interest);
  expect(await mails()).toBe(2);
});

test('the result is the same for a known, a confirmed and an unknown address', async () => {
  const { ports, letters } = setUp();
  const first = await registerInterest(ports, defaultWaitingList, interest);
  await confirmInterest(ports, { token: letters[0]?.confirmToken ?? '' });
  expect(await registerInterest(ports, defaultWaitingList, interest)).toEqual(first);
  expect(
    await registerInterest(ports, defaultWaitingList, { ...interest, email: 'new@example.com' }),
  ).toEqual(first);
});

test('unsubscribing can be repeated, and an invented token is an error', async () => {
  const { ports, letters } = setUp();
  await registerInterest(ports, defaultWaitingList, interest);
  const { confirmToken = '', unsubscribeToken = '' } = letters[0] ?? {};
  await confirmInterest(ports, { token: confirmToken });
  expect((await unsubscribeInterest(ports, { token: unsubscribeToken })).isOk()).toBe(true);
  expect(await ports.interests.confirmed()).toEqual([]);
  expect((await unsubscribeInterest(ports, { token: unsubscribeToken })).isOk()).toBe(true);
  expect((await unsubscribeInterest(ports, { token: 'invented' })).isErr()).toBe(true);
});
