/** Signals that ask a server to stop; the last one is sent where its terminal or connection is closed. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * A second signal within this time, in milliseconds, is part of the same stop: Ctrl-C and service managers send a
 * signal to every process, and npm passes it on to the server once more.
 */
const sameStopMs = 1_000;

/**
 * Calls `stop` at each of the `stopSignals`, in place of what the start does at them: without a gap, in which a signal
 * would be lost. Source: docs/security.md#DR-6.
 */
export function onStopSignal(stop: () => void): void {
  let firstAt: number | undefined;
  const heard = () => {
    const now = performance.now();
    if (firstAt !== undefined && now - firstAt < sameStopMs) return;
    firstAt ??= now;
    stop();
  };
  for (const signal of stopSignals) {
    const early = process.listeners(signal);
    process.on(signal, heard);
    for (const listener of early) process.off(signal, listener);
  }
}
