export { defaultLockout } from './lockout.ts';
export { defaultRateLimit } from './rate-limit.ts';
export { defaultUnconfirmedLimits } from './unconfirmed.ts';
