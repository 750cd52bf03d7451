import type { PageGuard } from '@coachsite/adapters/contract';
import { decideGuard, loadingLimitMs } from '@coachsite/core/roles';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead, Words } from '../design/index.ts';
import { AccessDenied, GuardSpinner } from '../layout/guard-screens.tsx';
import { auth, keeper, readVisitor, type Visitor } from '../session/compose.ts';
import { isCodeNeeded } from '../session/session-level.ts';
import { VisitorProvider } from '../session/visitor.ts';

/** The visitor; null when not signed in, undefined while unknown. */
type Known = Visitor | null | undefined;

const signedInId = () => keeper.current()?.user.id;

/**
 * Reads who is signed in, again when somebody else signs in in another tab; without a response after 8 s the visitor
 * counts as not signed in.
 * Source: docs/rules.md#4, docs/rules.md#9.
 */
function useKnownVisitor(level: PageGuard): Known {
  const [known, setKnown] = useState<Known>();
  const [id, setId] = useState(signedInId);
  useEffect(() => {
    let isCurrent = true;
    const settle = (visitor: Visitor | undefined) => {
      // The page is large, and drawn in pieces.
      if (isCurrent)
        startTransition(() =>
          setKnown((before) => (before === undefined ? (visitor ?? null) : before)),
        );
    };
    const timer = setTimeout(settle, loadingLimitMs, undefined);
    // A session that still needs a second factor is redirected to the code step.
    readVisitor(level).then(
      (visitor) => settle(isCodeNeeded() ? undefined : visitor),
      () => settle(undefined),
    );
    const look = () => {
      const now = signedInId();
      if (!isCurrent || now === id) return;
      setKnown(now === undefined ? null : undefined);
      setId(now);
    };
    const unsubscribe = keeper.subscribe((event) => {
      if (event === 'signed_out') look();
    });
    addEventListener('storage', look);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      unsubscribe();
      removeEventListener('storage', look);
    };
  }, [level, id]);
  return known;
}

/**
 * Navigates as the decision requires, and logs that the admin area was opened. Source: docs/rules.md#6,
 * docs/rules.md#7.
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

/** The title of the page: it is painted before any script runs, and stays when the rest comes. */
function Title({ level }: { readonly level: PageGuard }) {
  const { t } = useTranslation(['admin', 'account']);
  if (level === 'user') return <PageHead lines={t('account:title', { returnObjects: true })} />;
  return (
    <div className="wrap adm-head">
      <h1 className="h-1" tabIndex={-1}>
        <Words text={t('admin:title')} />
      </h1>
    </div>
  );
}

/**
 * Shows a protected page to authorized users, below its title, and "Loading..." until that is known. Redirects visitors without a
 * session to the sign-in page, which returns here; shows users who are not admins "access denied", then the home page.
 */
export function Guard({
  level,
  children,
}: {
  readonly level: PageGuard;
  readonly children: ReactNode;
}) {
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
  return (
    <>
      <Title level={level} />
      {decision.kind === 'content' && known ? (
        <VisitorProvider value={known}>{children}</VisitorProvider>
      ) : (
        <GuardSpinner />
      )}
    </>
  );
}
