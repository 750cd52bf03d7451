import {
  elapsed,
  isDay,
  isUuid,
  isWaitOver,
  mondayOf,
  randomDigits,
  toBase64Url,
} from '@coachsite/core/kernel';
import { epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('only a UUID in lower case with hyphens is valid', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 1 }), (id, more) => {
      expect(isUuid(id)).toBe(true);
      for (const other of [more, id + more, more + id, id.replaceAll('-', '')])
        expect(isUuid(other)).toBe(false);
      expect(isUuid(id.toUpperCase())).toBe(!/[a-f]/.test(id));
    }),
  );
});

test('bytes are written as RFC 4648 has them, without padding', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
    toBase64Url(bytesOf(text)),
  );
  expect(written).toEqual(['', 'Zg', 'Zm8', 'Zm9v', 'Zm9vYg', 'Zm9vYmE', 'Zm9vYmFy']);
  expect(toBase64Url(Uint8Array.of(0xfb, 0xef, 0xff))).toBe('--__');
});

test('a digit is drawn again where it would not be uniform, and none is left over', () => {
  const source = (...draws: readonly (readonly number[])[]) => {
    const left = [...draws];
    return { bytes: () => Uint8Array.from(left.shift() ?? []) };
  };
  expect(randomDigits(source([0, 9, 10, 249, 128, 77]), 6)).toBe('090987');
  expect(randomDigits(source([250, 1, 2, 251, 3, 255], [4, 5, 6, 7, 8, 9]), 6)).toBe('123456');
  expect(randomDigits(source([1, 2, 3, 4, 5, 6, 7, 8]), 6)).toBe('123456');
});

test('a year or a month is no day, and has no Monday', () => {
  for (const text of [
    '2026',
    '2026-11',
    '2026-11-24 ',
    ' 2026-11-24',
    '2026-11-24T',
    '+002026-11-24',
  ])
    expect([isDay(text), mondayOf(text)], text).toEqual([false, text]);
  expect(['2026-11-22', '2026-11-23', '2026-11-24'].map(mondayOf)).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-23',
  ]);
});

const wait = fc.integer({ min: 0, max: 1e12 });

test('a time ahead of the clock counts as passed by as much as it lies ahead', () => {
  fc.assert(
    fc.property(epochMs, wait, (now, ms) => {
      expect(elapsed(now - ms, now)).toBe(ms);
      expect(elapsed(now + ms, now)).toBe(ms);
    }),
  );
  expect(elapsed(Number.NaN, 0)).toBeNaN();
});

test('a wait is over once its time has passed, and at once where it began ahead of the clock', () => {
  fc.assert(
    fc.property(epochMs, wait, fc.integer({ min: 1, max: 1e12 }), (now, passed, waitMs) => {
      expect(isWaitOver(now - passed, waitMs, now)).toBe(passed >= waitMs);
      expect(isWaitOver(now - waitMs, waitMs, now)).toBe(true);
      expect(isWaitOver(now + waitMs, waitMs, now)).toBe(true);
      expect(isWaitOver(now + 1, waitMs, now)).toBe(true);
      expect(isWaitOver(now, waitMs, now)).toBe(false);
    }),
  );
});
