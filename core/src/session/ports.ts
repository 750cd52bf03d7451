import type { Result } from 'neverthrow';
import type { EpochMs, JsonObject } from '../kernel/index.ts';
import type { BadJwtError } from './access-token.ts';
import type { Session } from './session.ts';

/** What a rule makes of a session: its next state (`undefined` ends it) and an answer. */
export interface SessionChange<T> {
  readonly session: Session | undefined;
  readonly result: T;
}

/** The live sessions. A session that is gone here is over everywhere. */
export interface SessionStore {
  readonly byId: (id: string) => Promise<Session | undefined>;
  /** The sessions of one user, the newest first. */
  readonly ofUser: (userId: string) => Promise<readonly Session[]>;
  readonly create: (session: Session) => Promise<void>;
  /**
   * Applies `rule` in one atomic step, committed before it resolves with the rule's answer; `undefined` when there is
   * no such session. `rule` is pure: it may run more than once. Source: docs/security.md#SE-3, docs/security.md#SE-4.
   */
  readonly change: <T>(
    id: string,
    rule: (session: Session) => SessionChange<T>,
  ) => Promise<T | undefined>;
  readonly remove: (id: string) => Promise<boolean>;
  /** Ends the sessions of a user, all but `exceptId`, and returns how many. */
  readonly removeOfUser: (userId: string, exceptId?: string) => Promise<number>;
  /** Removes sessions whose `notAfter` is before `now` and those unused since `unusedSince`; returns how many. */
  readonly sweep: (now: EpochMs, unusedSince: EpochMs) => Promise<number>;
}

/**
 * Signs and reads access tokens with one fixed algorithm and a fixed local set of keys. Source: docs/security.md#SE-5,
 * docs/security.md#SE-6.
 */
export interface TokenSigner {
  readonly sign: (claims: JsonObject) => Promise<string>;
  /** The claims of a token that one of our keys signed; whether they hold is for `checkClaims`. */
  readonly verify: (token: string) => Promise<Result<JsonObject, BadJwtError>>;
  /** The public keys as JWKs, the signing one first. */
  readonly publicKeys: () => Promise<readonly JsonObject[]>;
}
