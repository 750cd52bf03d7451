export { OfferPasskey } from './offer-passkey.tsx';
export { SetUp } from './set-up.tsx';
export { SetupForm } from './setup-form.tsx';
