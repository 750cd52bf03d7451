/** What would make a password stronger, in display order. Source: docs/rules.md#5. */
export type PasswordFeedback =
  | 'length'
  | 'uppercase'
  | 'lowercase'
  | 'digit'
  | 'special'
  | 'pattern';

/** How strong a password is, and what it lacks. */
export interface PasswordStrength {
  /** 0 to 5. */
  readonly score: number;
  /** The score is at least `strongScore`. */
  readonly strong: boolean;
  /** What it lacks, in display order; empty when nothing would make it stronger. */
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

/** From 8 characters a password has the point for its length. */
export const specifiedLength = 8;

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
