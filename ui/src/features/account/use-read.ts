import { useCallback, useEffect, useRef, useState } from 'react';
import { calls } from '../../session/compose.ts';

/**
 * What the server says under `path`, and a function that reads it again; undefined until it was read, `failed` when it
 * could not be. A response that is overtaken by that of a newer request is dropped: it would show what is gone.
 */
export function useRead<T>(path: string): readonly [T | 'failed' | undefined, () => Promise<void>] {
  const [read, setRead] = useState<T | 'failed'>();
  const newest = useRef<object>(undefined);
  const look = useCallback(async () => {
    const asked = calls.get<T>(path);
    newest.current = asked;
    const response = await asked;
    if (newest.current === asked) setRead(response.isOk() ? response.value : 'failed');
  }, [path]);
  useEffect(() => void look(), [look]);
  return [read, look];
}
