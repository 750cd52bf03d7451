import { err, ok, type Result, type SessionId, type UserId } from '../kernel/index.ts';

/** The roles in `user_roles`. Source: docs/rules.md#3, docs/rules.md#6. */
export type Role = 'admin';

/** Authenticator assurance level: whether the session used one or two factors. */
export type AssuranceLevel = 'aal1' | 'aal2';

/** The signed-in user on whose behalf a request is made; roles are read from the store per request. */
export interface Actor {
  /** The account. */
  readonly userId: UserId;
  /** The session that the request belongs to. */
  readonly sessionId: SessionId;
  /** Those of the account at this moment. */
  readonly roles: readonly Role[];
  /** The user has a verified second factor that this session has not used: it must be used before acting as admin. */
  readonly needsSecondFactor: boolean;
}

const adminProof: unique symbol = Symbol('admin');
const operatorProof: unique symbol = Symbol('operator');

/** A user who passed the admin check: only `requireAdmin` can make one, because its mark is not exported. */
export type Admin = Actor & { readonly [adminProof]: true };

/** The person who runs the server, on its command line: only `asOperator` makes one, so no request can name it. */
export type Operator = { readonly [operatorProof]: true };

/** Who changes what the site publishes. */
export type Publisher = Admin | Operator;

/** Why a user is not authorised: not signed in, not an admin, or the second factor was not used. */
export type RoleError =
  | { readonly kind: 'no_authorization' }
  | { readonly kind: 'not_admin' }
  | { readonly kind: 'insufficient_aal' };

/**
 * Accepts only an actor whose roles include admin. Source: docs/rules.md#6, docs/security.md#RB-1,
 * docs/security.md#MF-7.
 */
export function requireAdmin(actor: Actor | undefined): Result<Admin, RoleError> {
  if (!actor) return err({ kind: 'no_authorization' });
  if (!actor.roles.includes('admin')) return err({ kind: 'not_admin' });
  if (actor.needsSecondFactor) return err({ kind: 'insufficient_aal' });
  return ok({ ...actor, [adminProof]: true });
}

/**
 * The operator, for commands that only a person with access to the server can start. A person who can run it can read the
 * database as well, so nothing is checked.
 */
export function asOperator(): Operator {
  return { [operatorProof]: true };
}

/** The id of the user who publishes, for the security log; `undefined` for the operator. */
export function publisherId(publisher: Publisher): string | undefined {
  return adminProof in publisher ? publisher.userId : undefined;
}
