/** What the forms about an account share: fields, the strength meter, and the words of a refusal. */
export { EmailField } from './email-field.tsx';
export { PasswordField } from './password-field.tsx';
export { fieldOf, type Refusal, toRefusal, useRefusalTexts } from './refusal.ts';
export { RefusalNotice } from './refusal-notice.tsx';
export { focusField, textOf, usePress, useSubmit } from './use-submit.ts';
