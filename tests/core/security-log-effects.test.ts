import { dayMs } from '@coachsite/core/kernel';
import {
  emailPseudonym,
  hideOldEmails,
  isMentioned,
  isSecurityEventKind,
  logEvent,
  logEventInBackground,
  securityTable,
} from '@coachsite/core/security-log';
import {
  memoryClock,
  memoryIds,
  memoryPseudonyms,
  memorySecurityLog,
} from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { hideEmails, readableEmailMs } from '#core/src/security-log/pseudonym.ts';

const context = { ip: '192.0.2.7', userAgent: 'a browser' };

function setUp() {
  const lost: unknown[] = [];
  const ports = {
    clock: memoryClock(),
    ids: memoryIds(),
    securityLog: memorySecurityLog(),
    pseudonyms: memoryPseudonyms(),
    reportLostEvent: (...given: readonly unknown[]) => {
      lost.push(given);
    },
  };
  const events = () => ports.securityLog.list({ limit: 100 });
  return { ports, lost, events };
}

test('an event has its time, its severity and who caused it, and no details if there are none', async () => {
  const { ports, events } = setUp();
  await logEvent(ports, { actionType: 'lock', userId: 'u', context, details: { a: 1 } });
  ports.clock.advance(1);
  await logEvent(ports, { actionType: 'auth_failure', context });
  const [failure, lock] = await events();
  expect(lock).toEqual({
    id: lock?.id,
    at: ports.clock.now() - 1,
    source: 'server',
    actionType: 'lock',
    severity: 'high',
    userId: 'u',
    ...context,
    details: { a: 1 },
  });
  expect(failure).toEqual({
    id: failure?.id,
    at: ports.clock.now(),
    source: 'server',
    actionType: 'auth_failure',
    severity: 'medium',
    userId: undefined,
    ...context,
    details: {},
  });
  expect(failure?.id).not.toBe(lock?.id);
});

test('an event that cannot be written is an error, and in the background it is reported', async () => {
  const { ports, lost } = setUp();
  const fault = new Error('full');
  const record = async () => {
    throw fault;
  };
  const broken = { ...ports, securityLog: { ...ports.securityLog, record } };
  const event = { actionType: 'lock', context } as const;
  await expect(logEvent(broken, event)).rejects.toBe(fault);
  logEventInBackground(broken, event);
  await new Promise<void>((resolve) => queueMicrotask(resolve));
  await Promise.resolve();
  expect(lost).toEqual([['lock', fault]]);
});

test('addresses are hidden at any depth, in keys and values, and in the browser, after thirty days', async () => {
  const { ports, events } = setUp();
  expect(readableEmailMs).toBe(30 * dayMs);
  const details = {
    note: 'for ann@example.com',
    'bob@example.com': true,
    list: [null, 7, { deep: ['ann@example.com'] }],
  };
  const userAgent = 'browser of ann@example.com';
  await logEvent(ports, { actionType: 'lock', context: { ip: '', userAgent }, details });
  await logEvent(ports, { actionType: 'lock', context, details: { note: '50 % of nothing' } });
  await logEvent(ports, { actionType: 'lock', context: { ip: '', userAgent } });
  await logEvent(ports, { actionType: 'lock', context, details: { note: 'ann@example.com' } });
  const before = await events();
  ports.clock.advance(30 * dayMs);
  expect(await hideOldEmails(ports)).toBe(0);
  expect(await events()).toEqual(before);
  ports.clock.advance(1);
  expect(await hideOldEmails(ports)).toBe(3);
  const [ann, bob] = ['ann@example.com', 'bob@example.com'].map((email) =>
    emailPseudonym(ports.pseudonyms, email),
  );
  const [fourth, third, second, first] = await events();
  expect(first).toMatchObject({
    userAgent: `browser of ${ann}`,
    details: { note: `for ${ann}`, [bob ?? '']: true, list: [null, 7, { deep: [ann] }] },
  });
  expect(second).toEqual(before[2]);
  expect(third).toMatchObject({ userAgent: `browser of ${ann}`, details: {} });
  expect(fourth).toMatchObject({ userAgent: context.userAgent, details: { note: ann } });
  expect(await hideOldEmails(ports)).toBe(0);
});

test('a pseudonym is marked as one, is the same in any case, and has no sign of an address', () => {
  const pseudonyms = { of: (text: string) => `@${text.length}%x@` };
  expect(emailPseudonym(pseudonyms, 'Ann@Example.com')).toBe('hidden-15x');
  expect(hideEmails({ a: 'ann@example.com' }, pseudonyms)).toEqual({ a: 'hidden-15x' });
  const seen: string[] = [];
  const watching = {
    of: (text: string) => {
      seen.push(text);
      return 'x';
    },
  };
  emailPseudonym(watching, 'Ann@Example.com');
  expect(seen).toEqual(['ann@example.com']);
});

test('only digits are a number, and only what has an @ an address', () => {
  expect(isMentioned('see x32470123456', 'x32470123456')).toBe(true);
  expect(isMentioned('see 932470123456x', '32470123456x')).toBe(true);
  expect(isMentioned('see 9x32470123456', 'x32470123456')).toBe(true);
  expect(isMentioned('to bob.ann@example.com', 'ann@example.com')).toBe(false);
  expect(isMentioned('nothing', 'hidden-1')).toBe(false);
});

test('the kinds of events are known by their names', () => {
  expect(securityTable).toBe('security_events');
  expect(['lock', 'auth_success', 'hasOwn', ''].map(isSecurityEventKind)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
