/** The listeners of a queue; they are called after the call that added work has returned. */
export function queueListeners(): {
  readonly announce: () => void;
  readonly onEnqueued: (listener: () => void) => () => void;
} {
  const listeners = new Set<() => void>();
  return {
    announce: () => {
      void Promise.resolve().then(() => {
        for (const listener of listeners) listener();
      });
    },
    onEnqueued: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
