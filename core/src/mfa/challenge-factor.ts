import {
  type Clock,
  type Digest,
  type EpochMs,
  err,
  type Ids,
  type Milliseconds,
  ok,
  type Random,
  type Result,
  randomDigits,
} from '../kernel/index.ts';
import {
  checkSmsSendInterval,
  codeHashOf,
  codeLength,
  type MessageLanguage,
  type SmsIntervalError,
} from '../one-time-token/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import type { CurrentUser } from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import type { PhoneMessenger, SmsError } from '../sms/index.ts';
import { type FactorChallenge, maxChallenges } from './challenge.ts';
import { isLiveFactor, type KeptFactor } from './factor.ts';
import type { FactorStore, MfaState } from './ports.ts';

/** Why a challenge cannot be created. Source: docs/wire.md#6. */
export type ChallengeFactorError =
  | { readonly kind: 'mfa_factor_not_found' }
  | SmsIntervalError
  | SmsError;

/** The settings for challenges. */
export interface ChallengeSettings {
  /** How long a challenge can be verified. */
  readonly challengeTtlMs: Milliseconds;
  /** Minimum time between two requested text messages to one number; 0 is off. */
  readonly smsIntervalMs: Milliseconds;
}

/** The ports for creating a challenge. */
export interface ChallengeFactorPorts {
  readonly factors: FactorStore;
  readonly attempts: AttemptStore;
  readonly phoneMessenger: PhoneMessenger;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The code of a phone factor. */
  readonly random: Random;
  readonly digest: Digest;
}

/** Adds a challenge; drops the expired ones, and the oldest if there are too many. */
export function addChallenge(state: MfaState, challenge: FactorChallenge, now: EpochMs): MfaState {
  return {
    ...state,
    factors: state.factors.map((factor) =>
      factor.id === challenge.factorId ? { ...factor, lastChallengedAt: now } : factor,
    ),
    challenges: [
      ...state.challenges.filter(({ expiresAt }) => now < expiresAt).slice(1 - maxChallenges),
      challenge,
    ],
  };
}

/** The live factor of this user with this id. Errors: `mfa_factor_not_found`. */
export function findFactor(
  { factors }: MfaState,
  id: string,
  now: EpochMs,
): Result<KeptFactor, { readonly kind: 'mfa_factor_not_found' }> {
  const factor = factors.find((held) => held.id === id);
  return factor && isLiveFactor(factor, now) ? ok(factor) : err({ kind: 'mfa_factor_not_found' });
}

/** A signed-in user and one of their factors. */
export interface FactorRequest extends CurrentUser {
  /** One of the user's own factors; another one is not found. */
  readonly factorId: string;
  /** Language of the visitor, for accounts that have none of their own. */
  readonly language: MessageLanguage;
}

/**
 * Creates a challenge for a factor; a phone factor gets its code by text message. Errors: `mfa_factor_not_found`;
 * `over_sms_send_rate_limit` and `sms_send_failed` for a phone. Source: docs/security.md#MF-4.
 */
export async function challengeFactor(
  ports: ChallengeFactorPorts,
  settings: ChallengeSettings,
  { user, session, factorId, language }: FactorRequest,
): Promise<
  Result<{ readonly challenge: FactorChallenge; readonly factor: KeptFactor }, ChallengeFactorError>
> {
  const now = ports.clock.now();
  const found = findFactor(await ports.factors.stateOf(user.id), factorId, now);
  if (found.isErr()) return err(found.error);
  const { phone } = found.value;
  const id = ports.ids.uuid();
  const sms =
    phone === undefined ? undefined : { to: phone, code: randomDigits(ports.random, codeLength) };
  if (sms) {
    const allowed = await checkSmsSendInterval(ports, settings, {
      message: 'second_factor',
      phone: sms.to,
    });
    if (allowed.isErr()) return err(allowed.error);
  }
  const expiresAt = now + settings.challengeTtlMs;
  const challenge: FactorChallenge = {
    id,
    factorId,
    sessionId: session.id,
    codeHash: sms && codeHashOf(id, sms.code, ports.digest),
    misses: 0,
    createdAt: now,
    expiresAt,
    usedAt: undefined,
  };
  const added = await ports.factors.change(user.id, (state) => {
    const factor = findFactor(state, factorId, now);
    return { state: factor.isOk() ? addChallenge(state, challenge, now) : state, result: factor };
  });
  if (added.isErr()) return err(added.error);
  if (sms) {
    const message = {
      kind: 'second_factor',
      ...sms,
      language: languageOf(ports.phoneMessenger, user, language),
      expiresAt,
    } as const;
    const sent = await ports.phoneMessenger.sendNow(message);
    if (sent.isErr()) return err(sent.error);
  }
  return ok({ challenge, factor: added.value });
}
