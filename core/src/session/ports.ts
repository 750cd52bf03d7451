import type { EpochMs, JsonObject, Result, SessionId, UserId } from '../kernel/index.ts';
import type { BadJwtError } from './access-token.ts';
import type { Session } from './session.ts';

/** The outcome of a rule: the session's next state (`undefined` ends it) and a result. */
export interface SessionChange<T> {
  /** What is stored; `undefined` deletes the session. */
  readonly session: Session | undefined;
  /** What the caller of the store gets. */
  readonly result: T;
}

/** Stores the live sessions. A session removed here is ended everywhere. */
export interface SessionStore {
  /** The session with this id, expired or not. */
  readonly byId: (id: SessionId) => Promise<Session | undefined>;
  /** The sessions of one user, the newest first. */
  readonly ofUser: (userId: UserId) => Promise<readonly Session[]>;
  /**
   * Adds a session if its user still has this `securityStamp`, in one atomic step; false if not, or if there is no such
   * user. Beyond the number that the store was made with (`defaultMaxSessionsPerUser`), the sessions that the user has not used for longest end with the same commit.
   * Source: docs/security.md#SE-16.
   */
  readonly create: (session: Session, securityStamp: number) => Promise<boolean>;
  /**
   * Applies `rule` in one atomic step, committed before it resolves with the rule's result; `undefined` if there is
   * no such session. `rule` is pure: it may run more than once. Source: docs/security.md#SE-3, docs/security.md#SE-4.
   */
  readonly change: <T>(
    id: SessionId,
    rule: (session: Session) => SessionChange<T>,
  ) => Promise<T | undefined>;
  /** Ends a session; false if there is none. */
  readonly remove: (id: SessionId) => Promise<boolean>;
  /**
   * Ends all sessions of a user except `exceptId` and returns the count. With the same commit the user gets the next
   * `securityStamp`, so that a sign-in under way adds none afterwards.
   */
  readonly removeOfUser: (userId: UserId, exceptId?: SessionId) => Promise<number>;
  /**
   * Ends all sessions of all users and returns the count; each user gets the next `securityStamp`, and loses a pending
   * change of e-mail address or phone number. Source: docs/security.md#SE-16.
   */
  readonly removeAll: () => Promise<number>;
  /** Removes sessions whose `notAfter` is not after `now` and those last used before `unusedSince`; returns the count. */
  readonly sweep: (unusedSince: EpochMs, now: EpochMs) => Promise<number>;
}

/**
 * Signs and verifies access tokens with one fixed algorithm and a fixed local set of keys. Source:
 * docs/security.md#SE-5, docs/security.md#SE-6.
 */
export interface TokenSigner {
  /** A JWT with these claims, signed with the current key. */
  readonly sign: (claims: JsonObject) => Promise<string>;
  /** Returns the claims of a token signed with one of our keys; `checkClaims` checks them. */
  readonly verify: (token: string) => Promise<Result<JsonObject, BadJwtError>>;
  /** The public keys as JWKs, the current signing key first. */
  readonly publicKeys: () => Promise<readonly JsonObject[]>;
}
