export { ConfirmInterest } from './confirm-interest.tsx';
export { Outcome } from './outcome.tsx';
export { BrokenUnsubscribe, Unsubscribe } from './unsubscribe.tsx';
