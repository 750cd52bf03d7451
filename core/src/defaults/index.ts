export { defaultLockout } from './lockout.ts';
export { defaultRateLimit } from './rate-limit.ts';
export { defaultRetention } from './retention.ts';
export { defaultMaxSessionsPerUser } from './sessions.ts';
export { defaultStatistics, defaultZone } from './statistics.ts';
export { defaultUnconfirmedLimits } from './unconfirmed.ts';
export { defaultWaitingList } from './waiting-list.ts';
