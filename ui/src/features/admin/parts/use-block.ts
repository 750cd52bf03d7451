import { useCallback, useEffect, useState } from 'react';
import { calls } from '../../../session/compose.ts';

/** One block of data. While it reloads, the old data stays. */
export interface Block<T> {
  readonly data: T | undefined;
  readonly hasFailed: boolean;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Reads a block from the site's own server, again when `path` changes or `reload` is called. */
export function useBlock<T>(path: string): Block<T> {
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<{ readonly for: string; readonly data?: T }>();
  const wanted = `${round} ${path}`;
  useEffect(() => {
    const stop = new AbortController();
    void calls.get<T>(path, { signal: stop.signal }).then((read) => {
      if (stop.signal.aborted) return;
      // Stale data is not shown after a failed reload.
      setResult(read.isOk() ? { for: wanted, data: read.value } : { for: wanted });
    });
    return () => stop.abort();
  }, [path, wanted]);
  const isLoading = result?.for !== wanted;
  return {
    data: result?.data,
    hasFailed: !isLoading && result?.data === undefined,
    isLoading,
    reload: useCallback(() => setRound((before) => before + 1), []),
  };
}

/** A block that needs no data before its form is sent. */
export const ready: Block<true> = {
  data: true,
  hasFailed: false,
  isLoading: false,
  reload: () => undefined,
};
