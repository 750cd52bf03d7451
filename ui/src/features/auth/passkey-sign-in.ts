import type { KeptSession, PasskeyClient } from '@coachsite/adapters/browser';
import { minuteMs } from '@coachsite/core/kernel';
import { err, type Result } from 'neverthrow';
import type { PasskeyError } from '../passkey/index.ts';
import type { SignInPorts } from './sign-in.ts';

/** The ports of a sign-in with a passkey. */
export type PasskeySignInPorts = Pick<SignInPorts, 'auth' | 'keeper' | 'canKeepSession'> & {
  readonly passkeys: Pick<PasskeyClient, 'signIn' | 'signInFromField'>;
};

type SignedIn = Result<KeptSession, PasskeyError>;

/** Stores the session that a passkey began; a failure that is no choice of the visitor is logged. */
async function signInBy(
  { auth, keeper, canKeepSession, passkeys }: PasskeySignInPorts,
  ask: (client: PasskeySignInPorts['passkeys']) => Promise<SignedIn>,
): Promise<SignedIn> {
  if (!canKeepSession()) return err({ kind: 'session_blocked' });
  const session = await ask(passkeys);
  if (session.isOk()) {
    keeper.adopt(session.value, 'signed_in');
    void auth.log('auth_success');
  } else if (!['network', 'passkey_cancelled'].includes(session.error.kind)) {
    void auth.log('auth_failure');
  }
  return session;
}

/** Signs in with a passkey that the browser asks for. Source: docs/wire.md#17. */
export const signInWithPasskey = (ports: PasskeySignInPorts): Promise<SignedIn> =>
  signInBy(ports, (client) => client.signIn());

/** A little less than the five minutes in which a challenge can be used. Source: docs/wire.md#17. */
const renewalMs = 4.5 * minuteMs;

/** A browser that ends an offer sooner than a person could has none to make. */
const soonestEndMs = 2000;

/** Calls `end` when a challenge is old: by a timer, and when the page is looked at after one that stood still. */
function renew(end: () => void): () => void {
  const began = Date.now();
  const timer = setTimeout(end, renewalMs);
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - began >= renewalMs) end();
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Resolves when the page is looked at, or the signal ends the wait. */
const looked = (until: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !until.aborted) return;
      document.removeEventListener('visibilitychange', look);
      until.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    until.addEventListener('abort', look);
    look();
  });

/** What a visitor who did not press anything need not hear of. */
const quietKinds = ['network', 'passkey_cancelled', 'session_blocked', 'over_request_rate_limit'];

/** The device slept while its challenge grew old. */
const lateKinds = ['webauthn_challenge_expired', 'webauthn_challenge_not_found'];

/**
 * Has the browser offer passkeys among the suggestions of the e-mail field, with a new challenge before each one ends and
 * after each refusal, of which `onRefused` hears. Returns the session of the one that was chosen; undefined when `until`
 * ended it, or the browser or the server offers none.
 */
export async function offerInField(
  ports: PasskeySignInPorts,
  until: AbortSignal,
  onRefused: (error: PasskeyError) => void,
): Promise<KeptSession | undefined> {
  while (!until.aborted) {
    const round = new AbortController();
    const end = () => round.abort();
    until.addEventListener('abort', end, { once: true });
    const stopRenewal = renew(end);
    const began = Date.now();
    const session = await signInBy(ports, (client) => client.signInFromField(round.signal));
    stopRenewal();
    until.removeEventListener('abort', end);
    const entered =
      session.isErr() && lateKinds.includes(session.error.kind)
        ? await signInWithPasskey(ports)
        : session;
    if (entered.isOk()) return entered.value;
    const { kind } = entered.error;
    const isQuiet = quietKinds.includes(kind);
    if (!isQuiet) onRefused(entered.error);
    const isOver = round.signal.aborted || Date.now() - began > soonestEndMs;
    if (isQuiet && (kind !== 'passkey_cancelled' || !isOver)) return undefined;
    await looked(until);
  }
  return undefined;
}
