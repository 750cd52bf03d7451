import type { RuntimeConfig } from '@coachsite/adapters/contract';
import { siteFile } from '#ui/src/site/site.ts';

/** A runtime configuration for tests. */
export const someRuntimeConfig: RuntimeConfig = {
  origin: 'https://coach.example',
  site: siteFile,
  bookingUrl: 'https://agenda.example/half-hour',
  signIn: {
    email: true,
    signUp: true,
    providers: [],
    sso: false,
    linkMinutes: 60,
    codeMinutes: 10,
    mailIntervalSeconds: 60,
    smsIntervalSeconds: 60,
  },
};
