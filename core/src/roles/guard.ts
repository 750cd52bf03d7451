import { isPathOfSite } from '../text/index.ts';

/**
 * Authentication counts as "nobody is signed in" when it has not answered after this long. Source: docs/rules.md#4,
 * docs/rules.md#9.
 */
export const loadingLimitMs = 8000;

/** How long 'Access Denied' stays before the visitor is led home. Source: docs/rules.md#reading-guards. */
export const accessDeniedMs = 2500;

export interface GuardQuestion {
  readonly loading: boolean;
  /** The signed-in user, if any; only whether there is one matters. */
  readonly user: unknown;
  readonly isAdmin?: boolean;
  readonly requireAdmin: boolean;
  /** Path asked for, with query and fragment. */
  readonly path: string;
}

/** What a protected route shows or does. */
export type GuardDecision =
  | { readonly kind: 'loading' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'access_denied'; readonly redirectTo: '/'; readonly afterMs: number }
  | { readonly kind: 'content' };

/** Decides what a protected route answers. Source: docs/rules.md#2. */
export function decideGuard(question: GuardQuestion): GuardDecision {
  if (question.loading) return { kind: 'loading' };
  if (question.user === null || question.user === undefined) {
    return { kind: 'redirect', to: `/auth?redirect=${encodeURIComponent(question.path)}` };
  }
  if (question.requireAdmin && !question.isAdmin) {
    return { kind: 'access_denied', redirectTo: '/', afterMs: accessDeniedMs };
  }
  return { kind: 'content' };
}

/**
 * Where a fresh sign-in leads: back to `redirect` when that is a path of this site, else home. The
 * sign-in page itself is no destination. Source: docs/rules.md#4, docs/rules.md#reading-guards, docs/security.md#LN-5.
 */
export function afterSignInPath(redirect: string | null | undefined): string {
  if (!isPathOfSite(redirect)) return '/';
  const [pathname] = redirect.split(/[?#]/, 1);
  return pathname === '/auth' || pathname === '/auth/' ? '/' : redirect;
}
