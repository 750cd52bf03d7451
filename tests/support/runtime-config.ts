import type { RuntimeConfig } from '@coachsite/adapters/contract';

/** A runtime configuration for tests. */
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
