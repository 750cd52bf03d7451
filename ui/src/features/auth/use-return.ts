import { useEffect, useRef, useState } from 'react';
import { canKeepSession } from '../../session/can-keep-session.ts';
import { auth, keeper } from '../../session/compose.ts';
import { takeVerifier } from './provider-flow.ts';

/** The state of a return from a provider: being completed, or failed with a code. */
export type Return =
  | { readonly kind: 'finishing' }
  | { readonly kind: 'failed'; readonly code: string };

/** Removes the provider's parameters from the address bar, and keeps the target. */
function forgetReturn(parameters: URLSearchParams): void {
  const redirect = parameters.get('redirect');
  const query = redirect === null ? '' : `?${new URLSearchParams({ redirect })}`;
  history.replaceState(history.state, '', location.pathname + query);
}

/**
 * Finishes a sign-in that came back from a provider: the tab that started it exchanges the code for a session in
 * cookies. Source: docs/contract.md#4, docs/wire.md#7.
 */
export function useReturn(
  parameters: URLSearchParams | undefined,
  onSignedIn: () => void,
): Return | undefined {
  const [state, setState] = useState<Return>();
  const isDone = useRef(false);
  useEffect(() => {
    const code = parameters?.get('code');
    const [error] = ['error_reason', 'error_code', 'error'].flatMap(
      (name) => parameters?.get(name) ?? [],
    );
    if (!parameters || isDone.current || (!code && !error)) return;
    isDone.current = true;
    forgetReturn(parameters);
    // If storage is blocked, neither the cookie with the state of the provider nor the verifier of this tab was kept.
    if (!canKeepSession()) return setState({ kind: 'failed', code: 'session_blocked' });
    if (!code) return setState({ kind: 'failed', code: error ?? '' });
    const verifier = takeVerifier();
    if (verifier === undefined) return setState({ kind: 'failed', code: 'bad_oauth_state' });
    setState({ kind: 'finishing' });
    void auth.exchangeCode(code, verifier).then((session) => {
      if (session.isErr()) return setState({ kind: 'failed', code: session.error.kind });
      keeper.adopt(session.value, 'signed_in');
      void auth.log('auth_success');
      onSignedIn();
    });
  }, [parameters, onSignedIn]);
  return state;
}
