import type { Milliseconds } from '../kernel/index.ts';
import { isPathOfSite } from '../text/index.ts';

/**
 * After this long without a result, the visitor counts as signed out, in milliseconds. Source: docs/rules.md#4,
 * docs/rules.md#9.
 */
export const loadingLimitMs = 8000;

/**
 * How long 'Access Denied' is shown before the redirect to the home page, in milliseconds. Source:
 * docs/rules.md#reading-guards.
 */
export const accessDeniedMs = 2500;

/** Where guards lead to, as paths of the product. */
export interface GuardPages {
  /** The sign-in page, without a slash at its end; `/auth` by default. */
  readonly signInPath: string;
  /** The home page; `/` by default. */
  readonly home: string;
}

const pagesOfSite: GuardPages = { signInPath: '/auth', home: '/' };

/** What a guard knows when a page is opened. */
export interface GuardQuestion {
  /** Whether the session is still being read. */
  readonly loading: boolean;
  /** The signed-in user, if any; only its presence is used. */
  readonly user: unknown;
  /** Absent while it is not known, which counts as no. */
  readonly isAdmin?: boolean;
  readonly requireAdmin: boolean;
  /** Requested path, with query and fragment. */
  readonly path: string;
}

/** What a protected route shows or does. */
export type GuardDecision =
  | { readonly kind: 'loading' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'access_denied'; readonly redirectTo: string; readonly afterMs: Milliseconds }
  | { readonly kind: 'content' };

/** A text without lone surrogates, which have no encoding. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Decides what a protected route does. Source: docs/rules.md#2. */
export function decideGuard(
  question: GuardQuestion,
  { signInPath, home }: GuardPages = pagesOfSite,
): GuardDecision {
  if (question.loading) return { kind: 'loading' };
  if (question.user === null || question.user === undefined) {
    return {
      kind: 'redirect',
      to: `${signInPath}?redirect=${encodeURIComponent(wellFormed(question.path))}`,
    };
  }
  if (question.requireAdmin && !question.isAdmin) {
    return { kind: 'access_denied', redirectTo: home, afterMs: accessDeniedMs };
  }
  return { kind: 'content' };
}

/**
 * The path to go to after a sign-in: `redirect` if that is a path of this site other than the sign-in page, else the
 * home page. Source: docs/rules.md#reading-guards, docs/security.md#LN-5.
 */
export function afterSignInPath(
  redirect: string | null | undefined,
  { signInPath, home }: GuardPages = pagesOfSite,
): string {
  if (!isPathOfSite(redirect)) return home;
  const [pathname] = redirect.split(/[?#]/, 1);
  return pathname === signInPath || pathname === `${signInPath}/` ? home : redirect;
}
