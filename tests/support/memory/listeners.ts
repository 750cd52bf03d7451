/** The listeners of a queue; they are called after the call that added work has returned. */
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
