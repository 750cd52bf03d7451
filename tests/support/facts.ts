import type { RuntimeConfig } from '@coachsite/adapters/contract';

/** What the server knows, in a test. */
export const someRuntimeConfig: RuntimeConfig = {
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
