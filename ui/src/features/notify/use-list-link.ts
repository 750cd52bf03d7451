import { api } from '@coachsite/adapters/browser';
import { useRef, useState } from 'react';
import type { ReturnedForm } from '../../facts.ts';

/** What came of a link of the notify-me list. `notify_link_used` only for the confirmation. */
export type LinkState = 'ready' | 'busy' | 'done' | 'used' | 'expired' | 'failed';

/** What came of the link, on a page that the server sent back to a browser without scripts. */
export function returnedState({ problem }: ReturnedForm): 'done' | 'used' | 'expired' {
  if (problem === undefined) return 'done';
  return problem === 'notify_link_used' ? 'used' : 'expired';
}

/** Uses a link of the notify-me list once, however often it is asked to. Source: operating contract §5; D41, D43. */
export function useListLink(path: '/api/notify/confirm' | '/api/notify/unsubscribe') {
  const [state, setState] = useState<LinkState>('ready');
  const isUnderWay = useRef(false);
  const use = async (token: string) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setState('busy');
    const answer = await api.post(path, { token });
    isUnderWay.current = false;
    if (answer.isOk()) setState('done');
    else if (answer.error.kind === 'notify_link_used') setState('used');
    else if (answer.error.kind === 'network') setState('failed');
    else setState(answer.error.kind === 'over_request_rate_limit' ? 'failed' : 'expired');
  };
  return { state, use };
}

/** The address of the page a link speaks of, when it is one of this site. */
export function programPath(redirectTo: string | null): string {
  const path = /\/shop\/[a-z0-9-]{1,60}$/.exec(redirectTo ?? '')?.[0];
  return path ?? '/shop';
}
