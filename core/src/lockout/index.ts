export { lockKeyOf } from './lock-key.ts';
export {
  currentRecord,
  isLocked,
  type LockoutError,
  type LockoutPolicy,
  type LockoutRecord,
  lockedError,
  lockedUntil,
  recordFailure,
} from './lockout.ts';
export type { LockoutStore } from './ports.ts';
