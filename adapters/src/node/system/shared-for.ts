/**
 * A function that runs `work` and shares its result with all calls within `ms` milliseconds of the start. A failure is
 * shared only with the calls that came before it.
 */
export function sharedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined;
  let startedAt = 0;
  return () => {
    if (!shared || performance.now() - startedAt >= ms) {
      startedAt = performance.now();
      const current = work();
      shared = current;
      current.catch(() => {
        if (shared === current) shared = undefined;
      });
    }
    return shared;
  };
}
