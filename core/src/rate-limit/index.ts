export { mappedIpv4, networkOf } from './client-network.ts';
export { type Device, deviceIdentifier } from './device-identifier.ts';
export type { AttemptStore } from './ports.ts';
export {
  allowAttempt,
  clampLimit,
  clientRateLimitKey,
  clientRateLimitPrefix,
  defaultRateLimit,
  type RateLimitError,
  rateLimitError,
  signInAction,
  waitMs,
} from './window.ts';
