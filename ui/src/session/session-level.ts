import { needsSecondFactor } from '@coachsite/core/mfa';
import { keeper } from './compose.ts';

/** Whether the session of this page still needs a second factor. Source: docs/wire.md#6, docs/security.md#MF-8. */
export function isCodeNeeded(): boolean {
  const session = keeper.current();
  if (!session) return false;
  return needsSecondFactor(session.aal ?? 'aal1', session.user.factors ?? []);
}
