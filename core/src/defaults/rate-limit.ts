import { minuteMs } from '../kernel/index.ts';
import type { RateLimit } from '../rate-limit/index.ts';

/** Five attempts per 15 minutes. Source: docs/rules.md#7, docs/rules.md#9. */
export const defaultRateLimit: RateLimit = { maxAttempts: 5, windowMs: 15 * minuteMs };
