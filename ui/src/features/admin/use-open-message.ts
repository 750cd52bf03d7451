import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is the list of messages. */
    readonly fromList?: true;
  }
}

/**
 * The message that is open, as the address names it: Back leads to the list, Forward to the message again, and a reload
 * keeps one that is among the newest.
 */
export function useOpenMessage() {
  const query = useLocation({ select: ({ searchStr }) => searchStr });
  const openId = new URLSearchParams(query).get('message') ?? undefined;
  const router = useRouter();
  const open = (id: string) => {
    const href = `/admin?message=${encodeURIComponent(id)}`;
    void router.navigate({ href, state: { fromList: true }, resetScroll: false });
  };
  const closing = useRef<string>(undefined);
  if (openId === undefined) closing.current = undefined;
  // A step back where there is one, so that Back does not show the same list twice. The visitor may be elsewhere by then.
  const close = (id = openId) => {
    const { pathname, search, state } = router.history.location;
    const shown = new URLSearchParams(search).get('message');
    if (pathname !== '/admin' || shown !== id || closing.current === id) return;
    closing.current = id;
    if (state.fromList) router.history.back();
    else void router.navigate({ href: '/admin', replace: true, resetScroll: false });
  };
  return [openId, open, close] as const;
}

/** Where a message gives way to the list, the focus goes to the button that opened it. Source: WCAG 2.2 2.4.3. */
export function useFocusBack(shownId: string | undefined) {
  const before = useRef(shownId);
  useEffect(() => {
    const left = before.current;
    before.current = shownId;
    if (shownId === undefined) document.getElementById(`open-${left}`)?.focus();
  }, [shownId]);
}
