import { err, ok, type Result } from '../kernel/index.ts';
import { defaultCommonWords, isCommonPassword, type PasswordContext } from './common-passwords.ts';
import {
  type PasswordFeedback,
  type PasswordRules,
  scorePassword,
  specifiedLength,
  strongScore,
} from './password.ts';
import { preparedPassword } from './password-forms.ts';

/** Why a new password is rejected, as named by the auth service. */
export type PasswordReason = 'length' | 'characters' | 'pwned';

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

/** How a product judges a new password. */
export interface PasswordSettings {
  /** Name of the site; passwords must not be based on it. */
  readonly siteName: string;
  /** Its rules; `defaultPasswordRules` if absent. */
  readonly passwordRules?: PasswordRules | undefined;
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
