import { useEffect, useRef, useState } from 'react';
import { auth, keeper } from '../../session/services.ts';
import { takeVerifier } from './provider-flow.ts';

/** How a sign-in elsewhere ended: it is being finished, or refused with a code. */
export type Return =
  | { readonly kind: 'finishing' }
  | { readonly kind: 'refused'; readonly code: string };

/** Takes what a provider brought out of the address bar, and keeps where to go. */
function forgetReturn(arrival: URLSearchParams): void {
  const redirect = arrival.get('redirect');
  const query = redirect === null ? '' : `?${new URLSearchParams({ redirect })}`;
  history.replaceState(history.state, '', location.pathname + query);
}

/**
 * Finishes a sign-in that came back from a provider: the code in the address is traded for a session in cookies by the
 * tab that began it. Source: docs/contract.md#4, docs/wire.md#7.
 */
export function useReturn(
  arrival: URLSearchParams | undefined,
  onSignedIn: () => void,
): Return | undefined {
  const [state, setState] = useState<Return>();
  const isDone = useRef(false);
  useEffect(() => {
    const code = arrival?.get('code');
    const error = arrival?.get('error_code') ?? arrival?.get('error');
    if (!arrival || isDone.current || (!code && !error)) return;
    isDone.current = true;
    forgetReturn(arrival);
    if (!code) return setState({ kind: 'refused', code: error ?? '' });
    const verifier = takeVerifier();
    if (verifier === undefined) return setState({ kind: 'refused', code: 'bad_oauth_state' });
    setState({ kind: 'finishing' });
    void auth.exchangeCode(code, verifier).then((session) => {
      if (session.isErr()) return setState({ kind: 'refused', code: session.error.kind });
      keeper.adopt(session.value, 'signed_in');
      void auth.log('auth_success');
      onSignedIn();
    });
  }, [arrival, onSignedIn]);
  return state;
}
