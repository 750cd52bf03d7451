import { api } from '@coachsite/adapters/browser';
import type { RejectedForm } from '@coachsite/adapters/contract';
import { useRef, useState } from 'react';

/** The state of a link of the notify-me list. Only a confirmation link can be `used`. */
export type LinkState = 'ready' | 'busy' | 'done' | 'used' | 'expired' | 'failed';

/** The outcome on a page that the server returned to a browser without scripts. */
export function returnedState({ error }: RejectedForm): 'done' | 'used' | 'expired' {
  if (error === undefined) return 'done';
  return error === 'notify_link_used' ? 'used' : 'expired';
}

/** The outcome of the link this page was opened with, kept for a reload, when the token is gone. */
export interface KeptOutcome {
  readonly state: 'done' | 'used';
  readonly redirectTo: string | null;
}

const outcomeKey = 'listLink';

/** Stores the outcome in this history entry, but never the token. Source: docs/security.md#LN-7. */
function keepOutcome(outcome: KeptOutcome): void {
  history.replaceState({ ...history.state, [outcomeKey]: outcome }, '');
}

/** The outcome stored before this page was reloaded. */
export function keptOutcome(): KeptOutcome | undefined {
  return (history.state as { readonly [outcomeKey]?: KeptOutcome } | null)?.[outcomeKey];
}

/**
 * Uses a link of the notify-me list once, however often it is called. Source: docs/contract.md#5,
 * docs/law-and-search.md#D41, docs/law-and-search.md#D43.
 */
export function useListLink(
  path: '/api/notify/confirm' | '/api/notify/unsubscribe',
  redirectTo: string | null = null,
) {
  const [state, setState] = useState<LinkState>('ready');
  const isUnderWay = useRef(false);
  const finish = (outcome: KeptOutcome['state']) => {
    keepOutcome({ state: outcome, redirectTo });
    setState(outcome);
  };
  const use = async (token: string) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setState('busy');
    const response = await api.post(path, { token });
    isUnderWay.current = false;
    if (response.isOk()) finish('done');
    else if (response.error.kind === 'notify_link_used') finish('used');
    else if (response.error.kind === 'network') setState('failed');
    else setState(response.error.kind === 'over_request_rate_limit' ? 'failed' : 'expired');
  };
  return { state, use };
}

/** The path of the page that a link names: the blog, else a page of the shop. */
export function listPath(redirectTo: string | null): string {
  const path = /\/(shop\/[a-z0-9-]{1,60}|blog)$/.exec(redirectTo ?? '')?.[0];
  return path ?? '/shop';
}
