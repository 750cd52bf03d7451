import type { User } from '../account/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import { logEvent, type RequestContext } from '../security-log/index.ts';
import { wrongCodesKey } from './challenge.ts';
import { afterRemoval, type RemoveFactorPorts } from './remove-factor.ts';

/** The ports for removing all factors of a user. */
export type ResetFactorsPorts = Omit<RemoveFactorPorts, 'reportLostEvent'> & {
  readonly attempts: AttemptStore;
};

/**
 * Removes all factors of a user on behalf of the operator. Sessions that used one fall back to `aal1`, the count of
 * wrong codes starts again, and the user is notified of each verified one; returns their number. Source:
 * docs/contract.md#1, docs/security.md#MF-9.
 */
export async function resetFactors(
  ports: ResetFactorsPorts,
  { user, context }: { readonly user: User; readonly context: RequestContext },
): Promise<number> {
  const removed = await ports.factors.change(user.id, ({ factors }) => ({
    state: { factors: [], challenges: [] },
    result: factors,
  }));
  const verified = removed.filter(({ status }) => status === 'verified');
  await Promise.all([
    afterRemoval(ports, user, undefined, verified),
    ports.attempts.clear(wrongCodesKey(user.id)),
    logEvent(ports, {
      actionType: 'factor_change',
      userId: user.id,
      context,
      details: { change: 'reset', factors: verified.length },
    }),
  ]);
  return verified.length;
}
