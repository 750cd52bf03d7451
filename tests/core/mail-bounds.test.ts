import { canonicalEmail } from '@coachsite/core/account';
import type { UserId } from '@coachsite/core/kernel';
import {
  checkEmailSendInterval,
  checkMailBounds,
  checkSmsSendInterval,
  isNotice,
  type Notice,
  noticeDueAt,
  noticeTopic,
  type SiteBound,
} from '@coachsite/core/one-time-token';
import { memoryAttemptStore, memoryClock } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const minute = 60_000;
const day = 24 * 60 * minute;
const ann = canonicalEmail('ann@example.com');
const userId = 'u' as UserId;

function counting() {
  const reached: SiteBound[] = [];
  const reportBound = (bound: SiteBound) => void reached.push(bound);
  return { attempts: memoryAttemptStore(), clock: memoryClock(0), reportBound, reached };
}

describe('requested mails', () => {
  test('are bounded for the whole site, and the owner hears of it', async () => {
    const ports = counting();
    const ask = () => checkMailBounds(ports, { mailsPerDay: 3 });
    for (let i = 0; i < 3; i += 1) expect((await ask()).isOk()).toBe(true);
    expect(ports.reached).toEqual([]);
    ports.clock.set(minute);
    expect((await ask())._unsafeUnwrapErr()).toEqual({
      kind: 'over_email_send_rate_limit',
      retryAfterSeconds: 86_340,
      boundOf: 'site',
    });
    expect(ports.reached).toEqual(['mails']);
    ports.clock.set(day);
    expect((await ask()).isOk()).toBe(true);
  });

  test('are a thousand a day unless the operator says otherwise', async () => {
    const ports = counting();
    for (let i = 0; i < 1000; i += 1) expect((await checkMailBounds(ports, {})).isOk()).toBe(true);
    expect((await checkMailBounds(ports, {})).isErr()).toBe(true);
  });

  test('are twenty a day of one account, to whatever addresses, and use up nothing of others', async () => {
    const ports = counting();
    const ask = (to: string, by?: UserId) =>
      checkEmailSendInterval(
        ports,
        { emailIntervalMs: minute, mailsPerDay: 25 },
        { message: 'email_change', email: to, userId: by },
      );
    for (let i = 0; i < 20; i += 1) expect((await ask(`${i}@b.be`, userId)).isOk()).toBe(true);
    expect((await ask('more@b.be', userId))._unsafeUnwrapErr()).toMatchObject({
      boundOf: 'account',
      retryAfterSeconds: 86_400,
    });
    expect(ports.reached).toEqual([]);
    for (let i = 0; i < 5; i += 1)
      expect((await ask(`${i}@c.be`, 'other' as UserId)).isOk()).toBe(true);
    expect((await ask('6@c.be', 'other' as UserId)).isErr()).toBe(true);
  });

  test('that the whole site has no room for count for no account', async () => {
    const { attempts, ...rest } = counting();
    const forgiven: string[] = [];
    const forgive: typeof attempts.forgive = (key, at) => {
      forgiven.push(key);
      return attempts.forgive(key, at);
    };
    const ports = { ...rest, attempts: { ...attempts, forgive } };
    const ask = (mailsPerDay: number) => checkMailBounds(ports, { mailsPerDay }, { userId });
    for (let i = 0; i < 19; i += 1) expect((await ask(100)).isOk()).toBe(true);
    for (let i = 0; i < 5; i += 1)
      expect((await ask(19))._unsafeUnwrapErr()).toMatchObject({ boundOf: 'site' });
    expect((await checkMailBounds(ports, { mailsPerDay: 19 })).isErr()).toBe(true);
    expect(forgiven).toHaveLength(5);
    expect((await ask(100)).isOk()).toBe(true);
    expect((await ask(100))._unsafeUnwrapErr()).toMatchObject({ boundOf: 'account' });
  });

  test('within the interval of their address count no further, and its error names no bound', async () => {
    const ports = counting();
    const settings = { emailIntervalMs: minute, mailsPerDay: 2 };
    const ask = (email: string) =>
      checkEmailSendInterval(ports, settings, { message: 'otp', email });
    expect((await ask(ann)).isOk()).toBe(true);
    for (let i = 0; i < 5; i += 1)
      expect('boundOf' in (await ask(ann))._unsafeUnwrapErr()).toBe(false);
    expect((await ask('bo@example.com')).isOk()).toBe(true);
    // A request that the bound refuses has not used up the interval of its address.
    for (let i = 0; i < 2; i += 1)
      expect((await ask('cas@example.com'))._unsafeUnwrapErr()).toMatchObject({ boundOf: 'site' });
  });

  test('warn the owner of an address of sign-ups with it once an hour, outside the bound', async () => {
    const ports = counting();
    const settings = { emailIntervalMs: minute, mailsPerDay: 1 };
    const warn = () =>
      checkEmailSendInterval(ports, settings, { message: 'sign_up_attempted', email: ann });
    expect((await warn()).isOk()).toBe(true);
    ports.clock.set(60 * minute - 1);
    expect((await warn()).isErr()).toBe(true);
    ports.clock.set(60 * minute);
    expect((await warn()).isOk()).toBe(true);
    const slow = { ...settings, emailIntervalMs: 2 * 60 * minute };
    ports.clock.set(2 * 60 * minute);
    const asked = { message: 'sign_up_attempted', email: ann } as const;
    expect((await checkEmailSendInterval(ports, slow, asked)).isErr()).toBe(true);
  });

  test('the owner hears of the bound of text messages, and not of the interval of one number', async () => {
    const ports = counting();
    const text = (phone: string) =>
      checkSmsSendInterval(ports, { smsIntervalMs: minute }, { message: 'otp', phone });
    for (let i = 0; i < 300; i += 1) await text(`${i}`);
    await text('0');
    expect(ports.reached).toEqual([]);
    await text('301');
    expect(ports.reached).toEqual(['texts']);
  });
});

const added: Notice = { kind: 'factor_added', factorType: 'totp', to: ann, language: 'nl' };

const notices: readonly Notice[] = [
  added,
  { ...added, factorType: 'phone' },
  { kind: 'factor_removed', factorType: 'totp', to: ann, language: 'nl' },
  { kind: 'password_changed', providers: [], to: ann, language: 'nl' },
  { kind: 'identity_linked', provider: 'google', to: ann, language: 'nl' },
  { kind: 'identity_linked', provider: 'apple', to: ann, language: 'nl' },
  { kind: 'recovery_codes_made', to: ann, language: 'nl' },
  { ...added, to: 'bo@example.com' },
];

describe('notices', () => {
  test('are what nobody requested, without link or code', () => {
    for (const notice of notices) expect(isNotice(notice)).toBe(true);
    expect(isNotice({ kind: 'sign_up_attempted', to: ann, language: 'nl' })).toBe(false);
    expect(isNotice({ kind: 'reauthentication', code: '123456', to: ann, language: 'nl' })).toBe(
      false,
    );
  });

  test('have a topic: the address and what is said', () => {
    expect(new Set(notices.map(noticeTopic)).size).toBe(notices.length);
    expect(noticeTopic({ ...added, language: 'en' })).toBe(noticeTopic(added));
  });

  test('go at once, and then with all others on their topic within ten minutes', async () => {
    const ports = counting();
    expect(await noticeDueAt(ports, added)).toBeUndefined();
    ports.clock.set(minute);
    expect(await noticeDueAt(ports, added)).toBe(10 * minute);
    expect(await noticeDueAt(ports, { ...added, factorType: 'phone' })).toBeUndefined();
    ports.clock.set(10 * minute - 1);
    expect(await noticeDueAt(ports, added)).toBe(10 * minute);
    ports.clock.set(10 * minute);
    expect(await noticeDueAt(ports, added)).toBeUndefined();
    ports.clock.set(11 * minute);
    expect(await noticeDueAt(ports, added)).toBe(20 * minute);
  });

  test('about new devices are each news, and are joined only beyond the bounds', async () => {
    const ports = counting();
    const device = { kind: 'new_device', to: ann, language: 'nl', at: 0, ip: '192.0.2.1' } as const;
    for (let i = 0; i < 40; i += 1) expect(await noticeDueAt(ports, device)).toBeUndefined();
    expect(await noticeDueAt(ports, device)).toBeUndefined();
    expect(await noticeDueAt(ports, { ...device, at: 1, ip: '192.0.2.2' })).toBe(day);
    expect(await noticeDueAt(ports, device)).toBe(day);
  });

  test('beyond forty a day of one address go once a day for each topic', async () => {
    const ports = counting();
    for (let i = 0; i < 40; i += 1) await noticeDueAt(ports, added);
    ports.clock.set(minute);
    expect(await noticeDueAt(ports, added)).toBeUndefined();
    expect(await noticeDueAt(ports, added)).toBe(day + minute);
    ports.clock.set(2 * minute);
    expect(await noticeDueAt(ports, added)).toBe(day + minute);
    expect(await noticeDueAt(ports, { ...added, factorType: 'phone' })).toBeUndefined();
    const other = { ...added, to: 'bo@example.com' };
    expect(await noticeDueAt(ports, other)).toBeUndefined();
    expect(await noticeDueAt(ports, other)).toBe(12 * minute);
    expect(ports.reached).toEqual([]);
  });

  test('of one address with too many use up nothing of the whole site', async () => {
    const ports = counting();
    for (let i = 0; i < 1100; i += 1) await noticeDueAt(ports, added);
    const other = { ...added, to: 'bo@example.com' };
    expect(await noticeDueAt(ports, other)).toBeUndefined();
    expect(await noticeDueAt(ports, other)).toBe(10 * minute);
  });

  test('and requests beyond a bound need nobody who hears of it', async () => {
    const { attempts, clock } = counting();
    const ports = { attempts, clock };
    for (let i = 0; i < 1000; i += 1) await noticeDueAt(ports, { ...added, to: `${i}@b.be` });
    expect(await noticeDueAt(ports, added)).toBeUndefined();
    expect((await checkMailBounds(ports, { mailsPerDay: 0 })).isErr()).toBe(true);
  });

  test('beyond a thousand a day of the whole site do so too, and the owner hears of it', async () => {
    const ports = counting();
    for (let i = 0; i < 1000; i += 1) await noticeDueAt(ports, { ...added, to: `${i % 50}@b.be` });
    expect(ports.reached).toEqual([]);
    expect(await noticeDueAt(ports, added)).toBeUndefined();
    expect(await noticeDueAt(ports, added)).toBe(day);
    expect(ports.reached).toEqual(['notices', 'notices']);
  });

  test('tell of every change within a day, and are about fifty mails a day, whatever happens to an account', async () => {
    const steps = fc.array(
      fc.record({ after: fc.integer({ min: 0, max: 40 * minute }), which: fc.nat(6) }),
      { minLength: 50, maxLength: 400 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (changes) => {
        const ports = counting();
        const mails = new Map<string, number>();
        const told: { readonly at: number; readonly topic: string }[] = [];
        for (const [index, { after, which }] of changes.entries()) {
          const now = ports.clock.now() + after;
          ports.clock.set(now);
          const notice = notices[which] ?? added;
          const joinedAt = await noticeDueAt(ports, notice);
          const dueAt = joinedAt ?? now;
          const topic = noticeTopic(notice);
          expect(joinedAt ?? Infinity).toBeGreaterThan(now);
          expect(dueAt).toBeLessThanOrEqual(now + day);
          told.push({ at: now, topic });
          // As the queue does: what is due later has the id of its topic and time.
          mails.set(`${topic} ${joinedAt ?? `alone ${index}`}`, dueAt);
        }
        const dues = [...mails].map(([id, dueAt]) => ({ id, dueAt }));
        for (const { at, topic } of told)
          expect(dues.some(({ id, dueAt }) => id.startsWith(topic) && dueAt >= at)).toBe(true);
        const topics = 7;
        for (const { dueAt: from } of dues) {
          const within = dues.filter(({ dueAt }) => dueAt >= from && dueAt < from + day).length;
          expect(within).toBeLessThanOrEqual(40 + 3 * topics);
        }
      }),
      { numRuns: 30 },
    );
  });
});
