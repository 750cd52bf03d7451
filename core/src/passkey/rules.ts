import { type EpochMs, err, ok, type Result } from '../kernel/index.ts';
import type { Passkey } from './passkey.ts';
import type { PasskeyChange, PasskeyState, VerifiedResponse } from './ports.ts';

/** Maximum number of passkeys of one account. Source: docs/contract.md#3. */
const maxPasskeys = 10;

/** Maximum length of a name, in characters. */
const maxNameLength = 120;

/** The account has as many passkeys as it may. */
export interface TooManyPasskeysError {
  /** The published code of the auth service. */
  readonly kind: 'too_many_passkeys';
}

/** There is no such passkey, or it is another user's. */
export interface PasskeyNotFoundError {
  /** The same for both. */
  readonly kind: 'passkey_not_found';
}

/** The name is blank or longer than 120 characters. */
export interface PasskeyNameError {
  /** The name is changed and sent again. */
  readonly kind: 'passkey_name_invalid';
}

/** Why a passkey is refused although it signed the challenge. */
export type UsePasskeyError =
  | PasskeyNotFoundError
  /** The counter went back, or stood still: there may be a copy of the authenticator. */
  | { readonly kind: 'counter_went_back' };

/** Whether an account has room for one more. Errors: `too_many_passkeys`. */
export function checkRoom(passkeys: readonly Passkey[]): Result<void, TooManyPasskeysError> {
  return passkeys.length < maxPasskeys ? ok() : err({ kind: 'too_many_passkeys' });
}

/** The account has another stamp than the one that the change began with. */
export interface MovedStampError {
  readonly kind: 'stamp_moved';
  /** The one that it has. */
  readonly stamp: number;
}

/** Whether an account still has this stamp. Errors: `stamp_moved`. Source: docs/security.md#SE-16. */
export function checkStamp(
  { securityStamp }: PasskeyState,
  stamp: number,
): Result<void, MovedStampError> {
  return securityStamp === stamp ? ok() : err({ kind: 'stamp_moved', stamp: securityStamp });
}

/** Changes one passkey, if it is there; `undefined` from `change` removes it. The result is the passkey as it is then, or was. */
function changed<E>(
  { passkeys }: PasskeyState,
  id: string,
  change: (passkey: Passkey) => Result<Passkey | undefined, E>,
): PasskeyChange<Result<Passkey, E | PasskeyNotFoundError>> {
  const held = passkeys.find((passkey) => passkey.id === id);
  if (!held) return { passkeys, result: err({ kind: 'passkey_not_found' }) };
  const next = change(held);
  if (next.isErr()) return { passkeys, result: err(next.error) };
  return {
    passkeys: passkeys.flatMap((passkey) => (passkey === held ? (next.value ?? []) : passkey)),
    result: ok(next.value ?? held),
  };
}

/** A name as it is kept. Errors: `passkey_name_invalid`. */
export function checkPasskeyName(name: string): Result<string, PasskeyNameError> {
  const trimmed = name.trim();
  return trimmed.length > 0 && trimmed.length <= maxNameLength
    ? ok(trimmed)
    : err({ kind: 'passkey_name_invalid' });
}

/** A passkey of an account that still has this stamp. */
interface HeldPasskey {
  readonly id: string;
  readonly stamp: number;
}

type OwnChange = PasskeyChange<Result<Passkey, PasskeyNotFoundError | MovedStampError>>;

/** Names a passkey; `friendlyName` is checked already. Errors: `passkey_not_found`, `stamp_moved`. */
export const withName = (
  state: PasskeyState,
  { id, stamp }: HeldPasskey,
  friendlyName: string,
): OwnChange =>
  changed(state, id, (passkey) =>
    checkStamp(state, stamp).map(() => ({ ...passkey, friendlyName })),
  );

/** Removes a passkey. Errors: `passkey_not_found`, `stamp_moved`. */
export const withoutPasskey = (state: PasskeyState, { id, stamp }: HeldPasskey): OwnChange =>
  changed(state, id, () => checkStamp(state, stamp).map(() => undefined));

/**
 * Uses a passkey. An authenticator that counts must count on: a counter that was seen before means that there may be a copy
 * of it. Errors: `passkey_not_found`, `counter_went_back`. Source: docs/security.md#PK-3.
 */
export const used = (
  state: PasskeyState,
  id: string,
  { counter, isBackedUp }: VerifiedResponse,
  now: EpochMs,
): PasskeyChange<Result<Passkey, UsePasskeyError>> =>
  changed(state, id, (passkey) => {
    // One that has never counted may begin to.
    const isNext = counter > passkey.counter || passkey.counter === 0;
    return isNext
      ? ok({ ...passkey, counter, isBackedUp, lastUsedAt: now })
      : err({ kind: 'counter_went_back' });
  });
