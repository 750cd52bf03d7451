import type { LockoutPolicy } from '../lockout/index.ts';

/** Five failures lock an account for 15 minutes. Source: docs/rules.md#4, docs/rules.md#9. */
export const defaultLockout: LockoutPolicy = { maxFailures: 5, lockoutMs: 900_000 };
