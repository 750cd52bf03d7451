import {
  type AlarmState,
  type FaultKind,
  type Finding,
  nextStep,
  overMs,
  repeatMs,
  untold,
} from '@coachsite/core/alarm';
import { dayMs, hourMs, minuteMs } from '@coachsite/core/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allFine, faultKinds, noon } from './support/alarm-site.ts';

describe('a mail to the owner', () => {
  const finding = fc.constantFrom<Finding>('wrong', 'fine', 'unknown');
  const findings = fc.record(
    Object.fromEntries(faultKinds.map((kind) => [kind, finding])) as Record<
      FaultKind,
      fc.Arbitrary<Finding>
    >,
  );
  const step = (before: AlarmState, some: Partial<Record<FaultKind, Finding>>, now: number) =>
    nextStep(before, { ...allFine, ...some }, now);
  const known: AlarmState = {
    faults: [{ kind: 'disk', seenAt: noon }],
    mailedAt: noon,
    mails: ['a'],
  };

  test('is not sent while all is well, which the monitor hears once an hour', () => {
    const first = step(untold, {}, noon);
    expect(first).toMatchObject({ tells: false, beats: true, isNews: false });
    const again = (ms: number) => step(first.state, {}, noon + ms).beats;
    expect([again(55 * minuteMs - 1), again(55 * minuteMs)]).toEqual([false, true]);
    expect(step(first.state, {}, noon + hourMs).state.beatAt).toBe(noon + hourMs);
    expect(step(first.state, {}, noon + minuteMs).state.beatAt).toBe(noon);
  });

  test('is sent when a fault is first seen, for another one too, and again after a week', () => {
    const first = step(untold, { disk: 'wrong' }, noon);
    expect(first).toEqual({
      state: { ...known, mails: [] },
      tells: true,
      beats: false,
      isNews: true,
    });
    const second = step(first.state, { disk: 'wrong' }, noon + hourMs);
    expect(second).toMatchObject({ tells: false, beats: false, isNews: true });
    expect(second.state).toMatchObject({
      faults: [{ kind: 'disk', seenAt: noon + hourMs }],
      mailedAt: noon,
    });
    const another = step(known, { disk: 'wrong', audit: 'wrong' }, noon + hourMs);
    expect(another.tells).toBe(true);
    expect(another.state.mailedAt).toBe(noon + hourMs);
    expect(another.state.faults.map(({ kind }) => kind)).toEqual(['disk', 'audit']);
    const later = (ms: number) => step(known, { disk: 'wrong' }, noon + ms).tells;
    expect([later(repeatMs - 1), later(repeatMs)]).toEqual([false, true]);
  });

  test('says that all is well when nobody has seen a fault for three hours, and is not sent between', () => {
    const nearly = step(known, {}, noon + overMs - 1);
    expect(nearly).toMatchObject({ tells: false, beats: false, isNews: true });
    expect(nearly.state.faults).toEqual(known.faults);
    expect(step(nearly.state, { disk: 'wrong' }, noon + overMs).tells).toBe(false);
    const over = step(known, {}, noon + overMs);
    expect(over).toEqual({
      state: { faults: [], mailedAt: undefined, mails: ['a'], beatAt: noon + overMs },
      tells: true,
      beats: true,
      isNews: true,
    });
    // A week after the mail: nothing is wrong any more.
    const late: AlarmState = { ...known, faults: [{ kind: 'disk', seenAt: noon + repeatMs }] };
    expect(step(late, {}, noon + repeatMs).tells).toBe(false);
  });

  test('is not sent for what is unknown, which stays as it was', () => {
    const still = step(known, { disk: 'unknown' }, noon + dayMs);
    expect(still.tells).toBe(false);
    expect(still.state.faults).toEqual([{ kind: 'disk', seenAt: noon + dayMs }]);
    expect(step(untold, { disk: 'unknown' }, noon)).toMatchObject({ tells: false, beats: true });
  });

  test('is one for a fault and one that all is well, with none between, whatever is found', () => {
    fc.assert(
      fc.property(fc.array(findings, { maxLength: 40 }), (looks) => {
        let state = untold;
        let now = noon;
        for (const look of looks) {
          const before = state.faults.map(({ kind }) => kind);
          const next = nextStep(state, look, now);
          const after = next.state.faults.map(({ kind }) => kind);
          const isNew = after.some((kind) => !before.includes(kind));
          const isOver = before.length > 0 && after.length === 0;
          expect(next.tells).toBe(isNew || isOver);
          expect(new Set(after).size).toBe(after.length);
          // What one sees is known; what is known was seen.
          for (const kind of faultKinds) if (look[kind] === 'wrong') expect(after).toContain(kind);
          for (const kind of after)
            expect(look[kind] === 'wrong' || before.includes(kind)).toBe(true);
          expect(next.beats && after.length > 0).toBe(false);
          // Shorter than a week in all, so that nothing is repeated.
          ({ state } = next);
          now += hourMs;
        }
      }),
    );
  });
});
