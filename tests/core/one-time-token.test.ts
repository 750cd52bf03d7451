import { blankUser } from '@coachsite/core/account';
import type { UserId } from '@coachsite/core/kernel';
import {
  checkEmailSendInterval,
  countCode,
  issueToken,
  linkHashOf,
  matchesCode,
  type OneTimeToken,
  slotsOf,
  tryCode,
} from '@coachsite/core/one-time-token';
import {
  memoryAttemptStore,
  memoryClock,
  memoryDigest,
  memoryIds,
  memoryRandom,
  memoryTokenStore,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const email = 'ann@example.com';
const minute = 60_000;
const hour = 60 * minute;

function limited() {
  const ports = { attempts: memoryAttemptStore(), clock: memoryClock(0) };
  /** Tries so many codes; returns how many were looked at and how the last refusal says to wait. */
  const guess = async (times: number, recipient = email) => {
    let looked = 0;
    let wait: number | undefined;
    for (let i = 0; i < times; i += 1) {
      const counted = await countCode(ports, { recipient });
      if (counted.isOk()) looked += 1;
      else wait = counted.error.retryAfterSeconds;
    }
    return { looked, wait };
  };
  return { ports, guess };
}

test('twenty wrong codes an hour and fifty a day are looked at, of one recipient', async () => {
  const { ports, guess } = limited();
  expect(await guess(30)).toEqual({ looked: 20, wait: 3600 });
  expect(await guess(1, 'bo@example.com')).toEqual({ looked: 1, wait: undefined });
  // What the limit of an hour rejected does not use up the day.
  ports.clock.set(hour);
  expect(await guess(30)).toEqual({ looked: 20, wait: 3600 });
  ports.clock.set(2 * hour);
  expect(await guess(30)).toEqual({ looked: 10, wait: 22 * 3600 });
  ports.clock.set(24 * hour - 1);
  expect(await guess(30)).toEqual({ looked: 0, wait: 1 });
  ports.clock.set(24 * hour);
  expect(await guess(30)).toMatchObject({ looked: 20 });
});

test('right codes are not counted, however many', async () => {
  const { ports, guess } = limited();
  for (let i = 0; i < 60; i += 1) {
    const forgive = (await countCode(ports, { recipient: email }))._unsafeUnwrap();
    await forgive();
  }
  expect((await guess(30)).looked).toBe(20);
});

test('a message is requested once per interval, for each address and message; 0 limits nothing', async () => {
  const ports = { attempts: memoryAttemptStore(), clock: memoryClock(0) };
  const ask = async (message: 'otp' | 'recovery' = 'otp', to = email, intervalMs = minute) => {
    const asked = await checkEmailSendInterval(
      ports,
      { emailIntervalMs: intervalMs },
      { message, email: to },
    );
    return asked.isOk() || asked.error;
  };
  expect(await ask()).toBe(true);
  ports.clock.set(minute - 1);
  expect(await ask()).toEqual({ kind: 'over_email_send_rate_limit', retryAfterSeconds: 1 });
  expect(await ask('recovery')).toBe(true);
  expect(await ask('otp', 'bo@example.com')).toBe(true);
  ports.clock.set(minute);
  expect(await ask()).toBe(true);
  const unlimited = { attempts: memoryAttemptStore(), clock: memoryClock(0) };
  for (let i = 0; i < 3; i += 1)
    expect(
      (
        await checkEmailSendInterval(unlimited, { emailIntervalMs: 0 }, { message: 'otp', email })
      ).isOk(),
    ).toBe(true);
  // No count of it is kept.
  expect(await unlimited.attempts.sweep(minute)).toBe(0);
});

const request = {
  userId: 'u' as UserId,
  slot: 'recovery',
  type: 'magiclink',
  recipient: email,
  challenge: undefined,
  confirmsPassword: false,
} as const;

function issuer() {
  const ports = {
    tokens: memoryTokenStore({ byId: async (id) => blankUser(id, 0) }),
    clock: memoryClock(1000),
    random: memoryRandom(),
    digest: memoryDigest,
    ids: memoryIds(),
  };
  const issue = async (more: Partial<Parameters<typeof issueToken>[2]> = {}) => {
    const settings = { linkTtlMs: 60_000, codeTtlMs: 10_000 };
    const { kept, ...secrets } = issueToken(ports, settings, { ...request, ...more });
    await kept;
    return secrets;
  };
  const byLink = (linkToken: string, now = 1000) =>
    ports.tokens.takeByLink(
      linkHashOf(linkToken, memoryDigest),
      ['recovery', 'sms', 'phone_change', 'reauthentication'],
      now,
    );
  return { ports, issue, byLink };
}

test('a link and its code are random, of their own lengths and times, and stored as hashes only', async () => {
  const { issue, byLink, ports } = issuer();
  const { code, linkToken } = await issue();
  expect(code).toMatch(/^\d{6}$/);
  expect(linkToken).toMatch(/^[\w-]{32}$/);
  const again = await issue();
  expect([again.code, again.linkToken]).not.toContain(code);
  expect(again.linkToken).not.toBe(linkToken);
  // The second one replaced it.
  expect(await byLink(linkToken)).toBeUndefined();
  expect(await byLink(again.linkToken, 61_000)).toBeUndefined();
  const token = await byLink(again.linkToken, 60_999);
  expect(token).toMatchObject({ misses: 0, createdAt: 1000, codeExpiresAt: 11_000 });
  expect(JSON.stringify(token)).not.toMatch(new RegExp(`${again.code}"|${again.linkToken}`));
  await issue();
  expect(await ports.tokens.sweep(60_999)).toBe(0);
  expect(await ports.tokens.sweep(61_000)).toBe(1);
});

test('only the link of a client that expects a code says so', async () => {
  const { issue, byLink } = issuer();
  const challenge = { challenge: 'x'.repeat(43), method: 's256' } as const;
  const { linkToken } = await issue({ challenge });
  expect(linkToken).toMatch(/^pkce_[\w-]{32}$/);
  expect(await byLink(linkToken)).toMatchObject({ challenge });
});

test('what is texted, or typed on the page that asked for it, has a code and no link', async () => {
  for (const type of ['sms', 'phone_change', 'reauthentication'] as const) {
    const { issue, byLink, ports } = issuer();
    const { code, linkToken } = await issue({ type, slot: type });
    expect(await byLink(linkToken)).toBeUndefined();
    const matches = matchesCode(code, memoryDigest);
    expect(await ports.tokens.takeByCode(email, [type], matches, 1000)).toMatchObject({ type });
  }
  for (const type of ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const) {
    const { issue, byLink } = issuer();
    expect(await byLink((await issue({ type })).linkToken)).toMatchObject({ type });
  }
});

test('a type of verification finds what it confirms, and a code typed with `email` both kinds', () => {
  expect(slotsOf('signup')).toEqual(['confirmation']);
  expect(slotsOf('invite')).toEqual(slotsOf('signup'));
  expect(slotsOf('recovery')).toEqual(['recovery']);
  expect(slotsOf('magiclink')).toEqual(slotsOf('recovery'));
  expect(slotsOf('email')).toEqual([...slotsOf('signup'), ...slotsOf('recovery')]);
  expect(slotsOf('email_change')).toEqual(['email_change_current', 'email_change_new']);
  expect(slotsOf('sms')).toEqual(['sms']);
  expect(slotsOf('phone_change')).toEqual(['phone_change']);
});

const stored = (id: string, misses: number, codeExpiresAt: number): OneTimeToken => ({
  ...request,
  id,
  linkHash: undefined,
  codeHash: '',
  misses,
  createdAt: 0,
  linkExpiresAt: 0,
  codeExpiresAt,
});

test('a code takes the first live token it belongs to; otherwise each live one counts a miss', () => {
  const tokens = fc.array(
    fc.record({ misses: fc.nat(6), expiresAt: fc.nat(4), fits: fc.boolean() }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(tokens, fc.nat(4), (drawn, now) => {
      const all = drawn.map(({ misses, expiresAt }, at) => stored(`${at}`, misses, expiresAt));
      const { taken, missed } = tryCode(all, ({ id }) => drawn[Number(id)]?.fits === true, now);
      const alive = all.filter(({ misses, codeExpiresAt }) => misses < 5 && now < codeExpiresAt);
      expect(taken).toBe(alive.find(({ id }) => drawn[Number(id)]?.fits));
      expect(missed).toEqual(
        taken ? [] : alive.map((token) => ({ ...token, misses: token.misses + 1 })),
      );
    }),
  );
});
