export {
  type CountedNetwork,
  clientNetwork,
  countedNetworks,
  networkBucket,
  widestNetwork,
} from './client-network.ts';
export { type Device, deviceIdentifier } from './device-identifier.ts';
export type { AttemptStore } from './ports.ts';
export {
  type AttemptResult,
  accountKey,
  allowAttempt,
  clampLimit,
  clientRateLimitKey,
  clientRateLimitPrefix,
  isAccountKey,
  type RateLimit,
  type RateLimitError,
  rateLimitError,
  signInAction,
  waitMs,
} from './window.ts';
