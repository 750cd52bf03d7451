import type { User } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import { type AmrEntry, assuranceLevel, type SessionStore } from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import type { FactorRequest } from './challenge-factor.ts';
import { type Factor, hasVerifiedFactor, type KeptFactor } from './factor.ts';
import type { FactorStore, MfaChange, MfaState } from './ports.ts';

/** Why a factor cannot be removed. Source: docs/wire.md#6. */
export type RemoveFactorError =
  | { readonly kind: 'mfa_factor_not_found' }
  | { readonly kind: 'insufficient_aal' };

/** The ports for removing a factor. */
export type RemoveFactorPorts = SecurityLogPorts & {
  readonly factors: FactorStore;
  readonly sessions: SessionStore;
  readonly messenger: AuthMessenger;
};

/** Removes a factor; a verified one only from an `aal2` session. Source: docs/security.md#MF-6. */
export function withoutFactor(
  state: MfaState,
  factorId: string,
  aal: AssuranceLevel,
): MfaChange<Result<KeptFactor, RemoveFactorError>> {
  const factor = state.factors.find(({ id }) => id === factorId);
  if (!factor) return { state, result: err({ kind: 'mfa_factor_not_found' }) };
  if (factor.status === 'verified' && aal === 'aal1')
    return { state, result: err({ kind: 'insufficient_aal' }) };
  const factors = state.factors.filter(({ id }) => id !== factorId);
  const challenges = state.challenges.filter((challenge) => challenge.factorId !== factorId);
  return {
    // Recovery codes belong to the factors they stand for.
    state: hasVerifiedFactor(factors) ? { ...state, factors, challenges } : { factors, challenges },
    result: ok(factor),
  };
}

/**
 * Removes a factor. Sessions that used it fall back to `aal1`, and the user is notified. Errors:
 * `mfa_factor_not_found`, `insufficient_aal`. Source: docs/security.md#MF-6, docs/security.md#MF-9.
 */
export async function removeFactor(
  ports: RemoveFactorPorts,
  request: FactorRequest & { readonly context: RequestContext },
): Promise<Result<void, RemoveFactorError>> {
  const { user, session, factorId, language, context } = request;
  const removed = await ports.factors.change(user.id, (state) =>
    withoutFactor(state, factorId, assuranceLevel(session)),
  );
  if (removed.isErr()) return err(removed.error);
  const { status, type } = removed.value;
  const details = { factor_type: type, factor_id: factorId, change: 'removed' };
  logEventInBackground(ports, { actionType: 'factor_change', userId: user.id, context, details });
  if (status === 'unverified') return ok();
  await afterRemoval(ports, user, language, [removed.value]);
  return ok();
}

/** Lowers the sessions that used one of these verified factors to `aal1`, and notifies the user. */
export async function afterRemoval(
  ports: Pick<RemoveFactorPorts, 'sessions' | 'messenger' | 'factors'>,
  user: User,
  language: MessageLanguage | undefined,
  removed: readonly Factor[],
): Promise<void> {
  const { email } = user;
  const { recoverySet } = await ports.factors.stateOf(user.id);
  const lower = lowerSessions(
    ports,
    user,
    ({ factorId, method }) =>
      removed.some(({ id }) => id === factorId) ||
      (method === 'mfa/recovery_code' && recoverySet === undefined),
  );
  const notices = removed.map(({ type }) =>
    email === undefined
      ? undefined
      : ports.messenger.send({
          kind: 'factor_removed',
          to: email,
          language: languageOf(ports.messenger, user, language),
          factorType: type,
        }),
  );
  await Promise.all([lower, ...notices]);
}

/** Takes the second factors that `isOf` names from the sessions of a user. */
export async function lowerSessions(
  { sessions }: Pick<RemoveFactorPorts, 'sessions'>,
  { id: userId }: Pick<User, 'id'>,
  isOf: (entry: AmrEntry) => boolean,
): Promise<void> {
  const raised = (await sessions.ofUser(userId)).filter(({ amr }) => amr.some(isOf));
  await Promise.all(
    raised.map(({ id }) =>
      sessions.change(id, (current) => ({
        session: { ...current, amr: current.amr.filter((entry) => !isOf(entry)) },
        result: undefined,
      })),
    ),
  );
}
