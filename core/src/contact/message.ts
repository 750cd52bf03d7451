import { checkEmail, type EmailReason, emailMaxLength } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { plainText, sanitise, singleLine } from '../text/index.ts';

/** The fields of the contact form. Source: docs/rules.md#3. */
export interface ContactMessage {
  /** One line. */
  readonly name: string;
  /** Where the reply goes. */
  readonly email: string;
  /** One line, fit for a mail header once checked. */
  readonly subject: string;
  /** Plain text of several lines. */
  readonly message: string;
}

/** Proof of the check: only `checkMessage` can produce one. */
export type CheckedMessage = ContactMessage & { readonly __proof: 'message' };

/** A field of the contact form. */
export type ContactField = keyof ContactMessage;

/** Why a field is rejected; for e-mail, the first of its own reasons. */
export type ContactFieldReason = 'too_long' | EmailReason;

/** Fields of the contact form are not accepted, each for one reason. */
export interface ContactError {
  /** Nothing was stored. */
  readonly kind: 'validation_failed';
  /** The reason by field; a field that is right is absent. */
  readonly fields: Readonly<Partial<Record<ContactField, ContactFieldReason>>>;
}

/** Maximum length of each field, in UTF-16 units, as HTML forms count. Source: docs/contract.md#3. */
export const contactLimits: Readonly<Record<ContactField, number>> = {
  name: 100,
  email: emailMaxLength,
  subject: 200,
  message: 1000,
};

/** Whether a text shows anything: a zero-width space and its like (`Default_Ignorable_Code_Point` of Unicode) do not. */
const hasVisible = (text: string): boolean => /[^\s\p{DI}]/u.test(text);

/** The value to store, or why it is rejected. The length is checked before sanitising, so that nothing is truncated. */
function checkText(typed: string, maxLength: number): Result<string, ContactFieldReason> {
  if (typed.trim().length > maxLength) return err('too_long');
  const text = sanitise(typed, { maxLength });
  return hasVisible(text) ? ok(text) : err('required');
}

/**
 * Checks a message. Every field is required: it must still show a character after sanitising, and be within its limit
 * in UTF-16 units. Name and subject are reduced to one line fit for a mail header. The limit of an e-mail address is
 * that of its own rule. Errors: `validation_failed` with a reason for each wrong field. Source: docs/rules.md#5,
 * docs/security.md#CF-1, docs/security.md#CF-2.
 */
export function checkMessage(
  input: ContactMessage,
  limits: Omit<typeof contactLimits, 'email'> = contactLimits,
): Result<CheckedMessage, ContactError> {
  const checked = {
    name: checkText(singleLine(input.name), limits.name),
    email: checkEmail(input.email).mapErr(({ reasons }) => reasons[0] ?? 'format'),
    subject: checkText(singleLine(input.subject), limits.subject),
    message: checkText(plainText(input.message), limits.message),
  };
  const { name, email, subject, message } = checked;
  if (name.isOk() && email.isOk() && subject.isOk() && message.isOk()) {
    const values: ContactMessage = {
      name: name.value,
      email: email.value,
      subject: subject.value,
      message: message.value,
    };
    return ok(values as CheckedMessage);
  }
  const fields: Partial<Record<ContactField, ContactFieldReason>> = {};
  for (const field of ['name', 'email', 'subject', 'message'] as const) {
    const result = checked[field];
    if (result.isErr()) fields[field] = result.error;
  }
  return err({ kind: 'validation_failed', fields });
}
