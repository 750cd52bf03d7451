/** Signals that ask a server to stop; the last one is sent where its terminal or connection is closed. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * A signal within this time after the first one, in milliseconds, asks for the same stop: what Ctrl-C or a service manager
 * sends to every process, npm also passes on to the server that it started.
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
