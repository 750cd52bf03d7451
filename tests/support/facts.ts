import type { Facts } from '../../ui/src/site/facts.ts';

/** What the server knows, in a test. */
export const someFacts: Facts = {
  origin: 'https://coach.example',
  bookingUrl: 'https://agenda.example/half-hour',
  signIn: {
    email: true,
    signUp: true,
    providers: [],
    sso: false,
    linkMinutes: 60,
    codeMinutes: 10,
  },
};
