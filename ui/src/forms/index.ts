/** What the forms about an account share: fields, the strength meter, and the words of a refusal. */
export { EmailField } from './email-field.tsx';
export { ErrorNotice } from './error-notice.tsx';
export { type FormError, fieldOf, toFormError, useErrorTexts } from './form-error.ts';
export { PasswordField } from './password-field.tsx';
export { focusField, textOf, usePress, useSubmit } from './use-submit.ts';
