import type { UnconfirmedLimits } from '../account/index.ts';
import { dayMs } from '../kernel/index.ts';

/** 50,000 accounts may wait for a confirmation, each for a day at least. Source: docs/security.md#PR-2. */
export const defaultUnconfirmedLimits: UnconfirmedLimits = { accounts: 50_000, leastMs: dayMs };
