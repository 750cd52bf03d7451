import { err, ok, type Result, type SessionId, type UserId } from '../kernel/index.ts';

/** The roles in `user_roles`. Source: docs/rules.md#3, docs/rules.md#6. */
export type Role = 'admin';

/** Authenticator assurance level: whether the session used one or two factors. */
export type AssuranceLevel = 'aal1' | 'aal2';

/** The signed-in user on whose behalf a request is made; roles are read from the store per request. */
export interface Actor {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Those of the account at this moment. */
  readonly roles: readonly Role[];
  /** The user has a verified second factor that this session has not used: it must be used before acting as admin. */
  readonly needsSecondFactor: boolean;
}

// A private member of a class that nobody can name: no literal has it, and a spread loses it. They exist as types only.
declare class AdminProof {
  private readonly admin: true;
}
declare class OperatorProof {
  private readonly operator: true;
}

/**
 * A user who passed the admin check. Only `requireAdmin` makes one: neither a literal nor a copy with other fields
 * (`{ ...admin, userId }`) compiles in its place.
 */
export type Admin = Actor & AdminProof;

/**
 * The person who runs the server, on its command line: only `asOperator` makes one, so no request can name it. Neither a
 * literal nor a spread compiles in its place.
 */
export type Operator = object & OperatorProof;

/** Who changes what the site publishes. */
export type Publisher = Admin | Operator;

/** Why a user is not authorised: not signed in, not an admin, or the second factor was not used. */
export type RoleError =
  | { readonly kind: 'no_authorization' }
  | { readonly kind: 'not_admin' }
  | { readonly kind: 'insufficient_aal' };

/**
 * Accepts only an actor whose roles include admin. Errors: `no_authorization` without an actor, `not_admin`,
 * `insufficient_aal`. Source: docs/security.md#RB-1, docs/security.md#MF-7.
 */
export function requireAdmin(actor: Actor | undefined): Result<Admin, RoleError> {
  if (!actor) return err({ kind: 'no_authorization' });
  if (!actor.roles.includes('admin')) return err({ kind: 'not_admin' });
  if (actor.needsSecondFactor) return err({ kind: 'insufficient_aal' });
  return ok({ ...actor } as Admin);
}

/**
 * The operator, for commands that only a person with access to the server can start. A person who can run it can read the
 * database as well, so nothing is checked.
 */
export function asOperator(): Operator {
  return {} as Operator;
}

/** The id of the user who publishes, for the security log; `undefined` for the operator. */
export function publisherId(publisher: Publisher): string | undefined {
  return 'userId' in publisher ? publisher.userId : undefined;
}
