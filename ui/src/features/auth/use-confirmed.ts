import type { KeptSession } from '@coachsite/adapters/browser';
import type { AuthEvent } from '@coachsite/core/session';
import { isPathOfSite } from '@coachsite/core/text';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keeper } from '../../session/compose.ts';
import { isCodeNeeded } from '../../session/session-level.ts';
import { useIsHere } from '../../site/use-is-here.ts';
import { toast } from '../notification/index.ts';
import { attempts } from './sign-in-ports.ts';

const worded = ['signup', 'recovery', 'email_change', 'magiclink'] as const;

/** The kinds of mail with texts of their own. */
export type Worded = (typeof worded)[number];

/** The session event for each kind of confirmed mail. Source: docs/rules.md#4. */
const eventOf = {
  signup: 'signed_in',
  recovery: 'password_recovery',
  email_change: 'user_updated',
  magiclink: 'signed_in',
} as const satisfies Record<Worded, AuthEvent>;

/** The kind whose texts fit a link; kinds without texts of their own have those of the sign-in link. */
export const wordedType = (type: string): Worded =>
  worded.find((known) => known === type) ?? 'magiclink';

/** The path of this site in `redirectTo`, or else `/`. Source: docs/security.md#LN-5. */
function ownPath(redirectTo: string): string {
  try {
    const { origin, pathname, search } = new URL(redirectTo, location.origin);
    const path = pathname + search;
    return origin === location.origin && isPathOfSite(path) ? path : '/';
  } catch {
    return '/';
  }
}

/**
 * Where the link of a confirmed mail leads: to the page of its subject, or else to the page that requested the mail.
 */
function pathAfter(type: Worded, redirectTo: string): string {
  if (type === 'recovery') return '/auth/reset';
  return type === 'email_change' ? '/account' : ownPath(redirectTo);
}

/** Completes a session opened by a mailed link or its code. */
export function useConfirmed() {
  const { t } = useTranslation('auth');
  const router = useRouter();
  const isHere = useIsHere();
  return async (session: KeptSession, type: Worded, redirectTo: string): Promise<void> => {
    keeper.adopt(session, eventOf[type]);
    attempts.clear(session.user.email ?? '');
    if (type === 'signup' || type === 'email_change') {
      toast({ system: 'form', tone: 'good', title: t(`mail.confirmed.${type}`) });
    }
    if (!isHere()) return;
    const path = pathAfter(type, redirectTo);
    const needsCode = isCodeNeeded() && type !== 'recovery';
    const href = needsCode ? `/auth?${new URLSearchParams({ redirect: path })}` : path;
    await router.navigate({ href, replace: true });
  };
}
