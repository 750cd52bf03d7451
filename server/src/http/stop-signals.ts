/**
 * Calls `stop` at SIGTERM and at SIGINT, in place of what the start does at them: without a gap, in which a signal would
 * be lost. Source: docs/security.md#DR-6.
 */
export function onStopSignal(stop: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const early = process.listeners(signal);
    process.on(signal, stop);
    for (const listener of early) process.off(signal, listener);
  }
}
