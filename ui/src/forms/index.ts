/** Shared by the forms about an account: fields, the strength meter, and the texts of errors. */
export { ActionButton } from './action-button.tsx';
export { BlockError } from './block-error.tsx';
export { EmailField } from './email-field.tsx';
export { ErrorNotice } from './error-notice.tsx';
export { type FormError, fieldOf, toFormError, useErrorTexts } from './form-error.ts';
export { PasswordField } from './password-field.tsx';
export { codeOf, SentCodeField } from './sent-code-field.tsx';
export { shownKind } from './shown-kind.ts';
export { focusField, textOf, usePress, useSubmit } from './use-submit.ts';
