import {
  type Admin,
  afterSignInPath,
  asOperator,
  decideGuard,
  loadingLimitMs,
  type Operator,
  publisherId,
  requireAdmin,
} from '@coachsite/core/roles';
import { anyText, sitePath } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accessDeniedMs } from '#core/src/roles/guard.ts';
import { casesOf } from '../support/core-cases.ts';

interface GuardCase {
  readonly loading: boolean;
  readonly user: string | null;
  readonly isAdmin?: boolean;
  readonly requireAdmin: boolean;
  readonly path: string;
  readonly expect: { show?: string; showTexts?: readonly string[]; redirect?: string };
}

describe('the guard of a protected route (docs/rules.md#2)', () => {
  test.each(casesOf<GuardCase>('routeGuard', 'cases'))('case %#', (one) => {
    const decision = decideGuard(one);
    const { show, showTexts, redirect } = one.expect;
    if (show === 'Loading...') expect(decision).toEqual({ kind: 'loading' });
    else if (show === 'content') expect(decision).toEqual({ kind: 'content' });
    else if (showTexts) {
      expect(decision).toEqual({
        kind: 'access_denied',
        redirectTo: redirect,
        afterMs: accessDeniedMs,
      });
    } else {
      expect(decision.kind === 'redirect' && decodeURIComponent(decision.to)).toBe(redirect);
    }
  });

  test('content is shown only to visitors who may see it', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.constantFrom(null, undefined, 'user'),
        fc.boolean(),
        fc.boolean(),
        sitePath,
        (loading, user, isAdmin, requiresAdmin, path) => {
          const { kind } = decideGuard({
            loading,
            user,
            isAdmin,
            requireAdmin: requiresAdmin,
            path,
          });
          const may = !loading && user === 'user' && (isAdmin || !requiresAdmin);
          expect(kind === 'content').toBe(may);
        },
      ),
    );
  });

  test('the sign-in page gets the whole original URL to return to', () => {
    const decision = decideGuard({
      loading: false,
      user: null,
      requireAdmin: true,
      path: '/admin?x=1',
    });
    expect(decision).toEqual({ kind: 'redirect', to: '/auth?redirect=%2Fadmin%3Fx%3D1' });
    expect(afterSignInPath('/admin?x=1')).toBe('/admin?x=1');
  });

  test('leads to the pages of the product', () => {
    const pages = { signInPath: '/entrar', home: '/inicio' };
    const question = { loading: false, requireAdmin: true, path: '/caixa' };
    expect(decideGuard({ ...question, user: null }, pages)).toEqual({
      kind: 'redirect',
      to: '/entrar?redirect=%2Fcaixa',
    });
    expect(decideGuard({ ...question, user: 'baker' }, pages)).toMatchObject({
      kind: 'access_denied',
      redirectTo: '/inicio',
    });
  });

  test('the limits are those of the specification', () => {
    expect(loadingLimitMs).toBe(8000);
    expect(accessDeniedMs).toBeGreaterThanOrEqual(2000);
    expect(accessDeniedMs).toBeLessThanOrEqual(3000);
  });
});

describe('after sign-in', () => {
  test.each(casesOf<{ redirect: string | null; target: string }>('afterSignIn', 'cases'))(
    '$redirect leads to $target',
    ({ redirect, target }) => {
      expect(afterSignInPath(redirect)).toBe(target);
    },
  );

  test('a path of the site is followed, anything else leads to the home page', () => {
    fc.assert(
      fc.property(sitePath, (path) => {
        const isSignIn = /^\/auth\/?(?:\?|$)/.test(path);
        expect(afterSignInPath(path)).toBe(isSignIn ? '/' : path);
      }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(afterSignInPath(`https://${text}`)).toBe('/');
        expect(afterSignInPath(`//${text}`)).toBe('/');
      }),
    );
    for (const path of ['/auth', '/auth/', '/auth?redirect=%2Fadmin', '/auth/#x'])
      expect(afterSignInPath(path)).toBe('/');
    expect(afterSignInPath('/auth/reset')).toBe('/auth/reset');
  });

  test('never leads back to the sign-in page, wherever that is', () => {
    const pages = { signInPath: '/entrar', home: '/inicio' };
    for (const path of ['/entrar', '/entrar/', '/entrar?redirect=%2F', '/entrar#x', null, '//x'])
      expect(afterSignInPath(path, pages)).toBe('/inicio');
    for (const path of ['/auth', '/entrar/nova', '/entrara', '/'])
      expect(afterSignInPath(path, pages)).toBe(path);
  });
});

describe('the admin proof (docs/rules.md#6)', () => {
  const actor = { userId: 'u', sessionId: 's', roles: [], needsSecondFactor: false };

  test('is given to admins only', () => {
    expect(requireAdmin(undefined)._unsafeUnwrapErr()).toEqual({ kind: 'no_authorization' });
    expect(requireAdmin(actor)._unsafeUnwrapErr()).toEqual({ kind: 'not_admin' });
    expect(requireAdmin({ ...actor, roles: ['admin'] })._unsafeUnwrap().userId).toBe('u');
  });

  test('requires the second factor of an admin who has one', () => {
    const admin = { ...actor, roles: ['admin'] as const, needsSecondFactor: true };
    expect(requireAdmin(admin)._unsafeUnwrapErr()).toEqual({ kind: 'insufficient_aal' });
    expect(requireAdmin({ ...admin, needsSecondFactor: false }).isOk()).toBe(true);
  });

  test('cannot be forged: no literal, no copy and no word names an admin or the operator', () => {
    const given = { ...actor, roles: ['admin'] } as const;
    const admin = requireAdmin(given)._unsafeUnwrap();
    expect(admin).toEqual(given);
    expect(admin).not.toBe(given);
    expect(publisherId(admin)).toBe('u');
    expect(publisherId(asOperator())).toBeUndefined();
    // @ts-expect-error: the mark of the check is missing.
    const forged: Admin = { ...actor, __proof: 'admin' };
    // @ts-expect-error: a copy loses the mark, so that nobody becomes an admin by the proof of another.
    const victim: Admin = { ...admin, userId: 'victim' };
    const { userId, ...rest } = admin;
    // @ts-expect-error: so does what is left of one.
    const remade: Admin = { ...rest, userId };
    // @ts-expect-error: a word is no proof.
    const word: Operator = 'operator';
    // @ts-expect-error: nor is an empty object.
    const empty: Operator = {};
    // @ts-expect-error: a copy loses the mark.
    const copied: Operator = { ...asOperator() };
    // @ts-expect-error: an admin is no operator.
    const operator: Operator = admin;
    const all = [forged, victim, remade, word, empty, copied, operator];
    expect(all.map((one) => typeof one)).toContain('object');
  });
});
