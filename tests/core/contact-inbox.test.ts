import {
  bundleMessages,
  checkMessage,
  type InboxMessage,
  messageStatuses,
  sendMessage,
} from '@coachsite/core/contact';
import { hourMs } from '@coachsite/core/kernel';
import type { Mail } from '@coachsite/core/mail';
import { memoryMailQueue, memoryMessageStore, memoryPauseStore } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hastyMs, isHasty, withStatus } from '#core/src/contact/inbox.ts';
import { mailsPerDay, type Submission } from '#core/src/contact/send-message.ts';

const toMail = (id: string, text: string): Mail => ({
  id,
  to: 'coach@example.com',
  subject: text,
  text,
  html: text,
});

const settings = { promiseMs: 24 * hourMs };

function setUp() {
  const mailQueue = memoryMailQueue();
  let count = 0;
  const state = { now: 1_000_000 };
  const ports = {
    messages: memoryMessageStore(mailQueue),
    pauses: memoryPauseStore(),
    messageMails: {
      forMessage: (message: InboxMessage) => toMail(message.id, message.message),
      forBundle: (id: string, messages: readonly InboxMessage[]) =>
        toMail(id, `${messages.length} messages`),
      forReminder: (id: string) => toMail(id, 'reminder'),
    },
    clock: { now: () => state.now },
    ids: { uuid: () => `id-${++count}` },
  };
  const queued = async () => {
    const taken = await mailQueue.take(1000, state.now, state.now);
    const failure = { problem: 'no_connection', reason: '' } as const;
    for (const { mail } of taken) await mailQueue.postpone(mail.id, failure, state.now, state.now);
    return taken.map(({ mail }) => mail.text);
  };
  return { ports, state, queued };
}

const saying = (message: string) =>
  checkMessage({ name: 'Ann', email: 'Ann@Example.com', subject: 'Hi', message })._unsafeUnwrap();
const submission = (more: Partial<Submission> = {}): Submission => ({
  message: saying('Hello'),
  language: 'nl',
  honeypot: '',
  isCrossSite: false,
  ...more,
});

const message: InboxMessage = {
  id: 'a',
  name: 'Ann',
  email: 'ann@example.com',
  subject: 'Hi',
  message: 'Hello',
  language: 'nl',
  status: 'new',
  flagged: false,
  receivedAt: 0,
  answeredAt: undefined,
  changedAt: 0,
};

test('a message has a reply time if and only if it was answered and is neither new again nor spam', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...messageStatuses), { minLength: 1 }), (steps) => {
      const end = steps.reduce((each, status, i) => withStatus(each, status, i + 1), message);
      const reset = steps.findLastIndex((status) => status === 'new' || status === 'spam');
      const answered = steps.findIndex((status, i) => i > reset && status === 'answered');
      expect(end.answeredAt).toBe(answered < 0 ? undefined : answered + 1);
      expect(end.changedAt).toBe(steps.length);
      expect(end.status).toBe(steps.at(-1));
    }),
  );
});

test('a form sent in under two seconds is too fast; an unknown time is not', () => {
  expect(isHasty(hastyMs - 1)).toBe(true);
  expect(isHasty(hastyMs)).toBe(false);
  expect(isHasty(undefined)).toBe(false);
});

test('a message is sanitised, stored and mailed', async () => {
  const { ports, queued } = setUp();
  const sent = await sendMessage(ports, settings, submission());
  expect(sent).toMatchObject({ email: 'ann@example.com', status: 'new' });
  expect(await ports.messages.list({ limit: 10, offset: 0 })).toEqual([sent]);
  expect(await queued()).toEqual(['Hello']);
});

test('a message sent again within the hour is one message with one mail, and later another', async () => {
  const { ports, state, queued } = setUp();
  const first = await sendMessage(ports, settings, submission());
  state.now += hourMs - 1;
  expect(await sendMessage(ports, settings, submission())).toEqual(first);
  expect(await queued()).toEqual(['Hello']);
  const edited = await sendMessage(ports, settings, submission({ message: saying('Hello!') }));
  expect(edited.id).not.toBe(first.id);
  state.now += 1;
  const later = await sendMessage(ports, settings, submission());
  expect([later.id === first.id, later.receivedAt]).toEqual([false, state.now]);
});

test('a filled honeypot makes a message spam: kept and not mailed', async () => {
  const { ports, queued } = setUp();
  const sent = await sendMessage(ports, settings, submission({ honeypot: 'https://spam.example' }));
  expect(sent.status).toBe('spam');
  expect(await queued()).toEqual([]);
});

test('a message sent too fast or from another site is flagged and still mailed', async () => {
  for (const odd of [{ elapsedMs: 100 }, { isCrossSite: true }]) {
    const { ports, queued } = setUp();
    const sent = await sendMessage(ports, settings, submission(odd));
    expect(sent).toMatchObject({ status: 'new', flagged: true });
    expect(await queued()).toHaveLength(1);
  }
});

test('beyond a hundred a day every message is kept and one mail an hour is sent', async () => {
  const { ports, state, queued } = setUp();
  let sent = 0;
  const sendAnother = () =>
    sendMessage(ports, settings, submission({ message: saying(`Hello ${++sent}`) }));
  for (let i = 0; i < mailsPerDay + 30; i += 1) await sendAnother();
  expect((await ports.messages.counts()).new).toBe(mailsPerDay + 30);
  expect(await queued()).toHaveLength(mailsPerDay);
  state.now += hourMs - 1;
  expect(await bundleMessages(ports)).toBe(0);
  state.now += 1;
  expect(await bundleMessages(ports)).toBe(30);
  expect(await bundleMessages(ports)).toBe(0);
  expect((await queued()).filter((text) => text === '30 messages')).toHaveLength(1);
  await sendAnother();
  expect(await queued()).toHaveLength(mailsPerDay + 1);
  state.now += 24 * hourMs;
  await sendAnother();
  expect(await queued()).toHaveLength(mailsPerDay + 2);
});
