import { err, ok, type Result } from '../kernel/index.ts';
import { defaultCommonWords, isCommonPassword, type PasswordContext } from './common-passwords.ts';
import { preparedPassword } from './password-forms.ts';

/** What would make a password stronger, in display order. Source: docs/rules.md#5. */
export type PasswordFeedback =
  | 'length'
  | 'uppercase'
  | 'lowercase'
  | 'digit'
  | 'special'
  | 'pattern';

/** Why a new password is rejected, as named by the auth service. */
export type PasswordReason = 'length' | 'characters' | 'pwned';

/** How strong a password is, and what it lacks. */
export interface PasswordStrength {
  /** 0 to 5. */
  readonly score: number;
  /** The score is at least `strongScore`. */
  readonly strong: boolean;
  /** What it lacks, in display order; empty when nothing would make it stronger. */
  readonly feedback: readonly PasswordFeedback[];
}

/** The password is not accepted. Both `length` and `characters` may apply; `pwned` is the only one where it is given. */
export interface WeakPasswordError {
  /** The same for every reason, as the auth service publishes it. */
  readonly kind: 'weak_password';
  /**
   * At least one. `length`: too short or too long. `characters`: the score is too low. `pwned`: a common password; this
   * is checked only if nothing else is wrong.
   */
  readonly reasons: readonly PasswordReason[];
  /** What would make it stronger, in display order; empty for one that is only too long. */
  readonly feedback: readonly PasswordFeedback[];
}

/** What a product asks of a new password. Under a number that is `NaN` no password is accepted. */
export interface PasswordRules {
  /** Minimum length, in code points. */
  readonly minLength: number;
  /** Maximum length, in code points. */
  readonly maxLength: number;
  /** From this length, in code points, a password has the point for its length. */
  readonly scoredLength: number;
  /** The least score, from 0 to 5. */
  readonly leastScore: number;
  /** Lower-case words that no password may be made of. */
  readonly commonWords: ReadonlySet<string>;
  /** Passwords that are accepted although they are common; none by default. */
  readonly accepted: readonly string[];
}

/** How a product judges a new password. */
export interface PasswordSettings {
  /** Name of the site; passwords must not be based on it. */
  readonly siteName: string;
  /** Its rules; `defaultPasswordRules` if absent. */
  readonly passwordRules?: PasswordRules | undefined;
}

/** From 8 characters a password has the point for its length. */
const specifiedLength = 8;

/** From this score a password is strong. */
export const strongScore = 4;

/** The English texts, word for word. */
export const passwordFeedbackTexts: Readonly<Record<PasswordFeedback, string>> = {
  length: 'Password must be at least 8 characters long',
  uppercase: 'Add uppercase letters',
  lowercase: 'Add lowercase letters',
  digit: 'Add numbers',
  special: 'Add special characters',
  pattern: 'Avoid common patterns and repeated characters',
};

const points: readonly (readonly [
  PasswordFeedback,
  (password: string, length: number) => boolean,
])[] = [
  ['length', (password, length) => [...password].length >= length],
  ['uppercase', (password) => /\p{Lu}/u.test(password)],
  ['lowercase', (password) => /\p{Ll}/u.test(password)],
  ['digit', (password) => /\p{Nd}/u.test(password)],
  ['special', (password) => /[^\p{L}\p{M}\p{Nd}]/u.test(password)],
];
const pattern = /123456|password|qwerty|admin/i;
const threeAlike = /(.)\1\1/su;

/**
 * Scores a password by its characters: one point each for its length (8 characters by default), upper case, lower case,
 * digit and special character (neither letter nor digit), minus 2 for a common pattern, never below 0.
 * `checkNewPassword` rejects common words too, whatever their score. Source: docs/rules.md#reading-password.
 */
export function scorePassword(
  password: string,
  { scoredLength = specifiedLength }: Partial<Pick<PasswordRules, 'scoredLength'>> = {},
): PasswordStrength {
  const missing = points
    .filter(([, holds]) => !holds(password, scoredLength))
    .map(([feedback]) => feedback);
  const common = pattern.test(password) || threeAlike.test(password);
  const score = Math.max(0, points.length - missing.length - (common ? 2 : 0));
  return {
    score,
    strong: score >= strongScore,
    feedback: common ? [...missing, 'pattern'] : missing,
  };
}

/**
 * 8 to 128 characters and strong, and no common word. Source: docs/rules.md#9, docs/security.md#PW-5,
 * docs/security.md#PW-6, docs/decisions/0009-common-passwords.md.
 */
export const defaultPasswordRules: PasswordRules = {
  minLength: 8,
  maxLength: 128,
  scoredLength: specifiedLength,
  leastScore: strongScore,
  commonWords: defaultCommonWords,
  accepted: [],
};

/**
 * The English texts of `feedback`, joined as the toast shows them. The length in them is the one that satisfies the
 * rules, those of the specification by default: pass those that the password was checked by. Source: docs/rules.md#8.
 */
export function passwordFeedbackText(
  feedback: readonly PasswordFeedback[],
  {
    minLength = specifiedLength,
    scoredLength = specifiedLength,
  }: Partial<Pick<PasswordRules, 'minLength' | 'scoredLength'>> = {},
): string {
  const length = String(Math.max(minLength, scoredLength));
  return feedback
    .map((key) => passwordFeedbackTexts[key].replace(String(specifiedLength), length))
    .join(', ');
}

/**
 * Checks a new password: long enough, not too long, strong, not common, and not based on the user's e-mail address or
 * the site's name. Returns it as `preparedPassword` does; it is never trimmed or truncated. Errors: `weak_password`,
 * also for anything but a string, which counts as too short. Source: docs/security.md#PW-4, docs/security.md#PW-5,
 * docs/security.md#PW-6.
 */
export function checkNewPassword(
  password: unknown,
  context: PasswordContext = {},
  rules: PasswordRules = defaultPasswordRules,
): Result<string, WeakPasswordError> {
  const text = typeof password === 'string' ? preparedPassword(password) : '';
  const { score, feedback } = scorePassword(text, rules);
  const length = [...text].length;
  const isShort = typeof password !== 'string' || !(length >= rules.minLength);
  const reasons: PasswordReason[] = [];
  if (isShort || !(length <= rules.maxLength)) reasons.push('length');
  if (!(score >= rules.leastScore)) reasons.push('characters');
  const common =
    reasons.length === 0 &&
    !rules.accepted.includes(text) &&
    isCommonPassword(text, context, rules.commonWords);
  if (common) reasons.push('pwned');
  if (reasons.length === 0) return ok(text);
  // The point for the length may come at another length than the least one.
  const lacking = new Set<PasswordFeedback>([...(isShort ? ['length' as const] : []), ...feedback]);
  return err({
    kind: 'weak_password',
    reasons,
    feedback: common ? [...lacking, 'pattern'] : [...lacking],
  });
}
