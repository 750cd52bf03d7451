import { checkNewPassword, defaultPasswordRules, scorePassword } from '@coachsite/core/account';
import { checkMessage, contactLimits } from '@coachsite/core/contact';
import { pushToast, type Toast } from '@coachsite/core/notification';
import { sanitise, sanitiseAndReport } from '@coachsite/core/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** What another product may ask for, where the values of the specification are the defaults. */
const length = fc.integer({ min: 1, max: 3000 });

test('a sanitised text is as long as asked at most, and says what it lost', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3200 }), length, (text, maxLength) => {
      const all = sanitise(text, { maxLength: Number.MAX_SAFE_INTEGER });
      const kept = sanitise(text, { maxLength });
      expect(kept.length).toBeLessThanOrEqual(maxLength);
      expect(all.startsWith(kept)).toBe(true);
      const { removed } = sanitiseAndReport(text, { maxLength });
      expect(removed.some(({ kind }) => kind === 'end')).toBe(all.length > maxLength);
      expect(sanitise(text)).toBe(sanitise(text, { maxLength: 1000 }));
    }),
  );
});

test('a message may be as long as the limits say, and is never cut', () => {
  fc.assert(
    fc.property(length, (most) => {
      const message = (size: number) =>
        checkMessage(
          { name: 'Ann', email: 'ann@example.com', subject: 'Hello', message: 'a'.repeat(size) },
          { ...contactLimits, message: most },
        );
      expect(message(most)._unsafeUnwrap().message).toHaveLength(most);
      expect(message(most + 1)._unsafeUnwrapErr().fields).toEqual({ message: 'too_long' });
    }),
  );
});

test('as many toasts are visible as asked, the newest', () => {
  const toasts = Array.from({ length: 8 }, (_, at): Toast => {
    return { id: `${at}`, tone: 'info', title: `${at}`, expiresAt: 1000 };
  });
  for (const most of [1, 3, 5])
    expect(
      toasts.reduce<readonly Toast[]>((shown, toast) => pushToast(shown, toast, most), []),
    ).toEqual(toasts.slice(-most));
});

test('the point for the length comes at the length of the rules', () => {
  const password = 'Kraan-7';
  for (const scoredLength of [6, 7, 8, 20]) {
    const isLong = password.length >= scoredLength;
    const { score, feedback } = scorePassword(password, { scoredLength });
    expect([score, feedback]).toEqual(isLong ? [5, []] : [4, ['length']]);
  }
  const rules = { ...defaultPasswordRules, minLength: 12, scoredLength: 12, leastScore: 5 };
  expect(checkNewPassword('Kraanvogel-7', {}, rules).isOk()).toBe(true);
  expect(checkNewPassword('Kraanvoge-7', {}, rules)._unsafeUnwrapErr()).toMatchObject({
    reasons: ['length', 'characters'],
    feedback: ['length'],
  });
  expect(scorePassword('🦩'.repeat(20), { scoredLength: 20 }).feedback).not.toContain('length');
});
