export { CodeField, spread, typedCode } from './code-field.tsx';
export { useErrorText } from './error-text.ts';
export { phoneEnd } from './factor-choice.tsx';
export { ResendButton } from './resend-button.tsx';
export { SecondFactorStep } from './second-factor-step.tsx';
export { AppSecondsLeft } from './seconds-left.tsx';
export { useCode } from './use-code.ts';
