import { dayMs, hourMs } from '@coachsite/core/kernel';
import { type ClockTrust, judgeClock } from '@coachsite/core/privacy';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockProofMs, clockToleranceMs } from '#core/src/privacy/clock-trust.ts';

const start = 1_800_000_000_000;
const mayRemove = ({ proofLeftMs }: ClockTrust) => proofLeftMs === 0;
const trusted = judgeClock({ now: start, elapsed: 0 }, undefined, start);

test('a clock that runs evenly is believed, whatever the pauses between readings', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 * dayMs }), { maxLength: 20 }), (pauses) => {
      let trust = trusted;
      for (const pause of pauses) {
        const reading = { now: trust.now + pause, elapsed: trust.elapsed + pause };
        trust = judgeClock(reading, trust, start);
        expect(mayRemove(trust)).toBe(true);
      }
    }),
  );
});

test('a clock that was set, ahead or back, removes nothing before it ran evenly for six hours (DR-7)', () => {
  const jump = fc
    .tuple(fc.integer({ min: clockToleranceMs + 1, max: 4000 * dayMs }), fc.constantFrom(1, -1))
    .map(([size, sign]) => size * sign);
  fc.assert(
    fc.property(jump, (size) => {
      const after = (ms: number, before: ClockTrust) =>
        judgeClock({ now: start + size + ms, elapsed: ms }, before, start);
      const jumped = after(hourMs, trusted);
      expect(mayRemove(jumped)).toBe(false);
      const soon = after(hourMs + clockProofMs - 1, jumped);
      expect(mayRemove(soon)).toBe(false);
      expect(mayRemove(after(hourMs + clockProofMs, soon))).toBe(true);
    }),
  );
});

test('a clock that moves by the tolerance, and no more, was not set', () => {
  const after = (drift: number) =>
    mayRemove(judgeClock({ now: start + drift, elapsed: 0 }, trusted, start));
  for (const sign of [1, -1]) {
    expect(after(sign * clockToleranceMs)).toBe(true);
    expect(after(sign * (clockToleranceMs + 1))).toBe(false);
  }
});

test('setting the clock right again is a jump as well', () => {
  const ahead = judgeClock({ now: start + 400 * dayMs, elapsed: hourMs }, trusted, start);
  const right = judgeClock({ now: start + 2 * hourMs, elapsed: 2 * hourMs }, ahead, start);
  expect(right.proofLeftMs).toBe(clockProofMs);
});

test('in a new process only a clock near the last clean-up is believed at once', () => {
  const begin = (now: number, lastCleanUp?: number) =>
    mayRemove(judgeClock({ now, elapsed: 0 }, undefined, lastCleanUp));
  expect(begin(start + dayMs, start)).toBe(true);
  expect(begin(start - clockToleranceMs, start)).toBe(true);
  expect(begin(start + dayMs + 1, start)).toBe(false);
  expect(begin(start - clockToleranceMs - 1, start)).toBe(false);
  expect(begin(start)).toBe(false);
});
