export { ConfirmInterest, ConfirmOutcome } from './confirm-interest.tsx';
export { PlainForm } from './plain-form.tsx';
export { BrokenUnsubscribe, Unsubscribe, Unsubscribed } from './unsubscribe.tsx';
export { keptOutcome, returnedState } from './use-list-link.ts';
