import {
  checkNewPassword,
  defaultPasswordRules,
  type PasswordReason,
  passwordFeedbackText,
  scorePassword,
} from '@coachsite/core/account';
import { anyText } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultCommonWords, isCommonPassword } from '#core/src/account/common-passwords.ts';
import { passwordFeedbackTexts } from '#core/src/account/password.ts';
import { casesOf, factOf } from '../support/core-cases.ts';

interface PasswordCase {
  readonly input: string;
  readonly score: number;
  readonly strong: boolean;
  readonly feedback: readonly string[];
  readonly acceptScores?: readonly number[];
  /** `null`: the specification leaves it to the list of common passwords. */
  readonly signUpRefused: boolean | null;
}

const reasonsOf = (password: string, context = {}): readonly PasswordReason[] =>
  checkNewPassword(password, context).match(
    () => [],
    ({ reasons }) => reasons,
  );

describe('password strength (docs/rules.md#5)', () => {
  test.each(casesOf<PasswordCase>('passwordStrength', 'cases'))('$input', (one) => {
    const strength = scorePassword(one.input);
    expect(strength.feedback.map((key) => passwordFeedbackTexts[key])).toEqual(one.feedback);
    expect([one.score, ...(one.acceptScores ?? [])]).toContain(strength.score);
    expect(strength.strong).toBe(one.strong);
    if (one.signUpRefused !== null)
      expect(checkNewPassword(one.input).isErr()).toBe(one.signUpRefused);
  });

  test('the texts are those of the specification', () => {
    const strings = factOf<Readonly<Record<string, string>>>('passwordStrength', 'strings');
    expect(Object.values(passwordFeedbackTexts)).toEqual(Object.values(strings));
  });

  test.each(casesOf<{ input: string; textMatches: string }>('passwordStrength', 'toast'))(
    'the toast for $input',
    ({ input, textMatches }) => {
      const text = passwordFeedbackText(scorePassword(input).feedback);
      expect(`Weak password: ${text}`).toMatch(new RegExp(textMatches));
    },
  );

  test('the score is 5 minus the points in the feedback, never below 0, and strong from 4', () => {
    fc.assert(
      fc.property(anyText, (password) => {
        const { score, strong, feedback } = scorePassword(password);
        const common = feedback.includes('pattern');
        expect(score).toBe(Math.max(0, 5 - feedback.length + (common ? 1 - 2 : 0)));
        expect(strong).toBe(score >= 4);
      }),
    );
  });

  test('a common pattern costs 2, in any case and anywhere', () => {
    const patterns = fc.constantFrom('123456', 'PassWord', 'qwERTY', 'ADMIN', '...');
    fc.assert(
      fc.property(patterns, fc.stringMatching(/^[a-z]{0,5}$/), (pattern, around) => {
        expect(scorePassword(`${around}${pattern}${around}`).feedback).toContain('pattern');
      }),
    );
    expect(scorePassword('Password1!').score).toBe(3);
    expect(scorePassword('AaAbBb1!').feedback).not.toContain('pattern');
  });
});

describe('a new password', () => {
  test('needs 8 characters in addition to its score', () => {
    expect(scorePassword('aB1!').strong).toBe(true);
    expect(reasonsOf('aB1!')).toEqual(['length']);
  });

  test('may have 128 characters, not 129, counted by code point', () => {
    const long = 'aB1!xY9?'.repeat(16);
    expect(reasonsOf(long)).toEqual([]);
    expect(reasonsOf(`${long}z`)).toEqual(['length']);
    expect(reasonsOf(`aB1${'👍🎉'.repeat(62)}z`)).toEqual([]);
  });

  test('is not called common where it is rejected anyway', () => {
    expect(checkNewPassword('Zomer1!')._unsafeUnwrapErr()).toEqual({
      kind: 'weak_password',
      reasons: ['length'],
      feedback: ['length'],
    });
  });

  test('that is too short for the rules lacks length, and the text names theirs', () => {
    const least = fc.integer({ min: 2, max: 40 });
    fc.assert(
      fc.property(anyText, least, least, (password, minLength, scoredLength) => {
        const rules = { ...defaultPasswordRules, minLength, scoredLength };
        const checked = checkNewPassword(password, {}, rules);
        const isShort = [...password].length < Math.max(minLength, scoredLength);
        if (checked.isOk()) return;
        const { feedback } = checked.error;
        expect(feedback.includes('length')).toBe(isShort);
        expect(new Set(feedback).size).toBe(feedback.length);
        if (isShort) expect(feedback[0]).toBe('length');
        const text = `Password must be at least ${Math.max(minLength, scoredLength)} characters long`;
        expect(passwordFeedbackText(feedback, rules).startsWith(text)).toBe(isShort);
      }),
    );
    const twelve = { ...defaultPasswordRules, minLength: 12 };
    expect(checkNewPassword('Forno-7!x', {}, twelve)._unsafeUnwrapErr()).toEqual({
      kind: 'weak_password',
      reasons: ['length'],
      feedback: ['length'],
    });
    expect(passwordFeedbackText(['length'], { scoredLength: 9 })).toContain('at least 9 ');
    expect(passwordFeedbackText(['length'], { minLength: 10 })).toContain('at least 10 ');
  });

  test('is not accepted under a number that is none, nor when it is no text', () => {
    for (const name of ['minLength', 'maxLength', 'scoredLength', 'leastScore'] as const) {
      const rules = { ...defaultPasswordRules, leastScore: 5, [name]: Number.NaN };
      expect(checkNewPassword('Zx9!kLm2Qw', {}, rules).isErr()).toBe(true);
    }
    const lax = { ...defaultPasswordRules, minLength: 0, leastScore: 0 };
    expect(checkNewPassword('', {}, lax).isOk()).toBe(true);
    for (const none of [undefined, null, 5, {}, ['Zx9!kLm2Qw']]) {
      expect(checkNewPassword(none, {}, lax)._unsafeUnwrapErr().reasons).toEqual(['length']);
      expect(checkNewPassword(none)._unsafeUnwrapErr().reasons).toEqual(['length', 'characters']);
    }
  });

  test('is returned exactly as typed', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const checked = checkNewPassword(typed);
        if (checked.isOk()) expect(checked.value).toBe(typed);
        else expect(checked.error.reasons.length).toBeGreaterThan(0);
      }),
    );
    expect(checkNewPassword(' Zx9!kLm2 ')._unsafeUnwrap()).toBe(' Zx9!kLm2 ');
  });

  test.each([
    'Welcome1!',
    'Summer2024!',
    'Zomer2025!',
    'Welkom01!',
    'P@ssw0rd',
    'P@ssw0rd1!',
    'Passw0rd1!',
    'W@chtwoord1',
    'S3ptember!',
    'Liverpool1!',
    '!!Voetbal12',
    'Iloveyou2!',
    'Monkey-2024',
    'WelkomWelkom1!',
    'Abcd1234!',
    'Abcd@1234',
    'Aa12345!',
    'Aa11223344!',
    'Zaq12wsx!',
    'Qwe123!@#',
    'Qaz123!@',
    'Asd123!@#',
    'India@123',
    'Krishna1!',
    'Bismillah1!',
    'Charles1!',
    'Brandon1!',
    'Justin12!',
  ])('%s is too common', (password) => {
    expect(scorePassword(password).strong).toBe(true);
    expect(reasonsOf(password)).toEqual(['pwned']);
    expect(checkNewPassword(password)._unsafeUnwrapErr().feedback).toContain('pattern');
  });

  test.each([
    'Zx9!kLm2Qw',
    'Sterk-Zadel-42-Oever',
    'correct Horse battery 9',
    'Test-Account-9!',
    'tR0ub4dor&3',
  ])('%s is not', (password) => {
    expect(
      reasonsOf(password, { email: 'anna@example.com', siteName: 'Momentum Coaching' }),
    ).toEqual([]);
  });

  test('more than 3000 common passwords that satisfy the policy are rejected', () => {
    const endings = ['1!', '123!', '2024!', '2025!', '@1', '#12', '01?', '99*', '1234', '2026'];
    const dressed = [...defaultCommonWords]
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .flatMap((word) => endings.map((ending) => word + ending));
    const candidates = [...new Set(dressed)].filter(
      (password) => scorePassword(password).strong && password.length >= 8,
    );
    expect(candidates.length).toBeGreaterThan(3000);
    expect(candidates.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  test('another product asks for more, and has words and exceptions of its own', () => {
    const rules = {
      ...defaultPasswordRules,
      minLength: 12,
      leastScore: 5,
      commonWords: new Set(['padaria']),
      accepted: ['Padaria-2027'],
    };
    const reasons = (password: string) =>
      checkNewPassword(password, {}, rules).match(
        () => [],
        (error) => error.reasons,
      );
    expect(reasons('Zx9!kLm2Qw')).toEqual(['length']);
    expect(reasons('zx9!klm2qwrs')).toEqual(['characters']);
    expect(reasons('Padaria2026!')).toEqual(['pwned']);
    expect(reasons('Passw0rd2026!')).toEqual([]);
    expect(reasons('Padaria-2027')).toEqual([]);
    expect(reasonsOf('Passw0rd!')).toEqual(['pwned']);
  });

  test('must not consist of the name in the e-mail address', () => {
    const context = { email: 'anna.peeters@example.com' };
    for (const password of [
      'Anna.peeters1A!',
      'annapeeters1A!',
      'Peeters2024!',
      '1!aPeeters',
      'P33ters-99',
    ]) {
      expect(reasonsOf(password, context)).toEqual(['pwned']);
      expect(reasonsOf(password)).toEqual([]);
    }
  });

  test('is rejected as <local part>1A! whatever the local part is', () => {
    const locals = fc.stringMatching(/^[a-z][a-z0-9._+-]{4,20}$/);
    fc.assert(
      fc.property(locals, (local) => {
        expect(checkNewPassword(`${local}1A!`, { email: `${local}@example.com` }).isErr()).toBe(
          true,
        );
      }),
    );
  });

  test('must not consist of the name of the site', () => {
    const context = { siteName: 'Momentum Coaching' };
    for (const password of ['Momentum1!', 'M0mentum2024', 'MomentumCoaching1!']) {
      expect(reasonsOf(password, context)).toEqual(['pwned']);
    }
  });

  test('is checked quickly at any length', () => {
    const endless = 'aB1!'.repeat(16_384);
    expect(reasonsOf(endless, { email: `${'b'.repeat(60_000)}@x.be` })).toEqual(['length']);
  });
});
