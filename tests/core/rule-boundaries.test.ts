import { scorePassword } from '@coachsite/core/account';
import { pictureFormat } from '@coachsite/core/content';
import { defaultStatistics } from '@coachsite/core/defaults';
import { hourMs, minuteMs, timeText } from '@coachsite/core/kernel';
import { allowAttempt } from '@coachsite/core/rate-limit';
import { assuranceLevel, isAlive, provenLevel, type Session } from '@coachsite/core/session';
import { memoryAttemptStore } from '@coachsite/core/testing';
import { loggedError } from '@coachsite/core/text';
import { cleanUrl, isAllowedRedirect, isLoopbackHost } from '@coachsite/core/url';
import { copyDay, emptyWeek, halfHourAt, likeDays, paint } from '@coachsite/core/week';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countDownloads } from '#core/src/ebook/statistics.ts';
import { beforeSecondFactor, isOutlasted } from '#core/src/session/session.ts';
import { trackingParameters } from '#core/src/url/url.ts';

/** Rules whose boundaries no other test of the core pinned: a change of each survived all of them. */

test('each click identifier is removed, whatever its case, and names that only contain one stay', () => {
  const expected =
    'gclid gclsrc dclid gbraid wbraid fbclid msclkid ttclid twclid yclid igshid li_fat_id mc_cid mc_eid _hsenc _hsmi';
  expect(trackingParameters).toEqual(expected.split(' '));
  for (const name of expected.split(' ')) {
    expect(cleanUrl(`/x?a=1&${name.toUpperCase()}=2&b=3`)).toBe('/x?a=1&b=3');
    expect(cleanUrl(`/x?my${name}=2`)).toBe(`/x?my${name}=2`);
  }
  expect(cleanUrl('/x?&a=1&&b=2&')).toBe('/x?a=1&b=2');
  expect(cleanUrl('/x?a=?b')).toBe('/x?a=?b');
  expect(cleanUrl('#?a')).toBe('#?a');
  expect(cleanUrl('?a=1')).toBe('?a=1');
});

test('only whole names of this machine are local', () => {
  for (const host of ['127.0.0.1', '127.255.255.254', '[::1]', 'localhost', 'site.localhost'])
    expect(isLoopbackHost(host)).toBe(true);
  for (const host of [
    '127.0.0.1.example.com',
    'x127.0.0.1',
    '127.0.0',
    '[::2]',
    'localhost.example.com',
    'mylocalhost',
    '.localhost.com',
  ])
    expect(isLoopbackHost(host)).toBe(false);
});

test('a redirect target with a name and password, or without a host, is not allowed', () => {
  const home = 'https://site.example';
  const isAllowed = (target: string) => isAllowedRedirect(target, home);
  expect(isAllowed('https://site.example/account')).toBe(true);
  for (const target of ['https://ann@site.example/', 'https://:x@site.example/', 'https:///x', 'x'])
    expect(isAllowed(target)).toBe(false);
});

const session: Session = {
  id: 's',
  userId: 'u',
  amr: [
    { method: 'totp', at: 2 },
    { method: 'password', at: 1 },
  ],
  createdAt: 1000,
  refreshedAt: undefined,
  notAfter: undefined,
  ip: '',
  userAgent: '',
  refresh: { counter: 0, start: 0, key: '', hash: '', rotatedAt: 0 },
};

test('a session ends at its latest end, at its lifetime, and when it is not used', () => {
  expect(isAlive(session, Number.MAX_SAFE_INTEGER)).toBe(true);
  const ending = { ...session, notAfter: 5000 };
  expect([isAlive(ending, 4999), isAlive(ending, 5000)]).toEqual([true, false]);
  const used = { ...session, refreshedAt: 2000 };
  expect([2999, 3000].map((now) => isOutlasted(used, { inactivityMs: 1000 }, now))).toEqual([
    false,
    true,
  ]);
  expect([2999, 3000].map((now) => isOutlasted(used, { lifetimeMs: 2000 }, now))).toEqual([
    false,
    true,
  ]);
  expect(isOutlasted(session, { inactivityMs: 1000 }, 1999)).toBe(false);
  expect(isOutlasted(session, {}, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test('without its second factor a session is aal1, and nothing else of it changes', () => {
  for (const method of ['totp', 'mfa/phone', 'mfa/recovery_code'] as const) {
    const raised = { ...session, amr: [{ method, at: 2 }, ...session.amr.slice(1)] };
    expect(assuranceLevel(raised)).toBe('aal2');
    expect(beforeSecondFactor(raised)).toEqual({ ...raised, amr: session.amr.slice(1) });
    expect(assuranceLevel(beforeSecondFactor(raised))).toBe('aal1');
  }
});

test('a session proves two factors by a code, or by one passkey that verified its user', () => {
  const entry = fc.record({
    method: fc.constantFrom('password', 'otp', 'passkey', 'totp', 'mfa/phone'),
    at: fc.nat(),
    userVerified: fc.constantFrom(true, false, undefined),
  });
  fc.assert(
    fc.property(fc.array(entry), (given) => {
      const amr = given.map(({ method, at, userVerified }) =>
        method === 'passkey' && userVerified !== undefined
          ? { method, at, userVerified }
          : { method, at },
      ) as Session['amr'];
      const isVerified = amr.some(({ userVerified }) => userVerified === true);
      expect(provenLevel({ amr })).toBe(isVerified ? 'aal2' : assuranceLevel({ amr }));
    }),
  );
});

test('one more sign never lowers the score of a password, unless it completes a common pattern', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      (password, sign) => {
        const [before, after] = [scorePassword(password), scorePassword(password + sign)];
        const isNewPattern =
          after.feedback.includes('pattern') && !before.feedback.includes('pattern');
        expect(after.score).toBeGreaterThanOrEqual(
          isNewPattern ? Math.max(0, before.score - 2) : before.score,
        );
        for (const lack of after.feedback)
          if (lack !== 'pattern') expect(before.feedback).toContain(lack);
      },
    ),
  );
});

test('at every clock change from 2015 to 2035 each moment counts on the day that the clock of Brussels shows', () => {
  for (let year = 2015; year <= 2035; year += 1) {
    for (const month of [2, 9]) {
      const last = new Date(Date.UTC(year, month + 1, 0));
      const change = Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
      for (let hour = -30; hour <= 30; hour += 1) {
        const now = change + hour * 60 * minuteMs;
        const isSummer = (month === 2) === hour >= 0;
        const day = timeText(now + (isSummer ? 2 : 1) * hourMs).slice(0, 10);
        const counts = [{ day, downloads: 1, excluded: 0 }];
        const { today, thisWeek, thisMonth, days } = countDownloads(counts, defaultStatistics, now);
        expect([today, thisWeek, thisMonth]).toEqual([1, 1, 1]);
        expect(days.at(-1)).toEqual({ date: day, downloads: 1 });
        expect(new Set(days.map(({ date }) => date)).size).toBe(30);
      }
    }
  }
});

test('whatever attempts run at once, no window has more than the limit', async () => {
  const limit = { maxAttempts: 3, windowMs: 100 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.tuple(fc.nat(3), fc.nat(60)), { maxLength: 12 }),
      async (scheduler, bursts) => {
        const store = memoryAttemptStore();
        const allowed: number[] = [];
        let now = 0;
        for (const [count, wait] of bursts) {
          now += wait;
          const at = now;
          const attempts = Array.from({ length: count + 1 }, () =>
            scheduler
              .schedule(Promise.resolve())
              .then(() => store.attempt('k', limit, at))
              .then((attempt) => attempt.allowed && allowed.push(at)),
          );
          await scheduler.waitFor(Promise.all(attempts));
        }
        for (const at of allowed) {
          const within = allowed.filter((other) => other >= at && other < at + limit.windowMs);
          expect(within.length).toBeLessThanOrEqual(limit.maxAttempts);
        }
      },
    ),
    { numRuns: 40 },
  );
  expect(allowAttempt([], limit, 0).allowed).toBe(true);
});

test('a log names errors and where they happened, and nothing that they say', () => {
  const cause = Object.assign(new TypeError('for ann@example.com'), { code: 'ERR_X' });
  const logged = loggedError(new Error('secret', { cause }));
  expect(logged).toMatchObject({ type: 'Error', message: 'Error < TypeError ERR_X' });
  expect(logged.stack).toContain('at ');
  expect(JSON.stringify(logged)).not.toMatch(/secret|ann@/);
  expect(loggedError('text')).toEqual({ type: 'Error', message: '', stack: '' });
  const listed = Object.assign(new Error('secret'), { stack: ['at f', 'at g'] });
  expect(loggedError(listed)).toEqual({ type: 'Error', message: 'Error', stack: '' });
  const odd = Object.assign(new Error('x'), { code: 'a code with spaces' });
  expect(loggedError(odd).message).toBe('Error');
});

test('the first bytes of a picture decide its format', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const formats = [
    ['\u00ff\u00d8\u00ffx', 'jpeg'],
    ['\u0089PNG\r\n\u001a\nx', 'png'],
    ['RIFF0000WEBPx', 'webp'],
    ['0000ftypavif0000', 'avif'],
    ['0000ftypmif1avif', 'avif'],
    ['RIFF0000WAVE', undefined],
    ['XXXX0000WEBP', undefined],
    ['0000mdatavif', undefined],
    ['0000ftypheic', undefined],
    ['<svg xmlns="x">', undefined],
    ['', undefined],
  ] as const;
  for (const [text, format] of formats) expect(pictureFormat(bytes(text))).toBe(format);
});

test('a day is copied to the days that usually look alike', () => {
  expect(likeDays(0)).toEqual([0, 1, 2, 3, 4]);
  expect(likeDays(4)).toEqual([0, 1, 2, 3, 4]);
  expect(likeDays(5)).toEqual([5, 6]);
  const week = paint(emptyWeek, [halfHourAt(5, 20)], 'work');
  const copied = copyDay(week, 5);
  expect(copied.kinds[halfHourAt(6, 20)]).toBe('work');
  expect(copied.kinds[halfHourAt(4, 20)]).toBe(emptyWeek.kinds[halfHourAt(4, 20)]);
});
