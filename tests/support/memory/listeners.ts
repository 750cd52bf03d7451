/** The listeners of a queue; they hear of new work once the call that brought it is over. */
export function queueListeners() {
  const listeners = new Set<() => void>();
  return {
    announce: () =>
      queueMicrotask(() => {
        for (const listener of listeners) listener();
      }),
    onEnqueued: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
