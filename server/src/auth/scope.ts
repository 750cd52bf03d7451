import type { Throttle } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';

/** Dependencies of the auth routes. */
export interface AuthScope {
  readonly app: App;
  readonly ports: Ports;
  readonly config: Config;
}

const minute = 60;

/** Rate limits per IP. Source: docs/security.md#LK-7. */
export const authLimits = {
  signUp: { action: 'signup', maxAttempts: 20, windowSeconds: 60 * minute },
  failedSignIn: { action: 'signin', maxAttempts: 30, windowSeconds: 15 * minute },
  message: { action: 'message', maxAttempts: 10, windowSeconds: 15 * minute },
  verify: { action: 'verify', maxAttempts: 30, windowSeconds: 5 * minute },
  verifyFactor: { action: 'second_factor', maxAttempts: 60, windowSeconds: 5 * minute },
  challenge: { action: 'challenge', maxAttempts: 60, windowSeconds: 5 * minute },
  passkey: { action: 'passkey', maxAttempts: 60, windowSeconds: 5 * minute },
  flow: { action: 'flow', maxAttempts: 60, windowSeconds: 5 * minute },
  refresh: { action: 'refresh', maxAttempts: 150, windowSeconds: 5 * minute },
} as const satisfies Record<string, Throttle>;
