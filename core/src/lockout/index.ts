export { lockKeyOf } from './lock-key.ts';
export {
  currentRecord,
  isLocked,
  type LockoutError,
  type LockoutRecord,
  lockedUntil,
  maxFailures,
  recordFailure,
} from './lockout.ts';
export type { LockoutStore } from './ports.ts';
