import type { PageGuard } from '@coachsite/adapters/contract';
import { decideGuard, loadingLimitMs } from '@coachsite/core/roles';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessDenied, GuardSpinner } from '../layout/guard-screens.tsx';
import { auth, keeper, readVisitor, type Visitor } from '../session/compose.ts';
import { isCodeNeeded } from '../session/session-level.ts';
import { VisitorProvider } from '../session/visitor.ts';

/** The visitor, null for nobody, undefined while it is unknown. */
type Known = Visitor | null | undefined;

/**
 * Asks once who is there; a question without an answer after 8 s is answered "nobody". Source: docs/rules.md#4,
 * docs/rules.md#9.
 */
function useKnownVisitor(level: PageGuard): Known {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    let isCurrent = true;
    const settle = (visitor: Visitor | undefined) => {
      if (isCurrent) setKnown((before) => (before === undefined ? (visitor ?? null) : before));
    };
    const timer = setTimeout(settle, loadingLimitMs, undefined);
    // A session that has yet to be raised by a code goes to the page that asks for it.
    readVisitor(level).then(
      (visitor) => settle(isCodeNeeded() ? undefined : visitor),
      () => settle(undefined),
    );
    const leave = () => {
      if (isCurrent && !keeper.current()) setKnown(null);
    };
    const unsubscribe = keeper.subscribe((event) => {
      if (event === 'signed_out') leave();
    });
    addEventListener('storage', leave);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      unsubscribe();
      removeEventListener('storage', leave);
    };
  }, [level]);
  return known;
}

/**
 * Does what the decision says about where to go, and tells the log that the admin area was opened.
 * Source: docs/rules.md#6, docs/rules.md#7.
 */
function useConsequences(decision: ReturnType<typeof decideGuard>, isAdminArea: boolean): void {
  const navigate = useNavigate();
  const { kind } = decision;
  const to = kind === 'redirect' ? decision.to : undefined;
  const afterMs = kind === 'access_denied' ? decision.afterMs : undefined;
  useEffect(() => {
    if (to !== undefined) void navigate({ href: to, replace: true });
  }, [to, navigate]);
  useEffect(() => {
    if (afterMs === undefined) return;
    const timer = setTimeout(() => void navigate({ to: '/' }), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs, navigate]);
  useEffect(() => {
    if (kind === 'content' && isAdminArea) void auth.log('admin_access');
  }, [kind, isAdminArea]);
}

/**
 * Shows a protected page to those it is for. Meanwhile "Loading..."; without a user to the sign-in page, which leads
 * back here; to a user who is no admin the refusal, then the home page. Source: docs/rules.md#2.
 */
export function Guard({
  level,
  children,
}: {
  readonly level: PageGuard;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('layout');
  const known = useKnownVisitor(level);
  const decision = decideGuard({
    loading: known === undefined,
    user: known?.user,
    isAdmin: known?.isAdmin ?? false,
    requireAdmin: level === 'admin',
    path: typeof location === 'undefined' ? '' : location.pathname + location.search,
  });
  useConsequences(decision, level === 'admin');
  if (decision.kind === 'access_denied') return <AccessDenied />;
  if (decision.kind === 'content' && known) {
    return <VisitorProvider value={known}>{children}</VisitorProvider>;
  }
  return (
    <>
      <h1 className="sr" tabIndex={-1}>
        {t(level === 'admin' ? 'admin.tag' : 'member.account')}
      </h1>
      <GuardSpinner />
    </>
  );
}
