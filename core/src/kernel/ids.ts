import type { OfKind } from './brand.ts';

/** The id of an account: a UUID. */
export type UserId = OfKind<string, 'UserId'>;

/** The id of a session: a UUID. */
export type SessionId = OfKind<string, 'SessionId'>;
