import { useCallback, useEffect, useRef } from 'react';

/** Whether the visitor is still on the page that shows this part: a response may come after the next page was opened. */
export function useIsHere(): () => boolean {
  const path = useRef<string>(undefined);
  useEffect(() => {
    path.current = location.pathname;
  }, []);
  return useCallback(() => location.pathname === path.current, []);
}
