import type { ErrorKind } from '@coachsite/adapters/contract';
import type { User } from '@coachsite/core/account';
import type { Clock } from '@coachsite/core/kernel';
import { type Factor, type FactorStore, needsSecondFactor } from '@coachsite/core/mfa';
import {
  type Actor,
  type Admin,
  type CrossSiteError,
  type RoleError,
  type RoleStore,
  requireAdmin,
} from '@coachsite/core/roles';
import { logEvent, type SecurityLogPorts } from '@coachsite/core/security-log';
import {
  type IdentifyError,
  type IdentifyPorts,
  identifyUser,
  provenLevel,
  type Session,
} from '@coachsite/core/session';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import { authSettings } from '../config/auth-settings.ts';
import type { Config } from '../config/config.ts';
import { documentsErrors, type KindOf, kindsOf, siteErrors } from '../http/documented-errors.ts';
import { accessCookieName } from '../http/session-cookies.ts';
import { requireSameOrigin } from './cross-site.ts';
import { requestContext } from './throttle.ts';

/** The current user with session and roles, freshly read from the database. */
export interface Authenticated {
  readonly user: User;
  readonly session: Session;
  readonly factors: readonly Factor[];
  readonly actor: Actor;
  /** How the token was sent. Browsers attach cookies by themselves, so changes by cookie must be same-origin. */
  readonly via: 'bearer' | 'cookie';
}

type NotSignedInError = { readonly kind: 'no_authorization' };
type AuthenticateError = NotSignedInError | IdentifyError;

/** Errors of a request that needs a member. */
export type MemberError = AuthenticateError | CrossSiteError;
export const memberErrors = kindsOf<MemberError>()([
  'no_authorization',
  'bad_jwt',
  'session_not_found',
  'user_not_found',
  'user_banned',
  'cross_site_request',
]);

/** Errors of a request that needs an admin. */
export type AdminError = MemberError | RoleError;
export const adminErrors = kindsOf<AdminError>()([
  ...memberErrors,
  'not_admin',
  'insufficient_aal',
]);

/** The `config` of a route for members, or admins, that sends no other errors. */
export const memberRoute = { documentedErrors: siteErrors(memberErrors) };
export const adminRoute = { documentedErrors: siteErrors(adminErrors) };

/** The `config` of a route for admins that sends the errors of `Source` too, as `documentsErrors` lists them. */
export const adminRouteWith = <Source>() =>
  documentsErrors<Exclude<KindOf<Source>, AdminError['kind']>>((kinds) =>
    siteErrors([...adminErrors, ...(kinds as readonly ErrorKind[])]),
  );

/** Ports of `authenticate`. */
export type ActorPorts = IdentifyPorts & {
  readonly roles: RoleStore;
  readonly factors: FactorStore;
  readonly clock: Clock;
};

/** Ports of `admitAdmin`. */
export type AdminPorts = ActorPorts & SecurityLogPorts;

type Presented = { readonly token: string; readonly via: 'bearer' | 'cookie' };

/**
 * The token of a request: the Authorization header's alone when there is one, else the cookie's.
 * Source: docs/security.md#SE-12.
 */
function presentedToken(
  request: FastifyRequest,
  config: Config,
): Result<Presented | undefined, NotSignedInError> {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const token = /^bearer +(\S+) *$/i.exec(header)?.[1];
    if (!token) return err({ kind: 'no_authorization' });
    // The publishable key names the project, not a user: its sender is anonymous.
    return ok(token === config.publishableKey ? undefined : { token, via: 'bearer' });
  }
  const token = request.cookies[accessCookieName(config)];
  return ok(token ? { token, via: 'cookie' } : undefined);
}

/**
 * Authenticates a request: `undefined` for an anonymous visitor (no token, or the publishable key as Bearer).
 * Checks signature and expiry, that the session and the user still exist, and reads the roles; nothing is
 * taken from claims. Errors: `no_authorization` (odd header), `bad_jwt`, `session_not_found`, `user_not_found`,
 * `user_banned`. It does not look at the origin: call `requireSameOrigin` before changing anything for a
 * user whose `via` is `cookie`. Source: docs/security.md#SE-5, docs/security.md#SE-7, docs/security.md#RB-1,
 * docs/wire.md#4.15.
 */
export async function authenticate(
  request: FastifyRequest,
  ports: ActorPorts,
  config: Config,
): Promise<Result<Authenticated | undefined, AuthenticateError>> {
  const presented = presentedToken(request, config);
  if (presented.isErr()) return err(presented.error);
  if (!presented.value) return ok(undefined);
  const { token, via } = presented.value;
  const currentUser = await identifyUser(ports, authSettings(config), { token });
  if (currentUser.isErr()) return err(currentUser.error);
  const { user, session } = currentUser.value;
  const roles = await ports.roles.rolesOf(user.id);
  // They may be those of somebody who took the account over since: then the session has ended.
  if (roles.length > 0 && !(await ports.sessions.byId(session.id)))
    return err({ kind: 'session_not_found' });
  const factors = await ports.factors.ofUser(user.id);
  const actor: Actor = {
    userId: user.id,
    sessionId: session.id,
    roles,
    needsSecondFactor: needsSecondFactor(provenLevel(session), factors),
  };
  return ok({ user, session, factors, actor, via });
}

const readingMethods = ['GET', 'HEAD'];

/** Rejects a cross-site request that is authenticated by cookie. */
export function requireOwnRequest(
  request: FastifyRequest,
  config: Config,
  currentUser: Authenticated | undefined,
): Result<void, CrossSiteError> {
  return currentUser?.via === 'cookie' ? requireSameOrigin(request, config) : ok();
}

/**
 * The current user. Errors: `no_authorization` (not signed in), those of `authenticate`, and `cross_site_request`
 * for a change by cookie; by default every method but GET and HEAD changes something.
 */
export async function requireCurrentUser(
  request: FastifyRequest,
  ports: ActorPorts,
  config: Config,
  purpose: 'reading' | 'changing' = readingMethods.includes(request.method)
    ? 'reading'
    : 'changing',
): Promise<Result<Authenticated, MemberError>> {
  const currentUser = await authenticate(request, ports, config);
  if (currentUser.isErr()) return err(currentUser.error);
  if (!currentUser.value) return err({ kind: 'no_authorization' });
  if (purpose === 'reading') return ok(currentUser.value);
  const { value } = currentUser;
  return requireOwnRequest(request, config, value).map(() => value);
}

/**
 * Admits an admin, before the body is read. Errors: those of `requireCurrentUser`; `not_admin`; `insufficient_aal` when
 * the admin has a verified second factor that this session has not used. Each admission is recorded as
 * `admin_access`, severity high, before anything is read or changed; rejects if it cannot be recorded. `isRecorded` is
 * false only for what reveals nothing about anybody. Source: docs/rules.md#6, docs/security.md#RB-1,
 * docs/security.md#RB-5, docs/security.md#MF-7.
 */
export async function admitAdmin(
  request: FastifyRequest,
  ports: AdminPorts,
  config: Config,
  { isRecorded = true } = {},
): Promise<Result<Admin, AdminError>> {
  const currentUser = await requireCurrentUser(request, ports, config);
  if (currentUser.isErr()) return err(currentUser.error);
  const { user, actor } = currentUser.value;
  const admin = requireAdmin(actor);
  if (admin.isErr()) return err(admin.error);
  if (!isRecorded) return ok(admin.value);
  await logEvent(ports, {
    actionType: 'admin_access',
    userId: user.id,
    context: requestContext(request),
    details: { method: request.method, path: request.routeOptions.url ?? '' },
  });
  return ok(admin.value);
}
