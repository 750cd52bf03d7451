import { useLocation, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the list of messages. */
    readonly fromList?: true;
  }
}

/**
 * The open message, named by the URL: Back leads to the list, Forward to the message again, and a reload keeps it
 * open if it is among the newest.
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
  // Goes back if the list is the previous entry, so that Back does not show it twice. The visitor may have left the
  // page by then.
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
