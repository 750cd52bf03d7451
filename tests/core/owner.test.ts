import { requireHuman } from '@coachsite/core/captcha';
import { readRecordedChoices } from '@coachsite/core/consent';
import {
  deleteMessage,
  type InboxMessage,
  readPause,
  remindOfReplies,
  removePause,
  setMessageStatus,
  setPause,
} from '@coachsite/core/contact';
import { defaultZone } from '@coachsite/core/defaults';
import { hourMs } from '@coachsite/core/kernel';
import { retryAllMails, retryMail, sendTestMail } from '@coachsite/core/mail';
import { requireAdmin } from '@coachsite/core/roles';
import {
  memoryCaptchaVerifier,
  memoryClock,
  memoryConsentLog,
  memoryIds,
  memoryMailer,
  memoryMailQueue,
  memoryMessageMails,
  memoryMessageStore,
  memoryPauseStore,
  memorySecurityLog,
} from '@coachsite/core/testing';
import { expect, test } from 'vitest';

const context = { ip: '192.0.2.1', userAgent: 'a browser' };
const admin = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
  needsSecondFactor: false,
})._unsafeUnwrap();
const noon = Date.UTC(2026, 10, 24, 12);

function ownerPorts() {
  const clock = memoryClock(noon);
  const mailQueue = memoryMailQueue();
  return {
    clock,
    mailQueue,
    messages: memoryMessageStore(mailQueue),
    messageMails: memoryMessageMails(),
    pauses: memoryPauseStore(),
    securityLog: memorySecurityLog(),
    ids: memoryIds(),
    reportLostEvent: () => undefined,
  };
}

const message = (id: string, receivedAt = noon): InboxMessage => ({
  id,
  name: 'Ann',
  email: 'ann@example.com',
  subject: 'Vraag',
  message: 'Dag',
  language: 'nl',
  status: 'new',
  flagged: false,
  receivedAt,
  answeredAt: undefined,
  changedAt: receivedAt,
});

test('an admin changes the status of a message, deletes it, and both are logged', async () => {
  const ports = ownerPorts();
  await ports.messages.add(message('a'), undefined, { since: 0, limit: 1 });
  const set = (id: string) => setMessageStatus(ports, { admin, id, status: 'answered', context });
  expect((await set('a'))._unsafeUnwrap()).toMatchObject({ status: 'answered', answeredAt: noon });
  expect((await set('none'))._unsafeUnwrapErr().kind).toBe('message_not_found');
  (await deleteMessage(ports, { admin, id: 'a', context }))._unsafeUnwrap();
  expect((await deleteMessage(ports, { admin, id: 'a', context })).isErr()).toBe(true);
  const logged = await ports.securityLog.list({ limit: 10 });
  expect(logged.map(({ userId, details }) => [userId, details.status])).toEqual([
    ['coach', 'deleted'],
    ['coach', 'answered'],
  ]);
});

test('a pause is set, replaced and ended, and each change is logged; wrong dates are named', async () => {
  const ports = ownerPorts();
  const set = (from: string, until: string) =>
    setPause(ports, { zone: defaultZone }, { admin, input: { from, until }, context });
  expect(await readPause(ports)).toBeUndefined();
  for (const [from, until, fields] of [
    ['', '2026-12-01', { from: 'required' }],
    ['2026-12-01', 'x', { until: 'not_a_date' }],
    ['2026-12-02', '2026-12-01', { until: 'before_from' }],
    ['2026-11-01', '2026-11-23', { until: 'over' }],
    ['2026-12-01', '2027-06-01', { until: 'too_long' }],
  ] as const)
    expect((await set(from, until))._unsafeUnwrapErr()).toEqual({
      kind: 'validation_failed',
      fields,
    });
  (await set(' 2026-11-20 ', '2026-11-30'))._unsafeUnwrap();
  expect(await readPause(ports)).toEqual({ from: '2026-11-20', until: '2026-11-30' });
  (await set('2026-12-20', '2026-12-31'))._unsafeUnwrap();
  expect(await readPause(ports)).toEqual({ from: '2026-12-20', until: '2026-12-31' });
  await removePause(ports, { admin, context });
  expect(await readPause(ports)).toBeUndefined();
  // Both were taken back within the hour, so neither leaves a trace.
  expect(await ports.pauses.list()).toEqual([]);
  const logged = await ports.securityLog.list({ actionType: 'pause_change', limit: 10 });
  expect(logged.map(({ userId, details }) => [userId, details])).toEqual([
    ['coach', { removed: true }],
    ['coach', { from: '2026-12-20', until: '2026-12-31' }],
    ['coach', { from: '2026-11-20', until: '2026-11-30' }],
  ]);
});

test('the coach is reminded of replies that are due soon or late, once', async () => {
  const ports = ownerPorts();
  for (const [id, hours] of [
    ['late', 25],
    ['soon', 21],
    ['new', 1],
  ] as const)
    await ports.messages.add(message(id, noon - hours * hourMs), undefined, {
      since: 0,
      limit: 1,
    });
  const remind = () => remindOfReplies(ports, { promiseMs: 24 * hourMs });
  expect(await remind()).toEqual({ dueSoon: 1, late: 1 });
  expect(await remind()).toEqual({ dueSoon: 0, late: 0 });
  expect((await ports.mailQueue.counts()).waiting).toBe(2);
});

test('a mail that was given up is sent again at a request of the admin, which is logged', async () => {
  const ports = ownerPorts();
  const mail = { id: 'a', to: 'ann@example.com', subject: 'x', text: 'x', html: 'x' };
  await ports.mailQueue.enqueue(mail, noon);
  await ports.mailQueue.take(10, noon + 1, noon);
  await ports.mailQueue.giveUp('a', { problem: 'rejected', reason: '' }, noon);
  const by = { userId: 'coach', context };
  expect((await retryMail(ports, { id: 'none', ...by }))._unsafeUnwrapErr().kind).toBe(
    'mail_not_found',
  );
  expect((await retryMail(ports, { id: 'a', ...by })).isOk()).toBe(true);
  expect(await retryAllMails(ports, by)).toBe(1);
  const logged = await ports.securityLog.list({ actionType: 'mail_retried', limit: 9 });
  expect(logged.map(({ userId, details }) => [userId, details])).toEqual([
    ['coach', { id: 'all' }],
    ['coach', { id: 'a' }],
  ]);
  await ports.mailQueue.take(10, noon + 1, noon);
  await ports.mailQueue.markSent('a', noon);
  expect(await retryAllMails(ports, by)).toBe(0);
  expect(await ports.securityLog.list({ actionType: 'mail_retried', limit: 9 })).toHaveLength(2);
});

test('a test of the mail settings says which step failed', async () => {
  const mail = { id: 'a', to: 'ann@example.com', subject: 'x', text: 'x', html: 'x' };
  expect((await sendTestMail({ mailer: memoryMailer() }, mail)).isOk()).toBe(true);
  const down = memoryMailer(() => false);
  expect((await sendTestMail({ mailer: down }, mail))._unsafeUnwrapErr().step).toBe('connect');
  const half = { ...down, verify: memoryMailer().verify };
  expect((await sendTestMail({ mailer: half }, mail))._unsafeUnwrapErr().step).toBe('send');
});

test('a request needs a solved captcha, unless there is no captcha', async () => {
  const captcha = memoryCaptchaVerifier();
  const ask = (token: string | null | undefined) => requireHuman(captcha, token, '192.0.2.1');
  expect((await ask(captcha.solve())).isOk()).toBe(true);
  for (const token of ['', null, undefined, 'x', 'x'.repeat(9000)])
    expect((await ask(token))._unsafeUnwrapErr()).toEqual({ kind: 'captcha_failed' });
  expect((await requireHuman(undefined, undefined, '')).isOk()).toBe(true);
});

test('the choices under a number are the newest and those before it', async () => {
  const consents = memoryConsentLog();
  const record = {
    id: 'c-1',
    policyVersion: '1',
    language: 'nl',
    functional: true,
    analytics: false,
    marketing: false,
  } as const;
  await consents.add(record, 1);
  await consents.add({ ...record, analytics: true }, 2);
  const { newest, earlier } = (
    await readRecordedChoices({ consents }, { number: ' C-1 ' })
  )._unsafeUnwrap();
  expect([newest.analytics, earlier.length]).toEqual([true, 1]);
  expect((await readRecordedChoices({ consents }, { number: 'none' })).isErr()).toBe(true);
});
